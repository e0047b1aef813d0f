/* SPDX-License-Identifier: MIT */
/*
 * The program as a user meets it: every command's exit status and error text, and that nothing is lost or half written.
 * argv[1] is the program, argv[2] and argv[3] the clock and the threads of tests/shims; ASSAY_TESTS in
 * the environment, as in every test program, a pattern of tests to run alone.  With the shims the program's clock runs
 * faster, but where a test starts it through the shell.
 */
#include "tests/tap.h"

#include <jansson.h>

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *program;
static char clock_shim[4096];   /* argv[2], or empty */
static char threads_shim[4096]; /* argv[3], or empty */
static char folder[] = "/tmp/assay-cli-XXXXXX";

struct outcome {
    int status; /* exit status, or 128 + signal */
    char out[1 << 18];
    char err[1 << 15];
};

static struct outcome outcome; /* of the last `assay` */

static void slurp(const char *name, char *text, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[length] = '\0';
}

/* Runs COMMAND in the test's folder, through the shell, with $ASSAY the program. */
static int shell(const char *command)
{
    char line[16384];
    snprintf(line, sizeof line, "cd %s && { %s ; } >out 2>err", folder, command);
    int status = system(line);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    slurp("out", outcome.out, sizeof outcome.out);
    slurp("err", outcome.err, sizeof outcome.err);
    return outcome.status;
}

#define FASTER " ASSAY_CLOCK_TIMES=16"

/* The program on a clock that runs FASTER times as fast: of a test's time nearly all is spent on measuring for seconds. */
static int assay(const char *arguments)
{
    char line[8192];
    snprintf(line, sizeof line, "%s%s%s \"$ASSAY\" %s", clock_shim[0] != '\0' ? "LD_PRELOAD=" : "", clock_shim,
             clock_shim[0] != '\0' ? FASTER : "", arguments);
    return shell(line);
}

static void expect(const char *text, const char *wanted)
{
    if (strstr(text, wanted) == NULL)
        fail_msg("'%s' is not in:\n%s", wanted, text);
}

/* ARGUMENTS are refused with exit status 1 and a message on standard error that has all of WANTED, nothing on output. */
static void refuse(const char *arguments, const char *first, const char *second)
{
    if (assay(arguments) != 1)
        fail_msg("assay %s: exit status %d\n%s", arguments, outcome.status, outcome.err);
    assert_string_equal(outcome.out, "");
    expect(outcome.err, "assay: ");
    expect(outcome.err, first);
    expect(outcome.err, second);
}

#define QUICK " --seconds 0.01 --rounds 5"

static void test_bad_usage(void **state)
{
    (void)state;
    refuse("", "no command", "--help");
    expect(outcome.err, "\n  run        measure");
    expect(outcome.err, "\n  report     turn");
    refuse("nosuch", "'nosuch'", "passwords, run, check");
    refuse("run --nosuch", "'--nosuch'", "assay run --help");
    refuse("run --count 3", "--count", "not an option of 'assay run'");
    refuse("run md5 --size", "--size", "value missing");
    refuse("run sha257", "'sha257'", "sha256");
    refuse("run 'zz*'", "'zz*'", "assay list");
    refuse("check sha257", "'sha257'", "nearest: sha256");
    refuse("list aes-cbc", "'aes-cbc'", "nearest: aes_128_cbc, aes_192_cbc, aes_256_cbc");
    refuse("list MD5-HMAC", "'MD5-HMAC'", "nearest: hmac_md5");
    refuse("list nosuch", "'nosuch'", "assay list");
    refuse("passwords --hash md6", "'md6'", "nearest: md2, md4, md5");
    refuse("passwords --hash hmac", "'hmac'", "--hash");
    refuse("passwords --shape 2015", "'2015'", "2014, hash or all");
    refuse("passwords extra", "'extra'", "options only");
    refuse("machine extra", "'extra'", "options only");
    refuse("run md5 --contender openssl/fast", "'openssl/fast'", "openssl/low-level");
    refuse("run md5 --operation sing", "'sing'", "--operation");
    refuse("run md5 --format yaml", "'yaml'", "text");
    refuse("list --format yaml", "'yaml'", "markdown");
    refuse("run --suite crypto++-1999", "'crypto++-1999'", "crypto++-1998");
    refuse("run --suite passwords-2014", "--suite", "assay passwords");
    refuse("passwords --width 21", "'21'", "0 to 20");
    refuse("run md5 --operation sign,set_key", "none of the selected primitives has sign or set_key", "");
    refuse("run md5 --operation setup", "nearest: set_key, seek\n", "");
    refuse("run md5 --force=1", "--force takes no value", "alone");
    refuse("report ''", "'': cannot open", "");
    refuse("check --vectors a.json --count 5", "--count", "none beside --vectors");
    refuse("check --vectors a.json --seed 1", "--seed", "none beside --vectors");
    refuse("report a.jsonl --plot ratios", "--plot", "expected png");
    refuse("report a.jsonl --plot ratios -o a.html", "'html'", "expected png");
    refuse("run md5 --budget 1m --seconds 1", "--budget", "no --seconds beside it");
    refuse("run md5 --budget 1m --rounds 9", "--budget", "no --rounds beside it");
}

/* What users and files give goes to a terminal: without what such a one obeys. */
static void test_control_characters(void **state)
{
    static const char *const lines[] = {
        "run \"$(printf 'md5\\033[31m')\"",
        "run md5 --size \"$(printf '1\\0336')\"",
        "run md5 --seconds \"$(printf '\\302\\2331')\"",
        "report \"$(printf 'a\\033b.jsonl')\"",
        "check --vectors \"$(printf 'a\\177b.json')\"",
        "\"$(printf 'r\\033un')\"",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        refuse(lines[i], "?", "");
        for (const char *c = outcome.err; *c != '\0'; c++)
            if (((unsigned char)*c < 0x20 && *c != '\n') || *c == 0x7f || (unsigned char)*c == 0x9b)
                fail_msg("assay %s: %s", lines[i], outcome.err);
    }
    assert_int_equal(shell("printf '[{\"alg\": \"md\\\\u001b[5m\", \"msg\": \"\", \"digest\": \"\"}]' >control.json"), 0);
    assay("check --vectors control.json");
    expect(outcome.out, "unknown: md?[5m");
    assert_null(strchr(outcome.out, 0x1b));
}

static void test_bad_numbers(void **state)
{
    (void)state;
    refuse("run md5 --size -1", "'-1'", "2^63");
    refuse("run md5 --size 1e3", "'1e3'", "--size");
    refuse("run md5 --size abc", "'abc'", "bytes");
    refuse("run md5 --size 9223372036854775808", "'9223372036854775808'", "2^63 - 1");
    refuse("run md5 --size 99999999999999999999", "'99999999999999999999'", "2^63 - 1");
    refuse("run md5 --size 16Q", "'16Q'", "suffix");
    refuse("run md5 --size ''", "--size: bad value ''", "numbers of bytes separated by commas");
    refuse("run md5 --size 16,,64", "--size: bad value '16,,64'", "none of them empty");
    refuse("run md5 --size 16,", "--size: bad value '16,'", "none of them empty");
    refuse("run md5 --size $(seq -s, 1 65)", "--size", "at most 64");
    refuse("passwords --hash $(seq -s, 1 65)", "--hash", "at most 64");
    refuse("passwords --count 1099511627777", "'1099511627777'", "1099511627776");
    refuse("passwords --count -5", "'-5'", "--count");
    refuse("run md5 --seconds inf", "'inf'", "seconds");
    refuse("run md5 --seconds -1", "'-1'", "seconds");
    refuse("run md5 --rounds x", "'x'", "--rounds");
    refuse("run md5 --seed 18446744073709551616", "'18446744073709551616'", "--seed");
    refuse("run md5 --misalign 64", "'64'", "0 to 63");
}

/* What is refused is told as it was given, its unit and all, with what was expected. */
static void test_bad_values_as_given(void **state)
{
    static const struct {
        const char *arguments, *said, *expected;
    } cases[] = {
        {"run md5 --budget 0s", "--budget: bad value '0s'", "90s, 10m or 2h"},
        {"run md5 --budget -1h", "--budget: bad value '-1h'", "above 0"},
        {"run md5 --budget 1e3m", "--budget: bad value '1e3m'", "90s, 10m or 2h"},
        {"run md5 --budget s", "--budget: bad value 's'", "90s, 10m or 2h"},
        {"run md5 --budget 1ss", "--budget: bad value '1ss'", "90s, 10m or 2h"},
        {"run md5 --budget 1000001m", "--budget: bad value '1000001m'", "at most 1000000 of its unit"},
        {"run md5 --budget ''", "--budget: bad value ''", "90s, 10m or 2h"},
        {"compare a b --threshold -1%", "--threshold: bad value '-1%'", "a percentage from 0 to 1000"},
        {"compare a b --threshold 1001%", "--threshold: bad value '1001%'", "a percentage from 0 to 1000"},
        {"compare a b --threshold 5%%", "--threshold: bad value '5%%'", "a percentage from 0 to 1000"},
        {"compare a b --threshold %", "--threshold: bad value '%'", "a percentage from 0 to 1000"},
        {"compare a b --threshold ''", "--threshold: bad value ''", "a percentage from 0 to 1000"},
        {"run md5 --size 16,4Q", "--size: bad value '4Q'", "suffix K, M or G"},
        {"run md5 --misalign ''", "--misalign: bad value ''", "numbers of bytes"},
        {"run md5 --seconds 1s", "--seconds: bad value '1s'", "seconds from 0 to 86400"},
        {"run md5 --seconds ''", "--seconds: bad value ''", "seconds from 0 to 86400"},
        {"passwords --kdf --target-ms 0", "--target-ms: bad value '0'", "milliseconds above 0"},
        {"passwords --kdf --target-ms ''", "--target-ms: bad value ''", "milliseconds above 0"},
        {"passwords --width ''", "--width: bad value ''", "digits from 0 to 20"},
        {"passwords --threads ''", "--threads: bad value ''", "1 to 1024, or all"},
        {"passwords --vector-bits 64", "--vector-bits: bad value '64'", "128, 256 or 512"},
        {"run md5 --seed ''", "--seed: bad value ''", "a whole number from 0"},
        {"passwords --hash ''", "--hash: bad value ''", "words separated by commas"},
        {"run md5 --contender native,", "--contender: bad value 'native,'", "words separated by commas"},
        {"run --suite ''", "--suite: unknown suite ''", "crypto++-1998"},
        {"run md5 --format ''", "--format: unknown format ''", "text"},
        {"list --format ''", "--format: unknown format ''", "markdown"},
        {"report a --format ''", "--format: unknown format ''", "html"},
        {"report a --plot ''", "--plot: unknown plot ''", "throughput"},
        {"compare a b --fail-on ''", "--fail-on: bad value ''", "slower, faster or any"},
        {"run md5 --output ''", "--output: bad value ''", "the name of a file"},
        {"run md5 --resume ''", "--resume: bad value ''", "the name of a file"},
        {"check --vectors ''", "--vectors: bad value ''", "the name of a file"},
        {"check --vectors a --params ''", "--params: bad value ''", "the name of a file"},
        {"--version more", "'more' after --version", "nothing"},
        {"report a -o page", "--output: page: unknown kind of file", ".html, .md, .csv, .json, .txt or .png"},
        {"machine --format csv", "--format: csv is for rows", "text, json or markdown"},
        {"run md5 --openssl-features ''", "--openssl-features: bad value ''", "none of them empty"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refuse(cases[i].arguments, cases[i].said, cases[i].expected);
}

/* Lists add up; two values of anything else are a mistake, two notations of one value are not. */
static void test_options_given_twice(void **state)
{
    (void)state;
    assert_int_equal(assay("run md5 --size 16 --size 64,16 --contender native --contender openssl --format csv" QUICK), 0);
    expect(outcome.out, ",16,");
    expect(outcome.out, ",64,");
    expect(outcome.out, "openssl");
    refuse("run md5 --seconds 1 --seconds 2", "--seconds: given twice, as '1' and as '2'", "expected it once");
    refuse("run md5 --format csv --format json", "--format", "given twice");
    refuse("run md5 -o a.jsonl --output b.jsonl", "--output", "given twice");
    refuse("run md5 --budget 1m --budget 1h", "--budget: given twice, as '1m' and as '1h'", "expected it once");
    refuse("run --suite all --suite openssl", "--suite", "given twice");
    refuse("run md5 --seed 1 --seed 2", "--seed", "given twice"); /* 1 is the default, too */
    refuse("passwords --width 8 --width 9", "--width", "given twice");
    refuse("passwords --threads 2 --threads all", "--threads", "given twice");
    refuse("compare a b --threshold 2% --threshold 3", "--threshold: given twice, as '2%' and as '3'", "");
    assert_int_equal(assay("run md5 --size 16 --seconds 0.01 --seconds 0.010 --rounds 5"), 0);
    assert_int_equal(assay("list --suites --suites"), 0);
}

static void test_help_and_version(void **state)
{
    static const char *const commands[] = {"passwords", "run", "check", "list", "machine", "compare", "report"};
    (void)state;
    assert_int_equal(assay("--help"), 0);
    expect(outcome.out, "exit status");
    expect(outcome.out, "compare --fail-on");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char line[64];
        expect(outcome.out, commands[i]);
        snprintf(line, sizeof line, "%s --help", commands[i]);
        struct outcome *all = malloc(sizeof *all);
        assert_non_null(all);
        *all = outcome;
        assert_int_equal(assay(line), 0);
        expect(outcome.out, commands[i]);
        expect(outcome.out, "--help");
        outcome = *all;
        free(all);
    }
    /* What an option means to another command is not told. */
    assert_int_equal(assay("passwords --help"), 0);
    expect(outcome.out, "passwords of the loop (10000000)");
    assert_null(strstr(outcome.out, "random"));
    assert_null(strstr(outcome.out, "message"));
    assert_int_equal(assay("check --help"), 0);
    assert_null(strstr(outcome.out, "passwords"));
    assert_int_equal(assay("run --help"), 0);
    assert_null(strstr(outcome.out, "2014 ("));
    assert_int_equal(assay("--version"), 0);
    expect(outcome.out, "built with OpenSSL 3");
    expect(outcome.out, "running with OpenSSL 3");
}

static void test_list(void **state)
{
    (void)state;
    assert_int_equal(assay("list sha256 md5"), 0);
    assert_true(strstr(outcome.out, "sha256") < strstr(outcome.out, "md5"));
    expect(outcome.out, "FIPS 180-4");
    expect(outcome.out, "evp");
    assert_int_equal(assay("list --format json"), 0);
    json_t *lines = json_loads(outcome.out, 0, NULL);
    assert_true(json_is_array(lines) && json_array_size(lines) > 5);
    json_decref(lines);
    /* Every listed name is a selector. */
    assert_int_equal(shell("\"$ASSAY\" list --format csv | tail -n +2 | cut -d, -f1 | while read id; do "
                           "\"$ASSAY\" list \"$id\" >/dev/null || exit 1; done"),
                     0);
}

static void test_check(void **state)
{
    (void)state;
    assert_int_equal(assay("check hash --count 20"), 0);
    expect(outcome.out, "md5");
    expect(outcome.out, "equal");
    expect(outcome.out, "0 mismatched");
}

static void test_check_vectors(void **state)
{
    (void)state;
    shell("echo '[{\"alg\":\"MD5\",\"msg\":\"\",\"digest\":\"d41d8cd98f00b204e9800998ecf8427e\"}]' >good.json;"
          "echo '[{\"alg\":\"MD5\",\"msg\":\"\",\"digest\":\"d41d8cd98f00b204e9800998ecf8427f\"}]' >wrong.json;"
          "echo '[{\"alg\":\"NoSuch\",\"msg\":\"\"},{\"alg\":\"MD5\",\"msg\":\"\",\"digest\":\"00\",\"colour\":1}]' >unknown.json;"
          "printf '[\\n{\"alg\":\"MD5\",\\n]' >broken.json; echo '[{\"alg\":\"MD5\",\"msg\":\"0g\",\"digest\":\"00\"}]' >nohex.json");
    assert_int_equal(assay("check --vectors good.json"), 0);
    expect(outcome.out, "right: 1");
    assert_int_equal(assay("check --vectors wrong.json"), 2);
    expect(outcome.out, "d41d8cd98f00b204e9800998ecf8427f");
    assert_int_equal(assay("check --vectors unknown.json"), 1);
    expect(outcome.out, "NoSuch");
    expect(outcome.out, "colour");
    expect(outcome.out, "; 2 vectors unknown, 0 refused"); /* whoever would have run them */
    expect(outcome.err, "unknown.json: nothing was checked");
    shell("echo '[{\"alg\":\"aes-cbc\"},{\"alg\":\"aes-cbc\"}]' >near.json");
    assert_int_equal(assay("check --vectors near.json"), 1);
    expect(outcome.out, "unknown: aes-cbc, vector 0: unknown algorithm 'aes-cbc'; nearest: aes_128_cbc, aes_192_cbc, aes_256_cbc");
    assert_null(strstr(outcome.out, "vector 1"));
    expect(outcome.out, "; 2 vectors unknown, 0 refused");
    assert_int_equal(assay("check --vectors broken.json"), 1);
    expect(outcome.err, "broken.json: line");
    assert_int_equal(assay("check --vectors nohex.json"), 1);
    expect(outcome.err, "'msg' is '0g'");
    refuse("check --vectors missing.json", "--vectors: missing.json: cannot be read: No such file or directory", "expected a JSON file");
    refuse("check --vectors .", "--vectors: .: cannot be read: Is a directory", "expected a JSON file");
}

/* What the algorithm does not have is refused by name, once, and the rest is still run. */
static void test_check_refused_vectors(void **state)
{
    (void)state;
    shell("md5='{\"alg\":\"MD5\",\"msg\":\"\",\"digest\":\"d41d8cd98f00b204e9800998ecf842'; data='\"plaintext\":\"00112233445566778899aabbccddeeff\","
          "\"ciphertext\":\"69c4e0d86a7b0430d8cdb78070b4c55a\"}'; key='\"key\":\"000102030405060708090a0b0c0d0e0f\"';"
          "bad=\"{\\\"alg\\\":\\\"AES-128\\\",\\\"key\\\":\\\"0001020304\\\",$data\";"
          "iv=\"{\\\"alg\\\":\\\"AES-128-CBC\\\",$key,\\\"iv\\\":\\\"00\\\",$data\";"
          "echo \"[$bad,$iv,${md5}7e\\\"}]\" >refused.json; echo \"[$bad,${md5}7f\\\"}]\" >both.json;"
          "echo \"[{\\\"alg\\\":\\\"AES-128-CBC\\\",$key,$data]\" >noiv.json;"
          "echo '[{\"alg\":\"bcrypt-2b\",\"password\":\"61\",\"salt\":\"05030085d5ed4c176b2ac3cbee47291c\",\"cost\":3,\"hash\":"
          "\"$2b$03$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e\"}]' >cost.json");
    assert_int_equal(assay("check --vectors refused.json"), 1);
    expect(outcome.out, "refused: AES-128, vector 0: key of 5 bytes; AES-128 allows 16\n");
    expect(outcome.out, "refused: AES-128-CBC, vector 1: IV of 1 byte; AES-128-CBC allows 16\n");
    expect(outcome.out, "2 right, 0 wrong; 0 vectors unknown, 2 refused\n");
    expect(outcome.err, "refused.json");
    assert_int_equal(assay("check --vectors both.json"), 2);
    expect(outcome.out, "0 right, 2 wrong; 0 vectors unknown, 1 refused\n");
    assert_int_equal(assay("check --vectors noiv.json"), 1);
    expect(outcome.err, "vector 0 (AES-128-CBC): field 'iv' is missing");
    assert_int_equal(assay("check --vectors cost.json"), 1);
    expect(outcome.out, "vector 0: field 'cost' is 3; bcrypt allows 4 to 31");
}

static void refuse_vectors(const char *text, const char *first, const char *second)
{
    char line[1024];
    snprintf(line, sizeof line, "echo '%s' >form.json", text);
    shell(line);
    refuse("check --vectors form.json", first, second);
    expect(outcome.err, "form.json: ");
}

/* A vector whose numbers are well formed, but of which no answer of the algorithm can be had. */
static void set_aside(const char *text, const char *contender, const char *said)
{
    char line[2048];
    snprintf(line, sizeof line, "echo '%s' >aside.json", text);
    shell(line);
    snprintf(line, sizeof line, "check --vectors aside.json --contender %s", contender);
    if (assay(line) != 1)
        fail_msg("%s on %s: exit status %d\n%s%s", text, contender, outcome.status, outcome.out, outcome.err);
    expect(outcome.out, said);
    expect(outcome.out, "0 right, 0 wrong; 0 vectors unknown, 1 refused\n");
}

/* An input that the algorithm does not have would have changed the answer of another, and is not passed over. */
static void test_inputs_of_other_algorithms(void **state)
{
    (void)state;
#define AES(id, more)                                                                                                     \
    "[{\"alg\":\"" id "\",\"key\":\"000102030405060708090a0b0c0d0e0f\",\"plaintext\":"                                        \
    "\"00112233445566778899aabbccddeeff\",\"ciphertext\":\"69c4e0d86a7b0430d8cdb78070b4c55a\"" more "}]"
    set_aside(AES("AES-128", ",\"iv\":\"0011\""), "native", "refused: AES-128, vector 0: IV of 2 bytes; AES-128 allows 0\n");
    set_aside(AES("AES-128-ECB", ",\"iv\":\"0011\""), "openssl", "vector 0: IV of 2 bytes; AES-128-ECB allows 0\n");
    set_aside("[{\"alg\":\"RC4\",\"key\":\"0123456789abcdef\",\"iv\":\"00\",\"plaintext\":\"00\",\"ciphertext\":\"74\"}]", "native",
              "vector 0: IV of 1 byte; RC4 allows 0\n");
    set_aside("[{\"alg\":\"HMAC/MD5\",\"key\":\"00\",\"msg\":\"\",\"mac\":\"00000000000000000000\",\"counter\":\"00\"}]", "native",
              "vector 0: counter of 1 byte; HMAC-MD5 allows 0\n");
    refuse_vectors(AES("AES-128", ",\"direction\":\"encrypt\""), "field 'direction' is given without 'passes'", "expected both");
    refuse_vectors(AES("AES-128", ",\"first_32\":\"00\""), "'first_32' is given without 'plaintext_zero_bytes'", "expected both");
    refuse_vectors(AES("AES-128", ",\"a\":\"00\""), "field 'a' is given without 'initial'", "expected both");
    refuse_vectors(AES("AES-128", ",\"initial\":\"00\""), "fields 'initial' and 'key' are both given", "expected one");
    refuse_vectors("[{\"alg\":\"AES-128\",\"key\":\"000102030405060708090a0b0c0d0e0f\",\"passes\":1,\"buffer_bytes\":16,"
                   "\"direction\":\"left\"}]",
                   "field 'direction' is neither", "expected one of them");
    refuse_vectors("{\"scheme\":\"RSA\",\"vectors\":[{\"size\":512,\"op\":\"raw\",\"x\":\"2\",\"y\":\"20000\",\"seed_b\":\"00\"}]}",
                   "vector 0 (RSA): field 'seed_b' is given, expected none", "raw of RSA has no such input");
    refuse_vectors("{\"scheme\":\"DH\",\"vectors\":[{\"size\":512,\"op\":\"agree\",\"k\":\"2\"}]}",
                   "vector 0 (DH): field 'k' is given, expected none", "agree of DH has no such input");
}

/* So is a message that is too long for the key, whoever is asked, and a seed, nonce or private key that is none. */
static void test_messages_too_long_for_their_key(void **state)
{
    static const struct {
        const char *scheme, *op, *more;
        size_t most; /* bytes of message that the key takes */
    } cases[] = {
        {"RSA", "oaep_sha1_encrypt", ",\"ct_b\":\"00\",\"seed_b\":\"%.40s\"", 22},
        {"LUC", "oaep_sha1_encrypt", ",\"ct_b\":\"00\",\"seed_b\":\"%.40s\"", 22},
        {"RABIN", "oaep_sha1_encrypt", ",\"ct_b\":\"00\",\"seed_b\":\"%.40s\"", 22},
        {"RSA", "pkcs1v15_encrypt", ",\"ct_b\":\"00\",\"ps_b\":\"%.122s\"", 53},
        {"RSA", "pkcs1_type1_sign_raw", ",\"sig_b\":\"00\"", 53},
        {"ELGAMAL", "encrypt", ",\"ct_b\":\"00\",\"k\":\"3\",\"rnd_b\":\"%.128s\"", 61},
        {"EC_GFP168", "encrypt98", ",\"ct_b\":\"00\",\"k\":\"3\",\"ps_b\":\"%.128s\"", 19},
    };
    static const char *const contenders[] = {"native", "openssl"};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t over = 0; over < 2; over++) {
            char text[1024], more[512], said[128], message[257], ones[129];
            size_t size = cases[i].most + over;
            snprintf(message, sizeof message, "%0*d", (int)(2 * size), 0);
            memset(ones, '1', sizeof ones - 1);
            ones[sizeof ones - 1] = '\0';
            snprintf(more, sizeof more, cases[i].more, ones);
            snprintf(text, sizeof text, "{\"scheme\":\"%s\",\"vectors\":[{\"size\":%d,\"op\":\"%s\",\"msg_b\":\"%s\"%s}]}",
                     cases[i].scheme, strncmp(cases[i].scheme, "EC_", 3) == 0 ? 168 : 512, cases[i].op, message, more);
            snprintf(said, sizeof said, "vector 0: field 'msg_b' has %zu bytes; %s of %s with this key allows fewer\n", size,
                     cases[i].op, cases[i].scheme);
            for (size_t k = 0; k < 2 && over == 1; k++)
                set_aside(text, contenders[k], said);
            if (over == 1)
                continue;
            /* The longest that there is has an answer, and not this one. */
            char line[1200];
            snprintf(line, sizeof line, "echo '%s' >longest.json", text);
            shell(line);
            if (assay("check --vectors longest.json --contender native") != 2)
                fail_msg("%s %s of %zu bytes: exit status %d\n%s%s", cases[i].scheme, cases[i].op, size, outcome.status,
                         outcome.out, outcome.err);
        }
    set_aside("{\"scheme\":\"RSA\",\"vectors\":[{\"size\":512,\"op\":\"oaep_sha1_encrypt\",\"msg_b\":\"00\",\"ct_b\":\"00\","
              "\"seed_b\":\"000102\"}]}",
              "native", "vector 0: field 'seed_b' is not what is drawn; oaep_sha1_encrypt of RSA with this key allows as many bytes as it draws\n");
    set_aside("{\"scheme\":\"DSA\",\"vectors\":[{\"size\":512,\"op\":\"sign_sha1\",\"msg_b\":\"00\",\"sig_b\":\"00\",\"k\":\"0\"}]}",
              "native", "vector 0: field 'k' is not what is drawn; sign_sha1 of DSA with this key allows a number in its range\n");
    for (size_t k = 0; k < 2; k++) {
        set_aside("{\"scheme\":\"BBS\",\"vectors\":[{\"op\":\"stream\",\"size\":512,\"seed\":\"0\",\"out_b\":\"00\"}]}", contenders[k],
                  "vector 0: field 'seed' is no seed; stream of BBS with this key allows 2 to below n, prime to it\n");
        set_aside("{\"scheme\":\"LUCDIF\",\"vectors\":[{\"op\":\"agree\",\"size\":512,\"xa\":\"0\",\"xb\":\"2\",\"ya_b\":\"00\",\"yb_b\":\"00\","
                  "\"z_b\":\"00\"}]}",
                  contenders[k], "vector 0: field 'xa' is no private key; agree of LUCDIF allows 1 to below the order\n");
        set_aside("{\"scheme\":\"MQV\",\"vectors\":[{\"op\":\"agree\",\"size\":512,\"sa\":\"2\",\"ua\":\"0\",\"sb\":\"2\",\"ub\":\"2\",\"wa\":\"1\","
                  "\"va\":\"1\",\"wb\":\"1\",\"vb\":\"1\",\"z_b\":\"00\"}]}",
                  contenders[k], "vector 0: field 'ua' is no private key; agree of MQV allows 1 to below the order\n");
    }
    refuse_vectors("{\"scheme\":\"BBS\",\"vectors\":[{\"op\":\"seek\",\"size\":512,\"seed\":\"5\",\"byte_index\":\"ffffffffffffffffff\",\"out_b\":\"00\"}]}",
                   "vector 0 (BBS): field 'byte_index' is longer than 8 bytes", "expected at most those");
    refuse_vectors("{\"scheme\":\"DSA\",\"vectors\":[{\"op\":\"precomp_table\",\"size\":512,\"base\":\"g\",\"window\":\"1ff\",\"index\":\"0\",\"value\":\"1\"}]}",
                   "vector 0 (DSA): field 'window' is longer than 1 byte", "expected at most that");
    refuse_vectors("[{\"alg\":\"AES-128\",\"key\":\"000102030405060708090a0b0c0d0e0f\",\"plaintext_zero_bytes\":16,\"first_32\":"
                   "\"0000000000000000000000000000000000\"}]",
                   "field 'first_32' has 17 bytes", "expected 1 to 16");
}

/* A number that is none, or that the algorithm does not have, is refused and not left out: it would change the answer. */
static void test_numbers_of_vectors(void **state)
{
    static const char *const no_rounds[] = {"-1", "12.5", "\"12\"", "null", "[12]", "true"};
#define SCRYPT(costs) "[{\"alg\":\"scrypt\",\"password\":\"\",\"salt\":\"\",\"hash\":\"77d6576238657b203b19ca42c18a0497\"" costs "}]"
#define ARGON2(costs) "[{\"alg\":\"Argon2id\",\"password\":\"\",\"salt\":\"\",\"hash\":\"77d6576238657b203b19ca42c18a0497\"" costs "}]"
#define PBKDF2(costs) "[{\"alg\":\"pbkdf2_hmac_sha1\",\"password\":\"\",\"salt\":\"\",\"hash\":\"77d6576238657b203b19ca42c18a0497\"" costs "}]"
#define BCRYPT(password, salt, costs)                                                                                     \
    "[{\"alg\":\"bcrypt-2b\",\"password\":\"" password "\",\"salt\":\"" salt "\",\"hash\":"                              \
    "\"$2b$06$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e\"" costs "}]"
#define ROUNDS(id, key, rounds) "[{\"alg\":\"" id "\",\"key\":\"" key "\",\"plaintext\":\"0000000000000000\",\"ciphertext\":\"0000000000000000\",\"rounds\":" rounds "}]"
#define BCRYPT_SALT "05030085d5ed4c176b2ac3cbee47291c"
    static const char *const out_of_range[][2] = {
        {SCRYPT(",\"N\":16,\"r\":4294967304,\"p\":1"), "field 'r' is 4294967304; scrypt allows 1 to 1073741823\n"},
        {SCRYPT(",\"N\":16,\"r\":0,\"p\":1"), "field 'r' is 0; scrypt allows 1 to "},
        {SCRYPT(",\"N\":3,\"r\":1,\"p\":1"), "fields 'N', 'r' and 'p' are 3, 1 and 1; scrypt allows an N that is a power of two"},
        {PBKDF2(",\"iterations\":0"), "field 'iterations' is 0; "},
        {ARGON2(",\"t\":1,\"m\":32,\"p\":4,\"version\":16"), "field 'version' is 16; Argon2id allows 19\n"},
        {ARGON2(",\"t\":1,\"m\":31,\"p\":4"), "fields 'm' and 'p' are 31 and 4; Argon2id allows an m from 8 p\n"},
        {BCRYPT("0061", BCRYPT_SALT, ",\"cost\":6"), "field 'password' has a zero byte; bcrypt allows none\n"},
        {BCRYPT("61", "00", ",\"cost\":6"), "salt of 1 byte; bcrypt allows 16\n"},
        {ROUNDS("tea", "00000000000000000000000000000000", "1000"), "field 'rounds' is 1000; TEA allows 1 to 255\n"},
        {ROUNDS("rc5_32_12", "00000000000000000000000000000000", "256"), "field 'rounds' is 256; RC5-32/12 allows 1 to 255\n"},
        {ROUNDS("rc5_32_12", "00000000000000000000000000000000", "4294967308"), "field 'rounds' is 4294967308; "},
        {ROUNDS("rc5_32_12", "00000000000000000000000000000000", "0"), "field 'rounds' is 0; "},
        {ROUNDS("safer_k64", "0000000000000000", "255"), "field 'rounds' is 255; SAFER K-64 allows 1 to 13\n"},
        {"[{\"alg\":\"ChaCha20\",\"key\":\"0000000000000000000000000000000000000000000000000000000000000000\",\"iv\":"
         "\"000000000000000000000000\",\"counter\":4294967296,\"plaintext\":\"00\",\"ciphertext\":\"00\"}]",
         "field 'counter' is 4294967296; ChaCha20 allows 0 to 4294967295\n"},
    };
    static const char *const incomplete[][3] = {
        {SCRYPT(""), "field 'N' is missing", "expected a whole number"},
        {SCRYPT(",\"N\":16,\"p\":1"), "field 'r' is missing", "expected a whole number"},
        {SCRYPT(",\"N\":16,\"r\":1"), "field 'p' is missing", "expected a whole number"},
        {PBKDF2(""), "field 'iterations' is missing", "expected a whole number"},
        {ARGON2(",\"t\":1,\"m\":32"), "field 'p' is missing", "expected a whole number"},
        {ARGON2(",\"t\":1,\"p\":4"), "field 'm' is missing", "expected a whole number"},
        {ARGON2(",\"m\":32,\"p\":4"), "field 't' is missing", "expected a whole number"},
        {BCRYPT("61", BCRYPT_SALT, ""), "field 'cost' is missing", "expected a whole number"},
        {BCRYPT("61", BCRYPT_SALT, ",\"cost\":5"), "field 'hash' begins with '$2b$06$", "expected '$2b$05$"},
        {BCRYPT("61", "00000000000000000000000000000000", ",\"cost\":6"), "field 'hash' begins with", "as field 'salt' says"},
    };
    static const char rc5[] = "[{\"alg\":\"rc5_32_12\",\"key\":\"00000000000000000000000000000000\",\"plaintext\":"
                              "\"0000000000000000\",\"ciphertext\":\"21a5dbee154b8f6d\",\"rounds\":%s}]";
    static const char aes[] = "[{\"alg\":\"aes_128%s\",\"key\":\"000102030405060708090a0b0c0d0e0f\",\"plaintext\":"
                              "\"00112233445566778899aabbccddeeff\",\"ciphertext\":\"69c4e0d86a7b0430d8cdb78070b4c55a\",%s}]";
    static const char scrypt[] = "[{\"alg\":\"scrypt\",\"password\":\"\",\"salt\":\"\",\"N\":16,\"r\":1,\"p\":1,\"hash\":"
                                 "\"77d6576238657b203b19ca42c18a0497\",%s}]";
    char text[512], said[64];
    (void)state;
    for (size_t i = 0; i < sizeof no_rounds / sizeof no_rounds[0]; i++) {
        snprintf(text, sizeof text, rc5, no_rounds[i]);
        snprintf(said, sizeof said, "field 'rounds' is %s", no_rounds[i]);
        refuse_vectors(text, "vector 0 (rc5_32_12)", said);
        expect(outcome.err, "expected a whole number; RC5-32/12 allows 1 to 255");
        assert_string_equal(outcome.out, "");
    }
    refuse_vectors("[{\"alg\":\"rc2\",\"key\":\"ffffffffffffffff\",\"plaintext\":\"ffffffffffffffff\",\"ciphertext\":"
                   "\"278b27e42e2f0d49\",\"effective_bits\":\"64\"}]",
                   "'effective_bits' is \"64\", expected a whole number", "allows 1 to 1024");
    refuse_vectors("[{\"alg\":\"ChaCha20\",\"counter\":-1}]", "'counter' is -1, expected a whole number", "allows 0 to 4294967295");
    refuse_vectors("[{\"alg\":\"MD5\",\"msg_unit\":\"00\",\"msg_unit_count\":\"2\"}]", "'msg_unit_count' is \"2\", expected a whole number", "from 0");
    for (size_t i = 0; i < sizeof out_of_range / sizeof out_of_range[0]; i++)
        set_aside(out_of_range[i][0], "openssl", out_of_range[i][1]);
    for (size_t i = 0; i < sizeof incomplete / sizeof incomplete[0]; i++)
        refuse_vectors(incomplete[i][0], incomplete[i][1], incomplete[i][2]);
    snprintf(text, sizeof text, aes, "", "\"rounds\":5");
    refuse_vectors(text, "field 'rounds' is 5, expected none", "AES-128");
    snprintf(text, sizeof text, aes, "", "\"effective_bits\":128");
    refuse_vectors(text, "field 'effective_bits' is 128, expected none", "AES-128");
    snprintf(text, sizeof text, aes, "_ecb", "\"counter\":0");
    refuse_vectors(text, "field 'counter' is 0, expected none", "AES-128-ECB");
    snprintf(text, sizeof text, aes, "", "\"plaintext_zero_bytes\":16");
    refuse_vectors(text, "'plaintext' and 'plaintext_zero_bytes'", "both given");
    snprintf(text, sizeof text, scrypt, "\"iterations\":1");
    refuse_vectors(text, "field 'iterations' is 1, expected none", "scrypt");
    snprintf(text, sizeof text, scrypt, "\"dklen\":17");
    refuse_vectors(text, "field 'dklen' is 17", "expected 16");
    snprintf(text, sizeof text, scrypt, "\"secret\":\"00\"");
    refuse_vectors(text, "field 'secret'", "expected none");
    refuse_vectors("[{\"alg\":\"MD5\",\"msg\":\"\",\"msg_unit\":\"\",\"msg_unit_count\":1,\"digest\":"
                   "\"d41d8cd98f00b204e9800998ecf8427e\"}]",
                   "'msg' and 'msg_unit'", "both given");
    refuse_vectors("[{\"alg\":\"MD5\",\"msg\":\"\",\"msg_unit_count\":1}]", "'msg_unit_count'", "without 'msg_unit'");
    assert_int_equal(shell("echo '[]' >void.json; $ASSAY check --vectors void.json"), 1);
    expect(outcome.err, "void.json: nothing was checked, expected at least one vector");
    assert_int_equal(shell("echo '{\"scheme\":\"RSA\",\"vectors\":[]}' >void.json; $ASSAY check --vectors void.json"), 1);
    expect(outcome.err, "void.json: nothing was checked, expected at least one vector");
}

static void test_malformed_public_key_vectors(void **state)
{
    (void)state;
    refuse_vectors("{\"vectors\":[]}", "line 1", "without a string \"scheme\"");
    refuse_vectors("{}", "line 1", "without a string \"scheme\"");
    refuse_vectors("{\"scheme\":\"RSA\"}", "line 1", "without an array \"vectors\"");
    refuse_vectors("{\"scheme\":\"RSB\",\"vectors\":[]}", "unknown scheme 'RSB'", "RSA, LUC");
    refuse_vectors("{\"scheme\":\"RSB\",\"vectors\":[{\"op\":\"raw\",\"size\":512}]}", "unknown scheme 'RSB'", "RSA, LUC");
    refuse_vectors("[{\"alg\":\"RSB\",\"scheme\":\"RSB\",\"op\":\"raw\",\"size\":512}]", "vector 0", "unknown scheme 'RSB'");
    refuse_vectors("{\"scheme\":\"RSA\",\"colour\":1,\"vectors\":[]}", "line 1", "'colour'");
    refuse_vectors("{\"scheme\":\"RSA\",\"vectors\":[7]}", "vector 0", "not an object");
    refuse_vectors("{\"scheme\":\"RSA\",\"vectors\":[{\"size\":512}]}", "vector 0 (RSA)", "'op' is missing");
    refuse_vectors("{\"scheme\":\"RSA\",\"vectors\":[{\"op\":1,\"size\":512}]}", "vector 0 (RSA)", "'op' is no string");
    refuse_vectors("{\"scheme\":\"RSA\",\"vectors\":[{\"op\":\"raw\"}]}", "vector 0 (RSA)", "'size' is missing");
    refuse_vectors("{\"scheme\":\"RSA\",\"vectors\":[{\"op\":\"raw\",\"size\":\"512\"}]}", "vector 0 (RSA)", "'size' is no whole number");
    refuse_vectors("{\"scheme\":\"RSA\",\"vectors\":[{\"op\":\"raw\",\"size\":-1}]}", "vector 0 (RSA)", "'size' is no whole number");
    refuse_vectors("{\"scheme\":\"BBS\",\"vectors\":[{\"op\":\"stream\",\"key\":1}]}", "vector 0 (BBS)", "'key' is no string");
}

static void refuse_parameters(const char *text, const char *first, const char *second)
{
    char line[1024];
    snprintf(line, sizeof line, "echo '%s' >keys.json", text);
    shell(line);
    refuse("check --vectors one.json --params keys.json", first, second);
}

/* Numbers out of range, and keys that are none, not whole, or not there, are refused: a contender's answer says nothing. */
static void test_refused_public_key_vectors(void **state)
{
    static const char one[] = "echo '{\"scheme\":\"%s\",\"vectors\":[{\"size\":512,\"op\":\"%s\",\"x\":\"%s\",\"y\":\"20000\""
                              "%s}]}' >one.json";
    static const char *const beyond[][3] = {{"RSA", "raw", "field 'x'"}, {"LUC", "raw", "field 'x'"}, {"RABIN", "raw", "field 'x'"},
                                            {"RSA", "private", "field 'y'"}};
    char line[1024], number[130];
    (void)state;
    memset(number, 'f', 128);
    number[128] = '\0';
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        snprintf(line, sizeof line, one, beyond[i][0], beyond[i][1], number, i == 2 ? ",\"inverse\":\"2\"" : "");
        if (i == 3)
            snprintf(line, sizeof line, "echo '{\"scheme\":\"RSA\",\"vectors\":[{\"size\":512,\"op\":\"private\",\"x\":\"2\","
                     "\"y\":\"%s\"}]}' >one.json", number);
        shell(line);
        assert_int_equal(assay("check --vectors one.json"), 1);
        expect(outcome.out, beyond[i][2]);
        expect(outcome.out, "out of range");
        expect(outcome.out, "0 right, 0 wrong; 0 vectors unknown, 1 refused");
    }
    snprintf(line, sizeof line, one, "RSA", "raw", "", "");
    shell(line);
    refuse("check --vectors one.json", "field 'x' is empty", "vector 0 (RSA)");
    snprintf(line, sizeof line, one, "RSA", "raw", "2", "");
    shell(line);
    refuse_parameters("{\"RSA\":5}", "keys.json: 'RSA' is no object", "expected {size: {field: number}}");
    refuse_parameters("{\"RSA\":{}}", "keys.json: 'RSA' is empty", "expected");
    refuse_parameters("{\"RSA\":{\"512\":7}}", "'512' of 'RSA'", "expected");
    refuse_parameters("{\"RSA\":{\"513\":{}}}", "'513' of 'RSA' is empty", "expected");
    refuse_parameters("{\"RSA\":{\"512\":{\"n\":7}}}", "field 'n' is no string", "expected hex digits");
    refuse_parameters("{\"RSA\":{\"512\":{\"n\":\"f\"},\"n\":\"f\"}}", "'RSA'", "keys beside numbers");
    refuse_parameters("{\"RSA\":{\"513\":{\"n\":\"f\"}}}", "no key 'RSA/512'", "vector 0");
    refuse_parameters("{\"DSA\":{\"512\":{\"p\":\"f\"}}}", "no key 'RSA/512'", "vector 0");
    refuse_parameters("{\"RSA\":{\"512\":{\"n\":\"\"}}}", "field 'n' is empty", "expected hex digits");
    refuse_parameters("{\"RSA\":{\"512\":{\"n\":\"ec4b\",\"e\":\"11\",\"p\":\"fb\",\"q\":\"f1\"}}}", "key 'RSA/512' (keys.json): field 'd' is missing",
                      "vector 0");
    /* A key without its modulus is at fault, and no number that is too long for it. */
    refuse_parameters("{\"RSA\":{\"512\":{\"e\":\"11\",\"d\":\"a571\",\"p\":\"fb\",\"q\":\"f1\"}}}",
                      "key 'RSA/512' (keys.json): field 'n' is missing", "vector 0");
    refuse_parameters("{\"RSA\":{\"n\":\"ec4b\",\"d\":\"a571\",\"p\":\"fb\",\"q\":\"f1\"}}",
                      "key 'RSA/512' (keys.json): field 'e' is missing", "vector 0");
    refuse_vectors("[{\"alg\":\"RSA\",\"scheme\":\"RSA\",\"op\":\"raw\",\"size\":512,\"x\":\"2\",\"y\":\"4\","
                   "\"parameters\":{\"e\":\"11\",\"d\":\"1\",\"p\":\"fb\",\"q\":\"f1\"}}]",
                   "vector 0 (RSA): key 'RSA/512': field 'n' is missing", "expected a number in hex");
}

/* What compares nothing, and keys of another size or with other numbers than the vector's, are no right answers. */
static void test_vectors_that_say_too_little(void **state)
{
#define KEYED(id, more) "[{\"alg\":\"" id "\",\"key\":\"000102030405060708090a0b0c0d0e0f\"," more "}]"
#define HEX_64 "0000000000000000000000000000000000000000000000000000000000000000"
#define SCHEME(scheme, more) "{\"scheme\":\"" scheme "\",\"vectors\":[{" more "}]}"
    static const char *const cases[][3] = {
        {KEYED("AES-128", "\"plaintext\":\"\",\"ciphertext\":\"\""), "'plaintext' and 'ciphertext' are empty", "expected bytes"},
        {KEYED("AES-128", "\"passes\":1,\"buffer_bytes\":16"), "field 'sha256_of_final_buffer' is missing", "expected it or another"},
        {KEYED("AES-128", "\"plaintext_zero_bytes\":16"), "field 'sha256_of_output' is missing", "expected it or another"},
        {KEYED("AES-128", "\"plaintext_zero_bytes\":16,\"last_32\":\"\""), "field 'last_32' has 0 bytes", "expected 1 to 16"},
        {KEYED("HMAC/MD5", "\"msg\":\"\",\"mac\":\"00\""), "field 'mac' has 1 byte", "expected 10 to 16"},
        {KEYED("HMAC/MD5", "\"msg\":\"\""), "field 'mac' is missing", "expected a string"},
        {KEYED("XMACC/MD5", "\"msg\":\"\",\"mac\":\"00000000000000000000000000000000\""), "field 'counter' is missing", "expected a string"},
        {SCHEME("BBS", "\"op\":\"stream\",\"size\":512,\"seed\":\"5\",\"out_b\":\"\""), "field 'out_b' is empty", "expected bytes"},
        {SCHEME("BBS", "\"op\":\"seek\",\"size\":512,\"seed\":\"5\",\"byte_index\":\"0\",\"out_b\":\"\""), "field 'out_b' is empty", "expected bytes"},
        {SCHEME("RABIN", "\"op\":\"raw\",\"size\":512,\"x\":\"2\",\"y\":\"4\",\"inverse\":\"1" HEX_64 HEX_64 "\""),
         "field 'inverse' is longer than 64 bytes", "expected at most those"},
        {SCHEME("MQV", "\"op\":\"agree\",\"size\":512,\"sa\":\"2\",\"ua\":\"2\",\"sb\":\"2\",\"ub\":\"2\",\"va\":\"1\",\"vb\":\"1\","
                       "\"wa\":\"1" HEX_64 HEX_64 "\",\"wb\":\"1\",\"z_b\":\"00\""),
         "field 'wa' is longer than 64 bytes", "expected at most those"},
        {SCHEME("BBS", "\"op\":\"stream\",\"size\":257,\"key\":\"512\",\"seed\":\"5\",\"out_b\":\"00\""), "field 'size' is 257", "expected 512"},
        {SCHEME("EC_P256", "\"op\":\"ecdsa\",\"size\":257,\"k\":\"1\",\"msg_b\":\"\",\"sig_b\":\"00\""), "field 'size' is 257", "expected 256"},
        {SCHEME("EC_P256", "\"op\":\"ecdsa\",\"k\":\"1\",\"msg_b\":\"\",\"sig_b\":\"00\""), "field 'size' is missing", "bits of the key"},
        {SCHEME("EC_P256", "\"op\":\"ecdsa\",\"size\":256,\"key\":\"a\",\"k\":\"1\",\"msg_b\":\"\",\"sig_b\":\"00\""), "field 'key' is given", "one key"},
        {SCHEME("ED25519", "\"op\":\"ed25519\",\"size\":1000000000,\"msg_b\":\"\",\"sig_b\":\"00\""), "'size' is 1000000000", "expected 255"},
    };
    static const struct {
        const char *scheme;
        int bits;
    } curves[] = {{"EC_GFP168", 168}, {"EC_GF2N155", 155}, {"EC_P256", 256}, {"EC_P521", 521}, {"EC_SECP256K1", 256}, {"EC_SECT163K1", 163}};
    char text[600];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        refuse_vectors(cases[i][0], cases[i][1], cases[i][2]);
        assert_string_equal(outcome.out, "");
    }
    /* a key that lacks its private part, one of another size, and numbers that no key has */
    refuse_vectors(SCHEME("ED25519", "\"op\":\"ed25519\",\"size\":255,\"msg_b\":\"\",\"sig_b\":\"00\",\"parameters\":{}"),
                   "key 'ED25519': field 'private' is missing", "expected the private key");
    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++) {
        const char *form = SCHEME("%s", "\"op\":\"%s\",\"size\":%d,\"k\":\"1\",\"msg_b\":\"\",\"sig_b\":\"00\",\"parameters\":{}");
        snprintf(text, sizeof text, form, curves[i].scheme, i < 2 ? "ecdsa_sha1" : "ecdsa", curves[i].bits);
        refuse_vectors(text, "field 'd' is missing", "expected the private key");
        assert_string_equal(outcome.out, "");
    }
    shell("echo '{\"scheme\":\"RSA\",\"vectors\":[{\"size\":17,\"op\":\"raw\",\"x\":\"2\",\"y\":\"276a\"}]}' >one.json");
#define SMALL_RSA(n, e, more) "{\"RSA\":{\"17\":{\"n\":\"" n "\",\"e\":\"" e "\",\"d\":\"a571\",\"p\":\"fb\",\"q\":\"f1\"" more "}}}"
    refuse_parameters(SMALL_RSA("ec4b", "11", ""), "field 'n' has 16 bits", "expected the 17 of field 'size'");
    refuse_parameters(SMALL_RSA("ec4b", "11", ",\"colour\":\"1\""), "field 'colour' is unknown", "expected numbers that such keys have");
    refuse_parameters(SMALL_RSA("ec4b", "13", ""), "field 'd' is refused", "expected the inverse of e");
    refuse_parameters(SMALL_RSA("ec4d", "11", ""), "field 'n' is refused", "that which p and q give");
    refuse_parameters(SMALL_RSA("0g", "11", ""), "field 'n' is no hex", "expected hex digits");
}

/* A malformed vector is found before any other is run, wherever it stands. */
static void test_malformed_vectors_are_found_first(void **state)
{
    (void)state;
    refuse_vectors("[{\"alg\":\"MD5\",\"msg\":\"\",\"digest\":\"d41d8cd98f00b204e9800998ecf8427f\"},{\"alg\":\"AES-128\",\"key\":\"00\","
                   "\"plaintext\":\"00\",\"ciphertext\":\"00\"},{\"alg\":\"MD5\",\"msg\":\"zz\",\"digest\":\"00\"}]",
                   "vector 2 (MD5): field 'msg' is 'zz'", "expected an even number");
    assert_string_equal(outcome.out, "");
    refuse_vectors(SCHEME("DH", "\"op\":\"public\",\"size\":512,\"xa\":\"1\",\"ya_b\":\"00\"},{\"op\":\"agree\",\"size\":512,\"xa\":\"1\""),
                   "vector 1 (DH): field 'xb' is missing", "expected hex digits");
    assert_string_equal(outcome.out, "");
    /* and a private key that is none is refused in every operation, by whoever is asked */
    for (size_t i = 0; i < 2; i++) {
        static const char *const contenders[] = {"native", "openssl"};
        set_aside(SCHEME("DH", "\"op\":\"public\",\"size\":512,\"xa\":\"0\",\"ya_b\":\"00\""), contenders[i],
                  "field 'xa' is no private key; public of DH allows 1 to below the order\n");
        set_aside(SCHEME("EC_P256", "\"op\":\"ecdh\",\"size\":256,\"xa\":\"1\",\"xb\":"
                                    "\"10000000000000000000000000000000000000000000000000000000000000000\",\"ya_b\":\"00\","
                                    "\"yb_b\":\"00\",\"z_b\":\"00\""),
                  contenders[i], "field 'xb' has 33 bytes; ecdh of EC_P256 with this key allows at most 32\n");
        set_aside(SCHEME("DSA", "\"op\":\"precomp_table\",\"size\":512,\"base\":\"g\",\"window\":\"0\",\"index\":\"0\",\"value\":\"1\""),
                  contenders[i], "field 'window' is 0; precomp_table of DSA allows 1 to ff\n");
        set_aside(SCHEME("NR", "\"op\":\"precomp_table\",\"size\":512,\"base\":\"g\",\"window\":\"8\",\"index\":\"10\",\"value\":\"1\""),
                  contenders[i], "field 'index' is 10; precomp_table of NR allows 0 to f\n");
    }
}

/* Public-key files name a scheme, and keys come with the program or from --params. */
static void test_check_public_key_vectors(void **state)
{
    (void)state;
    shell("echo '{\"scheme\":\"RSA\",\"vectors\":[{\"size\":512,\"op\":\"raw\",\"x\":\"2\",\"y\":\"20000\"}]}' >rsa.json;"
          "echo '{\"scheme\":\"RSA\",\"vectors\":[{\"size\":512,\"op\":\"raw\",\"x\":\"2\",\"y\":\"20001\"}]}' >wrong.json;"
          "echo '{\"scheme\":\"RSA\",\"vectors\":[{\"size\":16,\"op\":\"raw\",\"x\":\"2\",\"y\":\"276a\"}]}' >small.json;"
          "echo '{\"scheme\":\"RSA\",\"vectors\":[{\"size\":16,\"op\":\"fold\"}]}' >unknown.json;"
          "echo '{\"RSA\":{\"16\":{\"n\":\"ec4b\",\"e\":\"11\",\"d\":\"a571\",\"p\":\"fb\",\"q\":\"f1\"}}}' >params.json;"
          "echo '{\"RSA\":{\"16\":{\"n\":\"ec4b\",\"e\":\"11\",\"d\":\"a571\",\"p\":\"fb\",\"q\":\"f3\"}}}' >bad.json");
    assert_int_equal(assay("check --vectors rsa.json"), 0);
    expect(outcome.out, "right: 1");
    assert_int_equal(assay("check --vectors wrong.json"), 2);
    assert_int_equal(assay("check --vectors small.json"), 1);
    expect(outcome.err, "no key 'RSA/16'");
    assert_int_equal(assay("check --vectors small.json --params params.json --contender native"), 0);
    expect(outcome.out, "right: 1");
    assert_int_equal(assay("check --vectors small.json --params bad.json --contender native"), 1);
    expect(outcome.err, "key 'RSA/16' (bad.json): field 'n' is refused");
    assert_int_equal(assay("check --vectors unknown.json"), 1);
    expect(outcome.out, "unknown: 1");
    /* a curve's parameters, by themselves or by size; over GF(2^m) a polynomial instead of p */
    shell(
          "echo '{\"scheme\":\"EC_GF2N155\",\"vectors\":[{\"size\":155,\"op\":\"ecdh\",\"xa\":\"1\",\"xb\":\"1"
          "\",\"ya_b\":\"04018e31bb63d8cb8cbbbf781d5c0feca612e46cf10383e1c082a58110eb172a6ecef4b1587c07b49a\","
          "\"yb_b\":\"04018e31bb63d8cb8cbbbf781d5c0feca612e46cf10383e1c082a58110eb172a6ecef4b1587c07b49a\",\"z_"
          "b\":\"018e31bb63d8cb8cbbbf781d5c0feca612e46cf1\"}]}' >curve.json;"
          "echo '{\"EC_GF2N155\":{\"poly\":\"800000000000000000000004000000000000001\",\"a\":\"0\",\"b\":\"7338"
          "f\",\"gx\":\"18e31bb63d8cb8cbbbf781d5c0feca612e46cf1\",\"gy\":\"383e1c082a58110eb172a6ecef4b1587c07b"
          "49a\",\"order\":\"aaaaaaaaaaaaaaaaaab1fcf1e206f421a3ea1b\",\"cofactor\":\"c\"}}' >one.json;"
          "echo '{\"EC_GF2N155\":{\"155\":{\"poly\":\"800000000000000000000004000000000000001\",\"a\":\"0\",\"b"
          "\":\"7338f\",\"gx\":\"18e31bb63d8cb8cbbbf781d5c0feca612e46cf1\",\"gy\":\"383e1c082a58110eb172a6ecef4"
          "b1587c07b49a\",\"order\":\"aaaaaaaaaaaaaaaaaab1fcf1e206f421a3ea1b\",\"cofactor\":\"c\"}}}' >sizes.js"
          "on;"
          "sed 's/800000000000000000000004/800000000000000000000005/' sizes.json >reducible.json");
    assert_int_equal(assay("check --vectors curve.json --params one.json"), 0);
    assert_int_equal(assay("check --vectors curve.json --params sizes.json"), 0);
    expect(outcome.out, "right: 1");
    assert_int_equal(assay("check --vectors curve.json --params reducible.json --contender native"), 1);
    expect(outcome.err, "key 'EC_GF2N155' (reducible.json): field 'poly' is refused");
    refuse("check --vectors rsa.json --params missing.json", "--params: missing.json: cannot be read: No such file or directory",
           "expected a JSON file");
    refuse("check --vectors rsa.json --params .", "--params: .: cannot be read: Is a directory", "expected a JSON file");
    assert_int_equal(assay("check bignum --count 200"), 0);
    expect(outcome.out, "bignum");
    expect(outcome.out, "1 checked: 1 equal");
}

static void test_run_public_key(void **state)
{
    (void)state;
    assert_int_equal(assay("run rsa_512_oaep nr_512_sha1 dh_512 --operation all --seconds 0.01"), 0);
    expect(outcome.out, "exchanged");
    expect(outcome.out, "sign_precomputed");
    expect(outcome.out, "generate_key_precomputed");
    expect(outcome.out, "BIGNUM");
    /* The longest key pairs that there are. */
    assert_int_equal(assay("run ecdh_p521 ecdh_sect571r1 --operation generate_key,derive" QUICK), 0);
    expect(outcome.out, "exchanged");
    assert_null(strstr(outcome.out, "MISMATCH"));
}

static void test_run_json(void **state)
{
    (void)state;
    assert_int_equal(assay("run sha256 md5 --size 16,1K --format json" QUICK), 0);
    json_t *document = json_loads(outcome.out, 0, NULL);
    assert_non_null(document);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(document, "machine"), "schema")), 1);
    const json_t *rows = json_object_get(document, "rows");
    assert_int_equal(json_array_size(rows), 6); /* two of memcpy, four of the hashes */
    const json_t *row = json_array_get(rows, 2);
    assert_string_equal(json_string_value(json_object_get(row, "primitive")), "sha256");
    assert_string_equal(json_string_value(json_object_get(row, "check")), "equal");
    assert_int_equal(json_integer_value(json_object_get(row, "size")), 16);
    const json_t *contenders = json_object_get(row, "contenders");
    assert_int_equal(json_array_size(contenders), 2);
    const json_t *native = json_array_get(contenders, 0);
    double median_ns = json_number_value(json_object_get(native, "median_ns"));
    double rate = json_number_value(json_object_get(native, "bytes_per_second"));
    assert_true(median_ns > 0);
    assert_true(rate * median_ns / 16e9 > 0.999 && rate * median_ns / 16e9 < 1.001);
    json_decref(document);
}

static void test_show_digest(void **state)
{
    (void)state;
    assert_int_equal(assay("run md5 --size 16,1 --misalign 0,3 --shape update --contender native --show-digest" QUICK), 0);
    expect(outcome.err, "digest: md5 hash, 16 bytes, shape update, misaligned by 0, native: ");
    expect(outcome.err, "digest: md5 hash, 16 bytes, shape update, misaligned by 3, native: ");
    expect(outcome.err, "digest: md5 hash, 1 byte, shape update, misaligned by 3, native: ");
}

static void test_empty_message(void **state)
{
    (void)state;
    assert_int_equal(assay("run md5 --size 0 --format json" QUICK), 0);
    assert_null(strstr(outcome.out, "inf"));
    assert_null(strstr(outcome.out, "nan"));
    json_t *document = json_loads(outcome.out, 0, NULL);
    assert_non_null(document);
    const json_t *row = json_array_get(json_object_get(document, "rows"), 0);
    const json_t *native = json_array_get(json_object_get(row, "contenders"), 0);
    assert_true(json_is_null(json_object_get(native, "bytes_per_second")));
    assert_true(json_is_number(json_object_get(native, "operations_per_second")));
    json_decref(document);
}

static void test_passwords(void **state)
{
    (void)state;
    /* The XOR of the digests of 00000000 .. 00000999 is known: computed independently. */
    assert_int_equal(assay("passwords --count 1000 --width 8 --hash md5,sha256 --contender all"), 0);
    expect(outcome.out, "9876994100faf9a79b3d62bf845ed62a");
    expect(outcome.out, "8916a709880882a46ec58a464866d59bbf339670396c73c444fafb567f790844");
    assert_int_equal(assay("passwords --count 1000 --width 8 --hash md5 --threads 3 --vector-bits 128"), 0);
    expect(outcome.out, "9876994100faf9a79b3d62bf845ed62a");
    expect(outcome.out, "Scaling: each contender on 3 threads, by the wall clock");
    expect(outcome.out, "efficiency");
    assert_null(strstr(outcome.out, "[9]")); /* whatever the machine does, a row has but a few notes */
    expect(outcome.out, "native vectors of 128 bits");
    assert_int_equal(assay("passwords --count 1000 --hash md5 --shape hash --threads 2 --format markdown -o threads.jsonl --force"), 0);
    expect(outcome.out, "Scaling: each contender on 2 threads");
    assert_int_equal(assay("report threads.jsonl --format html"), 0);
    expect(outcome.out, "Scaling: each contender on 2 threads");
    refuse("passwords --threads 0", "'0'", "1 to 1024");
    refuse("list md5 --suites", "unexpected operand 'md5'", "");
    refuse("check --params nofile md5", "--params", "--vectors beside it");
    refuse("check --vectors nofile md5", "unexpected operand 'md5'", "none beside --vectors");
    refuse("passwords --vector-bits 64", "'64'", "128, 256 or 512");
    /* Few passwords are no fewer than the clock can tell: what is recorded is read again. */
    for (int count = 1; count < 4; count++) {
        char line[128];
        snprintf(line, sizeof line, "passwords --count %d --hash md5 --contender all --force --output few.jsonl", count);
        assert_int_equal(assay(line), 0);
        expect(outcome.out, count == 1 ? "\n1 password, the numbers from 0" : " passwords, the numbers from 0");
        assert_int_equal(assay("report few.jsonl"), 0);
    }
    assert_int_equal(assay("passwords --count 1000 --hash md5"), 0);
    expect(outcome.out, "; today's 1,000 passwords scaled to 10,000,000\n");
    refuse("passwords --count 0", "--count: bad value '0'", "from 1 to 1099511627776");
}

/* A hash or a cost that none of the contenders can do is a row that says so, and the record is read again. */
static void test_passwords_that_nobody_can_hash(void **state)
{
    static const char *const cases[][2] = {
        {"passwords --hash md5,tiger --shape hash --count 1000 --contender native/lanes", "2 rows: 1 ok, 0 failed, 1 unavailable"},
        {"passwords --hash md5,tiger --count 1000 --contender openssl", "6 rows: 4 ok, 0 failed, 2 unavailable"},
        {"passwords --hash tiger,md5 --shape hash --count 1000 --threads 2 --contender openssl/low-level", "2 rows: 1 ok, 0 failed, 1 unavailable"},
        {"passwords --kdf --hash bcrypt,pbkdf2_hmac_sha256 --count 1 --contender openssl", "5 rows: 3 ok, 0 failed, 2 unavailable"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s --force --output nobody.jsonl", cases[i][0]);
        assert_int_equal(assay(line), 0);
        expect(outcome.out, cases[i][1]);
        assert_int_equal(assay("report nobody.jsonl"), 0);
        expect(outcome.out, cases[i][1]);
        assert_int_equal(shell("grep -c '\"skip\":\"no contender can do it: ' nobody.jsonl"), 0);
    }
}

static void test_kdf(void **state)
{
    (void)state;
    assert_int_equal(assay("passwords --kdf --count 2 --hash pbkdf2_hmac_sha256,bcrypt --target-ms 4 --output kdf.jsonl --force"), 0);
    expect(outcome.out, "PBKDF2-HMAC-SHA-256, 600,000 iterations");
    expect(outcome.out, "bcrypt, cost 12");
    expect(outcome.out, "worst");
    expect(outcome.out, "average");
    expect(outcome.out, "thousands of times");
    expect(outcome.out, "Costs that take about 4.000 ms here");
    assert_int_equal(shell("cat kdf.jsonl"), 0);
    assert_int_equal(shell("grep -c '\"operation\": *\"derive\"' kdf.jsonl"), 0);
    assert_int_equal(atoi(outcome.out), 5);
    assert_int_equal(assay("passwords --kdf --count 1 --hash scrypt --format json"), 0);
    json_t *document = json_loads(outcome.out, 0, NULL);
    assert_non_null(document);
    const json_t *row = json_array_get(json_object_get(document, "rows"), 1);
    assert_string_equal(json_string_value(json_object_get(row, "name")), "scrypt, N=2^17 r=8 p=1");
    assert_string_equal(json_string_value(json_object_get(row, "check")), "equal");
    json_decref(document);
    refuse("passwords --kdf --count 0 --hash bcrypt", "--count: bad value '0'", "from 1");
    assert_int_equal(assay("check bcrypt argon2id pbkdf2_hmac_sha256 --count 20"), 0);
    refuse("passwords --target-ms 250", "--target-ms", "--kdf");
    refuse("passwords --kdf --target-ms 0", "--target-ms", "milliseconds above 0");
    refuse("passwords --kdf --hash md5", "--hash", "argon2id");
    refuse("passwords --kdf --shape 2014", "--shape", "--kdf");
    refuse("passwords --kdf --threads 2", "--threads", "--kdf");
}

/* A password hash as it was written before 2011, with a prefix of its own, is not taken for one of today's. */
static void test_wrong_bcrypt_prefix(void **state)
{
    (void)state;
    assert_int_equal(shell("echo '[{\"alg\": \"bcrypt-2b\", \"password\": \"a3\", \"salt\": "
                           "\"05030085d5ed4c176b2ac3cbee47291c\", \"cost\": 5, \"hash\": "
                           "\"$2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e\"}]' >old.json"), 0);
    assert_int_equal(assay("check --vectors old.json --contender native"), 1);
    expect(outcome.err, "$2x$");
    expect(outcome.err, "expected $2b$");
}

/* Whether this is a build whose figures may be recorded; what one that is not says instead is checked here. */
static bool records(void)
{
    if (assay("run md5 --size 16 --output /dev/null" QUICK) == 0)
        return true;
    expect(outcome.err, "warning: not an optimized build");
    expect(outcome.err, "--output: this build is not optimised");
    return false;
}

static void test_output_is_never_overwritten(void **state)
{
    (void)state;
    if (!records())
        skip();
    assert_int_equal(shell("echo precious >old.jsonl"), 0);
    refuse("run md5 --size 16 --force=no --output old.jsonl" QUICK, "--force", "");
    assert_int_equal(assay("run md5 --size 16 --output old.jsonl" QUICK), 1);
    expect(outcome.err, "old.jsonl");
    assert_int_equal(shell("cat old.jsonl"), 0);
    assert_string_equal(outcome.out, "precious\n");
    assert_int_equal(assay("run md5 --size 16 --output nosuch/new.jsonl" QUICK), 1);
    expect(outcome.err, "nosuch/new.jsonl");
    assert_int_equal(assay("run md5 --size 16 --force --output old.jsonl" QUICK), 0);
    assert_int_equal(shell("wc -l <old.jsonl"), 0);
    assert_int_equal(atoi(outcome.out), 3); /* machine, memcpy, md5 */
}

/* Two records that differ in nothing but the speed of native MD5, which is 20 % slower in the second. */
static void write_records(void)
{
    assert_int_equal(
        shell("one() { printf '%s\\n' '{\"type\":\"machine\",\"schema\":1,\"cpu\":\"A CPU\",\"build_type\":\"'$3'\",\"optimised\":true}';"
              "printf '{\"type\":\"row\",\"schema\":1,\"workload\":\"bulk\",\"primitive\":\"md5\",\"operation\":\"hash\",\"shape\":"
              "\"message\",\"size\":16,\"rounds\":13,\"check\":\"equal\",\"contenders\":[{\"name\":\"native\",\"via\":\"native\",\"median_ns\":%s,"
              "\"samples\":[' $1; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do printf '[1000,%s%s],' $1 $((900 + i)); done;"
              "printf '[1000,%s000]]}],\"name\":\"%s\"}\\n' $1 $2; };"
              "one 100 '<script>' release >a.jsonl; one 120 '' debug >b.jsonl; one 100 '' release >c.jsonl; echo '{' >bad.jsonl"), 0);
}

static void test_full_disk(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    assert_int_equal(shell("\"$ASSAY\" list >/dev/full"), 1);
    expect(outcome.err, "standard output");
    assert_int_equal(shell("\"$ASSAY\" run md5 --size 16" QUICK " >/dev/full"), 1);
    expect(outcome.err, "standard output");
    assert_int_equal(assay("run md5 --size 16 --force --output /dev/full" QUICK), 1);
    expect(outcome.err, "/dev/full");
    write_records();
    static const char *const formats[] = {"text", "csv", "json", "markdown", "html"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char line[128];
        snprintf(line, sizeof line, "report a.jsonl -o /dev/full --format %s", formats[i]);
        assert_int_equal(assay(line), 1);
        expect(outcome.err, "assay: /dev/full: cannot write: ");
    }
}

static void test_compare(void **state)
{
    (void)state;
    write_records();
    assert_int_equal(assay("compare a.jsonl b.jsonl"), 0);
    expect(outcome.out, "slower");
    expect(outcome.out, "different build type: release, now debug");
    assert_int_equal(assay("compare a.jsonl b.jsonl --fail-on slower --threshold 5%"), 3);
    assert_int_equal(assay("compare a.jsonl b.jsonl --fail-on slower --threshold 50%"), 0);
    assert_int_equal(assay("compare a.jsonl b.jsonl --fail-on faster"), 0);
    assert_int_equal(assay("compare b.jsonl a.jsonl --fail-on faster"), 3);
    assert_int_equal(assay("compare a.jsonl c.jsonl --fail-on any"), 0);
    expect(outcome.out, "1 no difference");
    expect(outcome.out, "0 contenders are the same thing in both");
    shell("for i in a c; do sed '1s/\"cpu\"/\"commit\":\"0123456789ab\",\"cpu\"/' $i.jsonl >$i-known.jsonl; done");
    assert_int_equal(assay("compare a-known.jsonl c-known.jsonl"), 0);
    expect(outcome.out, "1 contender is the same thing in both");
    assert_int_equal(assay("compare a.jsonl c.jsonl --strict"), 0);
    assert_int_equal(assay("compare a.jsonl b.jsonl --strict"), 1);
    expect(outcome.err, "different build type");
    /* All that differs is told, not the first of it. */
    assert_int_equal(shell("sed '1s/\"optimised\":true/\"optimised\":false,\"compiler_flags\":\"-O0\"/' b.jsonl >d.jsonl"), 0);
    assert_int_equal(assay("compare a.jsonl d.jsonl --strict"), 1);
    expect(outcome.err, "different compiler flags: unknown, now -O0; different build type: release, now debug; "
                        "the new record is of a build that is not optimised (--strict)\n");
    assert_int_equal(assay("compare a.jsonl b.jsonl c.jsonl --format json -o changes.json"), 0);
    assert_int_equal(assay("compare a.jsonl b.jsonl -o changes.md && head -c 1 changes.md"), 0);
    assert_string_equal(outcome.out, "#");
    assert_int_equal(assay("compare a.jsonl b.jsonl -o changes.csv && head -n 1 changes.csv"), 0);
    expect(outcome.out, ",verdict");
    assert_int_equal(assay("compare a.jsonl b.jsonl -o changes.log --format csv && head -n 1 changes.log"), 0);
    expect(outcome.out, ",verdict");
    assert_int_equal(assay("compare a.jsonl b.jsonl -o plain.log && head -n 1 plain.log"), 0);
    expect(outcome.out, "old: a.jsonl");
    refuse("compare a.jsonl", "1 record given", "an old one");
    refuse("compare a.jsonl nosuch.jsonl", "nosuch.jsonl", "cannot open");
    refuse("compare a.jsonl bad.jsonl -o none.txt", "bad.jsonl:1:", "not JSON");
    assert_int_equal(shell("ls none.txt* | wc -l"), 0);
    assert_int_equal(atoi(outcome.out), 0);
    refuse("compare a.jsonl b.jsonl --fail-on fast", "'fast'", "slower");
    refuse("compare a.jsonl b.jsonl --format yaml", "'yaml'", "markdown");
    refuse("compare a.jsonl b.jsonl --threshold much", "'much'", "percentage");
    /* A gate that nothing passed through is no gate. */
    assert_int_equal(shell("sed s/md5/sha1/ a.jsonl >other.jsonl; sed 's/,.1000,100[0-9]*.//g;s/\"rounds\":13/\"rounds\":1/' a.jsonl >few.jsonl"), 0);
    assert_int_equal(assay("compare a.jsonl other.jsonl"), 0);
    static const char *const gates[] = {"slower", "faster", "any"};
    for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++) {
        char line[128];
        snprintf(line, sizeof line, "compare a.jsonl other.jsonl --fail-on %s", gates[i]);
        assert_int_equal(assay(line), 1);
        expect(outcome.err, "other.jsonl: no row was compared: it has none in common with a.jsonl");
    }
    assert_int_equal(assay("compare few.jsonl few.jsonl --fail-on slower"), 1);
    expect(outcome.err, "few.jsonl: no row was compared: of 1 in common with few.jsonl, none has a verdict");
}

/* Not even --force replaces a record by what is said about it, whatever it is called. */
static void test_output_that_is_an_input(void **state)
{
    static const char *const lines[] = {
        "compare a.jsonl b.jsonl -o a.jsonl --force",
        "compare a.jsonl b.jsonl -o ./b.jsonl --force",
        "compare b.jsonl b.jsonl -o b.jsonl",
        "report a.jsonl --format text -o a.jsonl --force",
        "report b.jsonl a.jsonl --format html -o link.html --force",
        "report - --format csv -o a.jsonl --force <a.jsonl",
    };
    (void)state;
    write_records();
    assert_int_equal(shell("ln -sf a.jsonl link.html; cp a.jsonl a.kept; cp b.jsonl b.kept"), 0);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        refuse(lines[i], "the output is the same file as the input", ".jsonl");
        assert_int_equal(shell("cmp a.jsonl a.kept && cmp b.jsonl b.kept && test -L link.html"), 0);
    }
    assert_int_equal(assay("report a.jsonl >>a.jsonl"), 1);
    expect(outcome.err, "standard output: the output is the same file as the input a.jsonl");
    assert_int_equal(shell("cmp a.jsonl a.kept"), 0);
    assert_int_equal(assay("compare a.jsonl b.jsonl -o c.jsonl --force"), 0);
}

static void test_report(void **state)
{
    static const char *const files[] = {"r.md", "r.csv", "r.json", "r.txt"};
    (void)state;
    write_records();
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char line[128];
        snprintf(line, sizeof line, "report a.jsonl b.jsonl -o %s", files[i]);
        assert_int_equal(assay(line), 0);
        assert_string_equal(outcome.out, "");
        refuse(line, files[i], "exists already");
        snprintf(line, sizeof line, "report a.jsonl --force -o %s", files[i]);
        assert_int_equal(assay(line), 0);
    }
    assert_int_equal(assay("report a.jsonl b.jsonl --format json"), 0);
    json_t *documents = json_loads(outcome.out, 0, NULL);
    assert_int_equal(json_array_size(documents), 2);
    json_decref(documents);
    assert_int_equal(shell("PATH=/nonexistent; \"$ASSAY\" report \"$ASSAY_SOURCE_ROOT/tests/golden/record.jsonl\" -o bare.html"), 0);
    expect(outcome.err, "gnuplot is not installed");
    assert_int_equal(shell("cat bare.html"), 0);
    expect(outcome.out, "There are no plots: gnuplot is not installed");
    assert_int_equal(assay("report a.jsonl --format html"), 0);
    expect(outcome.out, "&lt;script&gt;");
    assert_null(strstr(outcome.out, "src="));
    assert_int_equal(shell("PATH=/nonexistent; \"$ASSAY\" report \"$ASSAY_SOURCE_ROOT/tests/golden/record.jsonl\" -o bare.png"), 1);
    refuse("report a.jsonl -o bare.png --plot nosuch", "'nosuch'", "throughput");
    assert_int_equal(assay("report a.jsonl >plain.txt && \"$ASSAY\" report a.jsonl -o - | cmp - plain.txt"), 0);
    assert_int_equal(assay("report a.jsonl -o - --format csv"), 0);
    expect(outcome.out, "workload,");
    refuse("report", "no record", "one or more");
    refuse("report bad.jsonl -o none.md", "bad.jsonl:1:", "not JSON");
    refuse("report a.jsonl -o none.doc", "none.doc", "unknown kind");
    refuse("report a.jsonl --format yaml", "'yaml'", "html");
    refuse("report a.jsonl -o nosuch/none.md", "nosuch/none.md", "cannot open");
    assert_int_equal(shell("ls none* nosuch* 2>/dev/null | wc -l"), 0);
    assert_int_equal(atoi(outcome.out), 0);
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(assay("report a.jsonl --format csv -o /dev/full"), 1);
        expect(outcome.err, "/dev/full");
    }
}

/* An old table's rows have its unit to the last digit; what stands beside it is marked and is no part of its means. */
static void test_report_of_a_suite(void **state)
{
    (void)state;
    assert_int_equal(
        shell("one() { printf '{\"type\":\"row\",\"schema\":1,\"workload\":\"bulk\",\"suite\":\"crypto++-1998\",\"primitive\":\"three_way\","
              "\"name\":\"%s\",\"class\":\"block_cipher\",\"operation\":\"%s\",\"shape\":\"update\",\"size\":1020,\"check\":"
              "\"vectors-only\",\"published\":%s,\"beside_table\":%s,\"contenders\":[{\"name\":\"native\",\"via\":\"native\",\"median_ns\":%s,"
              "\"bytes_per_second\":%s}]}\\n' \"$@\"; }; echo '{\"type\":\"machine\",\"schema\":1}' >three.jsonl;"
              "one '3-WAY (r=11)' decrypt 5880037 false 10 102000000 >>three.jsonl; one '3-WAY, encryption' encrypt null true 5 204000000 >>three.jsonl"), 0);
    assert_int_equal(assay("report three.jsonl --format text"), 0);
    expect(outcome.out, " 5,880,037  102,000,000 ");
    expect(outcome.out, "geometric mean of native over 1 row: 102,000,000 (published over the same rows: 5880037; speed-up 17.3)");
    expect(outcome.out, "decryption, which is what the table timed");
    expect(outcome.out, "beside the table, which does not have it");
}

static void test_closed_output(void **state)
{
    (void)state;
    assert_int_equal(shell("\"$ASSAY\" list | head -1"), 0);
    assert_string_equal(outcome.err, "");
}

/* The report of a program that was started without standard output is lost; it is not written into the record. */
static void test_closed_descriptors(void **state)
{
    static const struct {
        const char *closed;
        int status;
    } cases[] = {{">&-", 1}, {"2>&-", 0}, {">&- 2>&-", 1}, {"<&- >&- 2>&-", 1}, {"<&-", 0}};
    (void)state;
    if (!records())
        skip();
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof cases[0]); i++) {
        char line[512];
        const char *closed = cases[i / 2].closed;
        snprintf(line, sizeof line, "%s --force --output closed.jsonl %s",
                 i % 2 == 0 ? "run md5 --size 16" QUICK : "passwords --hash md5 --count 1000 --shape hash", closed);
        if (assay(line) != cases[i / 2].status)
            fail_msg("assay %s: exit status %d\n%s", line, outcome.status, outcome.err);
        if (cases[i / 2].status != 0 && strstr(closed, "2>") == NULL)
            expect(outcome.err, "standard output: cannot be written");
        assert_int_equal(assay("report closed.jsonl --format csv"), 0);
        expect(outcome.out, "md5");
    }
    assert_int_equal(shell("\"$ASSAY\" list >&-"), 1);
    assert_int_equal(shell("\"$ASSAY\" report - <&-"), 1);
    expect(outcome.err, "standard input");
}

static void test_interrupt_keeps_rows(void **state)
{
    (void)state;
    shell("rm -f cut.jsonl; \"$ASSAY\" run md5 sha256 --force --seconds 0.4 --size 16,64,256,1024 --output cut.jsonl & pid=$!;"
          "n=0; while [ $n -lt 200 ] && [ \"$(wc -l <cut.jsonl 2>/dev/null || echo 0)\" -lt 6 ]; do sleep 0.05; n=$((n+1)); done;"
          "kill -INT $pid; wait $pid");
    assert_int_equal(outcome.status, 130);
    shell("cat cut.jsonl");
    size_t lines = 0;
    for (char *line = strtok(outcome.out, "\n"); line != NULL; line = strtok(NULL, "\n"), lines++) {
        json_t *object = json_loads(line, 0, NULL);
        assert_non_null(object);
        json_decref(object);
    }
    assert_in_range(lines, 5, 12);
}

/* One message that takes seconds: the first signal waits for it and says so, the second does not; what is done is kept. */
static void test_interrupt_of_a_long_slice(void **state)
{
    (void)state;
    shell("rm -f long.jsonl; \"$ASSAY\" run md2 --force --contender native --rounds 1 --size 16,256M --output long.jsonl & pid=$!;"
          "n=0; while [ $n -lt 400 ] && [ \"$(cat long.jsonl 2>/dev/null | wc -l)\" -lt 4 ]; do sleep 0.05; n=$((n+1)); done;"
          "sleep 3; kill -INT $pid; kill -INT $pid; sleep 1.5; kill -0 $pid || exit 9; s=$(date +%s%N); kill -INT $pid; wait $pid;"
          "rc=$?; echo $((($(date +%s%N) - s) / 1000000)) >took; exit $rc");
    if (outcome.status == 9)
        skip(); /* a machine that is faster than this test thinks */
    assert_int_equal(outcome.status, 130);
    expect(outcome.err, "finishing the step in hand");
    assert_int_equal(shell("cat took"), 0);
    assert_in_range(atoi(outcome.out), 0, 1000);
    assert_int_equal(shell("wc -l <long.jsonl"), 0);
    assert_int_equal(atoi(outcome.out), 4);
}

static void test_interrupted_check(void **state)
{
    (void)state;
    shell("\"$ASSAY\" check md5 --count 1000000000 & pid=$!; sleep 0.5; kill -TERM $pid; wait $pid");
    assert_int_equal(outcome.status, 130);
}

static void test_masked_libcrypto(void **state)
{
    (void)state;
    if (assay("run md5 --openssl-features none" QUICK) == 3)
        skip(); /* an architecture without such a mask says so */
    refuse("run md5 --openssl-features nosuch", "unknown feature 'nosuch'", "none alone, or a list of ");
    refuse("run md5 --openssl-features sse2,none", "'none'", "none alone, or a list of ");
    refuse("run md5 --openssl-features sse2,,ssse3", "'sse2,,ssse3'", "none of them empty");
    refuse("run md5 --openssl-features sse2 --openssl-features nosuch", "'nosuch'", "none alone, or a list of ");
    if (assay("run sha256 --size 64 --format json --openssl-features none" QUICK) == 3)
        skip(); /* an architecture without such a mask says so */
    json_t *document = json_loads(outcome.out, 0, NULL);
    assert_non_null(document);
    const json_t *row = json_array_get(json_object_get(document, "rows"), 1);
    assert_string_equal(json_string_value(json_object_get(row, "check")), "equal");
    const json_t *portable = json_array_get(json_object_get(row, "contenders"), 2);
    assert_string_equal(json_string_value(json_object_get(portable, "name")), "openssl/portable");
    assert_true(json_number_value(json_object_get(portable, "median_ns")) > 0);
    expect(json_string_value(json_object_get(json_object_get(document, "machine"), "libcrypto_masked")), "reports");
    json_decref(document);
}

/* Killed in the middle, then continued: every row once, none measured twice. */
static void test_resume(void **state)
{
#define JOBS "run md5 sha1 sha256 --size 16,64,256,1024 --seconds 0.2"
    (void)state;
    if (!records())
        skip();
    shell("rm -f killed.jsonl; \"$ASSAY\" " JOBS " --output killed.jsonl >/dev/null & pid=$!;"
          "n=0; while [ $n -lt 400 ] && [ \"$(cat killed.jsonl 2>/dev/null | wc -l)\" -lt 9 ]; do sleep 0.05; n=$((n+1)); done;"
          "kill -9 $pid; wait $pid; head -c -20 killed.jsonl >cut.jsonl; cp cut.jsonl first.jsonl");
    assert_int_equal(assay(JOBS " --resume cut.jsonl"), 0);
    /* Rows that are there twice, if any, come first on output, then the number of lines. */
    assert_int_equal(shell("grep '\"type\":\"row\"' cut.jsonl | sed 's/.*\"primitive\":\\(\"[a-z0-9]*\"\\).*\"size\":\\([0-9]*\\).*/\\1 \\2/' | sort | "
                           "uniq -d; wc -l <cut.jsonl; n=$(wc -l <first.jsonl); head -n $n first.jsonl >a; head -n $n cut.jsonl | cmp - a"),
                     0);
    assert_int_equal(atoi(outcome.out), 1 + 4 + 12);
    /* The same jobs in other words, nothing left to do: the record stays as it is. */
    assert_int_equal(shell("cp cut.jsonl done.jsonl"), 0);
    assert_int_equal(assay("run --format csv sha256 sha1 md5 --size 1K --seconds=0.20 --size 256,64,16 --resume cut.jsonl"), 0);
    assert_int_equal(shell("cmp cut.jsonl done.jsonl"), 0);
    assert_int_equal(assay("run md5 --size 16,64,256,1024 --seconds 0.2 --resume cut.jsonl"), 1);
    expect(outcome.err, "another command line: the operands are 'md5 sha1 sha256', here they are 'md5'\n");
    assert_int_equal(assay("run md5 sha1 sha256 --size 16 --seconds 0.2 --resume cut.jsonl"), 1);
    expect(outcome.err, "another command line: --size is '16,64,256,1024', here it is '16'\n");
    assert_int_equal(assay(JOBS " --rounds 9 --resume cut.jsonl"), 1);
    expect(outcome.err, "--rounds is '0', here it is '9'\n");
    assert_int_equal(shell("head -c 100 cut.jsonl >first.jsonl; : >void.jsonl"), 0);
    refuse(JOBS " --resume first.jsonl", "first.jsonl", "cut off in its first line");
    refuse(JOBS " --resume void.jsonl", "void.jsonl", "empty");
    /* Words that a shell would not take as they are come back whole. */
    assert_int_equal(assay("run 'md[5]' \\*a256 --size 16 --output \"it's a 'record'.jsonl\"" QUICK), 0);
    assert_int_equal(shell("grep -c \"assay run 'md\\[5\\]' '\\*a256' \" *record*.jsonl"), 0);
    assert_int_equal(assay("run '*a256' 'md[5]' --size 16 --resume \"it's a 'record'.jsonl\"" QUICK), 0);
    /* The defaults in words, whichever way they were asked for; what was not given is said to be so. */
    assert_int_equal(assay("run md5 --output plain.jsonl" QUICK), 0);
    assert_int_equal(assay("run md5 --contender openssl,native --size 16,64,256,1K,8192,16K --shape message --misalign 0"
                           " --resume plain.jsonl" QUICK), 0);
    refuse("run md5 --openssl-features none --resume plain.jsonl" QUICK, "command line: --openssl-features is not given, here it is 'none'\n", "");
    refuse("run md5 --suite openssl --resume plain.jsonl" QUICK, "--suite is not given, here it is 'openssl'\n", "");
    refuse("run md5 --operation hash --resume plain.jsonl" QUICK, "--operation is not given, here it is 'hash'\n", "");
    refuse("run md5 --contender all --resume plain.jsonl" QUICK, "--contender is 'native,openssl', here it is 'all'\n", "");
    refuse("run md5 --size 16 --resume plain.jsonl" QUICK, "--size is '16,64,256,1024,8192,16384', here it is '16'\n", "");
    refuse("run --resume plain.jsonl" QUICK, "the operands are 'md5', here they are not given\n", "");
    refuse("run md5 --resume missing.jsonl", "missing.jsonl", "");
    refuse(JOBS " --resume cut.jsonl --output new.jsonl", "--resume", "--output");
}

/* A second run on a record that one is writing is refused, and the first one loses nothing. */
static void test_two_runs_on_one_record(void **state)
{
    (void)state;
    if (!records())
        skip();
    shell("rm -f two.jsonl; line='run md5 --size 16,64 --seconds 0.5'; \"$ASSAY\" $line --output two.jsonl & pid=$!; n=0;"
          "while [ $n -lt 400 ] && [ \"$(cat two.jsonl 2>/dev/null | wc -l)\" -lt 2 ]; do sleep 0.05; n=$((n+1)); done;"
          "kill -STOP $pid; \"$ASSAY\" $line --resume two.jsonl; a=$?; \"$ASSAY\" $line --force --output two.jsonl;"
          "echo $a $? >refused; kill -CONT $pid; wait $pid");
    assert_int_equal(outcome.status, 0);
    expect(outcome.err, "assay: two.jsonl: is being written by another run\nassay: two.jsonl: is being written by another run\n");
    assert_int_equal(shell("cat refused; wc -l <two.jsonl"), 0);
    assert_string_equal(outcome.out, "1 1\n5\n");
    assert_int_equal(assay("run md5 --size 16,64 --seconds 0.5 --resume two.jsonl"), 0);
}

/* Makes the row on line 3 of FROM, which was measured, one that was not: CHECK and SKIP say why. */
static void fail_line_3(const char *from, const char *check, const char *skip, const char *to)
{
    char line[2048];
    snprintf(line, sizeof line,
             "sed -E '3{s/\"check\":\"equal\",\"skip\":null/\"check\":\"%s\",\"skip\":\"%s\"/;"
             "s/\"([a-z_]*_ns|[a-z]*_per_second|iterations|rounds|quiet_rounds)\":[^,}]*/\"\\1\":null/g;"
             "s/\"(samples|canary)\":\\[\\[[^]]*\\](,\\[[^]]*\\])*\\]/\"\\1\":[]/g;"
             "s/\"(ratios|busy_rounds)\":\\[[^]]*\\]/\"\\1\":[]/g}' %s >%s", check, skip, from, to);
    assert_int_equal(shell(line), 0);
}

/* What went wrong before the run was interrupted still counts when it is continued. */
static void test_resume_keeps_the_exit_status(void **state)
{
#define TWO "run md5 sha1 --size 16" QUICK
    (void)state;
    if (!records())
        skip();
    shell("rm -f good.jsonl");
    assert_int_equal(assay(TWO " --output good.jsonl"), 0);
    assert_int_equal(shell("head -n 3 good.jsonl >half.jsonl"), 0);
    fail_line_3("half.jsonl", "mismatch", "md5 hash of 16 bytes: differs", "mismatch.jsonl");
    fail_line_3("half.jsonl", "none", "md5 hash: native: failed", "failed.jsonl");
    assert_int_equal(assay(TWO " --resume half.jsonl"), 0);
    assert_int_equal(assay(TWO " --resume mismatch.jsonl"), 2);
    assert_int_equal(assay(TWO " --resume mismatch.jsonl"), 2); /* nothing left to do */
    assert_int_equal(assay(TWO " --resume failed.jsonl"), 3);
    assert_int_equal(shell("cat mismatch.jsonl failed.jsonl | wc -l"), 0);
    assert_int_equal(atoi(outcome.out), 8);
}

/* Only rows that the command line asks for, once each and with their figures, are taken; the record stays as it is. */
static void test_resume_refuses_foreign_rows(void **state)
{
#define SIZES "run md5 --size 16,64" QUICK
    /* Line 4 is md5 of 16 bytes: what sed makes of it, and what is wrong then. */
    static const struct {
        const char *edit;
        const char *wrong;
    } cases[] = {
        {"4p", ":5: md5 hash, 16 bytes, is on line 4 already"},
        {"2p", ":3: memcpy copy, 16 bytes, is on line 2 already"},
        {"2s/:16,/:17,/", ":2: memcpy copy, 17 bytes, is no row of this command line"},
        {"4s/\"primitive\":\"md5\"/\"primitive\":\"md4\"/", ":4: md4 hash, 16 bytes, is no row of this command line"},
        {"4s/\"size\":16/\"size\":1024/", ":4: md5 hash, 1024 bytes, is no row of this command line"},
        {"4s/\"operation\":\"hash\"/\"operation\":\"h\\\\tash\"/", ":4: md5 h?ash, 16 bytes, is no row of this command line"},
        {"4s/\"workload\":\"bulk\"/\"workload\":\"passwords\"/", ":4: md5 hash, 16 bytes: workload: not that of any row"},
        {"4s/\"suite\":null/\"suite\":\"openssl\"/", ":4: md5 hash, 16 bytes: suite: not that of any row"},
        {"4s/\"name\":\"MD5\"/\"name\":\"MD6\"/", ":4: md5 hash, 16 bytes: name: not that of any row"},
        {"4s/\"shape\":\"message\"/\"shape\":\"update\"/", ":4: md5 hash, 16 bytes: shape: not that of any row"},
        {"4s/\"misalignment\":0/\"misalignment\":1/", ":4: md5 hash, 16 bytes: misalignment: not that of any row"},
        {"1s/\"seed\":1/\"seed\":3/", "its machine's line has seed 3, its command line 1"},
        {"4s/\"contenders\":/\"contestants\":/", ":4: skip: absent, expected why the row has no contenders"},
        {"4s/\"check\":\"equal\",\"skip\":null/\"check\":\"none\",\"skip\":\"md5: failed\"/;4s/\"contenders\":/\"contestants\":/;"
         "4s/\"ratios\":/\"rates\":/",
         ":4: md5 hash, 16 bytes: contenders: there are 0, this command line has 2"},
        {"4s/\"\\(name\\|contender\\)\":\"native\"/\"\\1\":\"natives\"/g", "contenders[0].name: 'natives', expected 'native'"},
        {"4s/\"name\":\"openssl\"/\"name\":\"native\"/", ":4: contenders[1].name: that of another contender"},
        {"4s/\"median_ns\":[0-9.]*/\"median_ns\":null/", "contenders[0].median_ns: absent"},
        {"4s/\"median_ns\":[0-9.]*/\"median_ns\":0.0/2", ":4: contenders[1].median_ns: 0, expected more or null"},
        {"4s/\"samples\":/\"samples\":[],\"were\":/", "contenders[0].samples: there are none"},
        {"4s/\"via\":\"[a-z]*\"/\"via\":\"none\"/g", ":4: contenders[0].reason: absent beside via 'none'"},
    };
    (void)state;
    if (!records())
        skip();
    shell("rm -f whole.jsonl");
    assert_int_equal(assay(SIZES " --output whole.jsonl"), 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[512];
        /* The last line, cut, stays as well. */
        snprintf(line, sizeof line, "sed '%s' whole.jsonl | head -c -9 >odd.jsonl; cp odd.jsonl kept.jsonl", cases[i].edit);
        assert_int_equal(shell(line), 0);
        refuse(SIZES " --resume odd.jsonl", "odd.jsonl:", cases[i].wrong);
        assert_int_equal(shell("cmp odd.jsonl kept.jsonl"), 0);
    }
}

/* A row without figures has a reason that this program, here, has: not any that somebody wrote into it. */
static void test_resume_refuses_other_reasons(void **state)
{
#define TIGER "run md5 tiger --size 16" QUICK
#define REASON "libcrypto has no Tiger"
#define NOBODY "run tiger --contender openssl --size 16" QUICK
    /* Line 4 is tiger, which OpenSSL does not have. */
    static const struct {
        const char *edit;
        const char *wrong;
    } cases[] = {
        {"4s/" REASON "/it rained/", ":4: tiger hash, 16 bytes: contenders[1].reason: 'it rained', expected '" REASON "'"},
        {"4s/\"" REASON "\"/null/", ":4: contenders[1].reason: absent, expected why there are no figures"},
        {"4s/\"via\":\"none\"/\"via\":\"evp\"/", ":4: tiger hash, 16 bytes: contenders[1].via: 'evp', expected 'none'"},
        {"3s/\"reason\":null/\"reason\":\"md5: failed\"/", ":3: contenders[0].reason: says why there are no figures"},
        {"3s/\"skip\":null/\"skip\":\"md5: failed\"/", ":3: skip: says why the row was not measured"},
        {"3s/\"check\":\"equal\",\"skip\":null/\"check\":\"none\",\"skip\":\"md5: failed\"/", ":3: skip: says why the row was not"},
    };
    static const char *const skips[][2] = {
        {"it rained", ":3: skip: no reason for which a row is not measured"},
        {"size 16 is not a multiple of the block of 3 bytes", ":3: md5 hash, 16 bytes: skip: 'size 16 is not a multiple"},
        {"no contender can do it: it rained", ":3: md5 hash, 16 bytes: skip: 'no contender can do it: it rained', expected null"},
    };
    char line[512];
    (void)state;
    if (!records())
        skip();
    shell("rm -f tiger.jsonl");
    assert_int_equal(assay(TIGER " --output tiger.jsonl"), 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(line, sizeof line, "sed '%s' tiger.jsonl >odd.jsonl", cases[i].edit);
        assert_int_equal(shell(line), 0);
        refuse(TIGER " --resume odd.jsonl", "odd.jsonl:", cases[i].wrong);
        /* A report knows nothing of the machine, only what goes together. */
        if (strstr(cases[i].wrong, " bytes: ") == NULL)
            refuse("report odd.jsonl", "odd.jsonl:", cases[i].wrong);
    }
    for (size_t i = 0; i < sizeof skips / sizeof skips[0]; i++) {
        fail_line_3("tiger.jsonl", "none", skips[i][0], "odd.jsonl");
        refuse(TIGER " --resume odd.jsonl", "odd.jsonl:", skips[i][1]);
    }
    assert_int_equal(assay(TIGER " --resume tiger.jsonl"), 0);
    /* Where nobody can do it, the row has the reason of the one that was asked. */
    shell("rm -f nobody.jsonl");
    assert_int_equal(assay(NOBODY " --output nobody.jsonl"), 1);
    assert_int_equal(shell("sed 's/do it: " REASON "/do it: it rained/' nobody.jsonl >odd.jsonl"), 0);
    refuse(NOBODY " --resume odd.jsonl", "skip: 'no contender can do it: it rained', expected no contender can do it: " REASON, "odd.jsonl:");
    assert_int_equal(shell("sed 's/\"skip\":\"[^\"]*\"/\"skip\":null/' nobody.jsonl >odd.jsonl"), 0);
    refuse(NOBODY " --resume odd.jsonl", "contenders: none has figures, and no \"skip\" says why", "odd.jsonl:");
    assert_int_equal(assay(NOBODY " --resume nobody.jsonl"), 1);
    expect(outcome.err, "nothing was measured");
}

/* A size that a cipher's block does not divide fails the run only where somebody asked for it. */
static void test_sizes_by_default(void **state)
{
    (void)state;
    assert_int_equal(assay("run luby_rackoff_md5" QUICK), 0);
    assert_non_null(strstr(outcome.out, "not measured"));
    assert_int_equal(assay("run luby_rackoff_md5 --size 16,32" QUICK), 1);
    expect(outcome.err, "--size: not every row was measured: luby_rackoff_md5 ");
    expect(outcome.err, ": size 16 is not a multiple of the block of 32 bytes");
    assert_int_equal(assay("run aes_128_cbc --size 17"), 1); /* nor anything else */
    expect(outcome.err, "size 17 is not a multiple of the block of 16 bytes");
}

/* Where nothing that was asked for could be measured or checked that is no success, however it was asked for. */
static void test_nothing_done(void **state)
{
    static const char *const lines[][2] = {
        {"run tiger --size 16 --contender openssl" QUICK, "nothing was measured"},
        {"run md5 --size 16 --contender openssl/bignum" QUICK, "nothing was measured"},
        {"run md5 --size 16 --contender native/lanes" QUICK, "nothing was measured"},
        {"passwords --hash tiger --count 1000 --contender openssl", "nothing was measured"},
        {"passwords --kdf --hash bcrypt --count 1 --contender openssl", "nothing was measured"},
        {"check tiger --contender openssl", "nothing was checked"},
        {"check tiger haval_256_5 --contender openssl,openssl/low-level", "nothing was checked"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (assay(lines[i][0]) != 1)
            fail_msg("assay %s: exit status %d", lines[i][0], outcome.status);
        expect(outcome.err, lines[i][1]);
    }
    assert_int_equal(assay("run md5 tiger --size 16 --contender openssl" QUICK), 0);
    assert_int_equal(assay("check md5 tiger --count 5 --contender openssl"), 0);
    expect(outcome.out, "1 checked: ");
    expect(outcome.out, "; 1 that no contender can do\n");
}

/* A contender that was named and that a row does not have is a contender of it that says so. */
static void test_contenders_that_a_row_lacks(void **state)
{
    (void)state;
    assert_int_equal(assay("run md5 --size 16 --contender native,native/lanes,openssl/bignum" QUICK), 0);
    expect(outcome.out, "native/lanes: not offered: it takes many messages at once, as in 'assay passwords'\n");
    expect(outcome.out, "openssl/bignum: not offered: it is not called in this way\n");
    assert_int_equal(assay("run rsa_512_pkcs1v15_sha1 --operation sign --contender native,openssl/low-level" QUICK), 0);
    expect(outcome.out, "openssl/low-level: not offered: it is not called in this way\n");
    assert_int_equal(assay("passwords --hash tiger --count 10 --contender native,native/lanes,openssl/one-shot"), 0);
    expect(outcome.out, "native/lanes: not offered: there is no form of it for many messages at once");
    expect(outcome.out, "openssl/one-shot: not offered: libcrypto has no Tiger");
    assert_int_equal(assay("check tiger --count 5 --contender native,native/lanes"), 0);
    expect(outcome.out, "native/lanes: none (there is no form of it for many messages at once)");
    /* Of all and of the usual ones a row has those that there are. */
    assert_int_equal(assay("run md5 --size 16 --contender all" QUICK), 0);
    assert_null(strstr(outcome.out, "not offered"));
    assert_int_equal(assay("passwords --hash tiger --count 10"), 0);
    assert_null(strstr(outcome.out, "native/lanes: "));
}

/* A message for which there is no memory fails its rows; the others are measured, and the run goes on from them. */
static void test_sizes_beyond_memory(void **state)
{
#define HUGE_SIZE "run md5 --size 2147483647999,16" QUICK
    (void)state;
    if (SANITIZED || !records())
        skip();
    shell("rm -f huge.jsonl");
    assert_int_equal(assay(HUGE_SIZE " --output huge.jsonl"), 3);
    expect(outcome.err, "memcpy: not enough memory for two times 2147483647999 bytes");
    expect(outcome.out, "md5: size 2147483647999: not enough memory");
    expect(outcome.out, "4 rows: 2 ok, 2 failed, 0 unavailable");
    assert_int_equal(assay("report huge.jsonl"), 0);
    expect(outcome.out, "4 rows: 2 ok, 2 failed, 0 unavailable");
    assert_int_equal(assay(HUGE_SIZE " --resume huge.jsonl"), 3);
    assert_int_equal(shell("wc -l <huge.jsonl"), 0);
    assert_string_equal(outcome.out, "5\n");
    assert_int_equal(shell("sed '2s/\"skip\":\"[^\"]*\"/\"skip\":\"no contender can do it: a\"/' huge.jsonl >odd.jsonl"), 0);
    refuse(HUGE_SIZE " --resume odd.jsonl", ":2: memcpy copy, ", "expected null or what failed");
}

/* Rows that an interrupted run left without figures, each for its reason, are continued from. */
static void test_resume_takes_rows_without_figures(void **state)
{
    static const char *const lines[] = {
        /* a contender that is not offered */
        "run three_way md5 --size 12 --operation all" QUICK,
        /* nor any other */
        "run three_way md5 --size 12 --contender openssl --operation all" QUICK,
        /* no whole number of blocks */
        "run aes_128_cbc md5 --size 15 --operation all" QUICK,
        /* a third contender, which exchanges nothing */
        "run rsa_512_oaep md5 --size 16 --operation all --openssl-features none" QUICK,
        /* tables of fixed bases, on BIGNUM where EVP keeps none */
        "run dsa_512_sha1 dh_512 --operation all --openssl-features none" QUICK,
        /* names of a table */
        "run --suite crypto++-1998 --rounds 1 --seconds 0.0001",
    };
    (void)state;
    if (!records())
        skip();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char line[512];
        snprintf(line, sizeof line, "%s --force --output bare.jsonl", lines[i]);
        int status = assay(line);
        if (status == 3 && strstr(line, "features") != NULL)
            continue; /* an architecture without such a mask */
        assert_int_equal(shell("head -n -1 bare.jsonl >less.jsonl"), 0);
        snprintf(line, sizeof line, "%s --resume less.jsonl", lines[i]);
        if (assay(line) != status)
            fail_msg("assay %s: exit status %d, not %d\n%s", line, outcome.status, status, outcome.err);
        assert_int_equal(shell("wc -l <bare.jsonl >a; wc -l <less.jsonl | cmp - a"), 0);
    }
}

static void test_budget(void **state)
{
    (void)state;
    assert_int_equal(assay("run md5 --size 16,64 --budget 12s"), 0);
    expect(outcome.err, " s a row");
    assert_null(strstr(outcome.err, "less than"));
    assert_int_equal(assay("run hash --size 16 --budget 1s"), 0);
    expect(outcome.err, "budget: 1.0 s is less than this run takes at least: ");
    expect(outcome.err, " for the noise floor and ");
    refuse("run md5 --budget 0s", "'0s'", "10m");
    refuse("run md5 --budget soon", "--budget", "10m");
}

static void test_openssl_surroundings(void **state)
{
    (void)state;
    assert_int_equal(shell("OPENSSL_CONF=/nonexistent/nonsense \"$ASSAY\" check sha256 --count 5"), 0);
    expect(outcome.out, "equal");
    shell("echo 'openssl_conf = nothing [ = broken' >bad.cnf");
    assert_int_equal(shell("OPENSSL_CONF=bad.cnf \"$ASSAY\" passwords --count 100 --hash md5 --contender all"), 0);
    assert_int_equal(shell("OPENSSL_MODULES=/nonexistent \"$ASSAY\" check sha256 md5 --count 5"), 0);
    expect(outcome.out, "equal");
    /* The cause is told, not who gave up at the end. */
    assert_int_equal(shell("OPENSSL_MODULES=/nonexistent \"$ASSAY\" list md4"), 0);
    if (strstr(outcome.out, "none:") != NULL) /* else the provider is part of libcrypto */
        expect(outcome.out, "/nonexistent/legacy");
}

static void test_locale_does_not_matter(void **state)
{
    (void)state;
    assert_int_equal(shell("LC_ALL=de_DE.UTF-8 \"$ASSAY\" run md5 --size 16 --format csv" QUICK), 0);
    assert_null(strstr(outcome.out, ",5,"));
    assert_int_equal(shell("LC_ALL=C TERM=dumb COLUMNS=40 \"$ASSAY\" run md5 --size 16" QUICK), 0);
    for (const char *c = outcome.out; *c != '\0'; c++)
        assert_true((unsigned char)*c < 0x80);
}

/* A clock that stands still or goes back ends the program with a clear message, soon, and prints no figure. */
static void test_broken_clock(void **state)
{
    static const char *const broken[] = {"", "ASSAY_CLOCK_BACK=1", "ASSAY_CLOCK_GOOD=3000", "ASSAY_CLOCK_GOOD=3000 ASSAY_CLOCK_BACK=1"};
    (void)state;
    if (clock_shim[0] == '\0')
        skip();
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        char line[8192];
        snprintf(line, sizeof line, "env LD_PRELOAD=%s %s timeout 60 \"$ASSAY\" run md5 --size 16 --seconds 15 --format json", clock_shim,
                 broken[i]);
        if (shell(line) != 3)
            fail_msg("%s: exit status %d\n%s", line, outcome.status, outcome.err);
        expect(outcome.err, "clock");
        assert_null(strstr(outcome.out, "inf"));
        assert_null(strstr(outcome.out, "nan"));
    }
}

/* A thread that cannot be started ends the run: it is named, and the rows that were measured before are kept. */
static void test_threads_that_cannot_be_started(void **state)
{
    (void)state;
    if (threads_shim[0] == '\0')
        skip();
    for (int good = 0; good < 8; good++) {
        /* Of either hash both contenders start two threads beside their own. */
        char line[8192], expected[64];
        snprintf(line, sizeof line,
                 "rm -f kept.jsonl; env LD_PRELOAD=%s:%s" FASTER " ASSAY_THREADS_GOOD=%d \"$ASSAY\" passwords --hash md5,sha1 --shape hash "
                 "--contender native,openssl --count 20000 --threads 3 --force --output kept.jsonl",
                 threads_shim, clock_shim, good);
        if (shell(line) != 3)
            fail_msg("%s: exit status %d\n%s", line, outcome.status, outcome.err);
        snprintf(expected, sizeof expected, "thread %d of 3 cannot be started", good % 2 + 2);
        expect(outcome.err, expected);
        shell("grep '\"type\":\"row\"' kept.jsonl | grep -o '\"primitive\":\"[a-z0-9]*\"'");
        assert_string_equal(outcome.out, good < 4 ? "" : "\"primitive\":\"md5\"\n");
    }
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL && setenv("ASSAY", program, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    char line[64];
    (void)state;
    snprintf(line, sizeof line, "rm -rf %s", folder);
    return system(line);
}

int main(int argc, char *argv[])
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_usage),
        cmocka_unit_test(test_control_characters),
        cmocka_unit_test(test_bad_numbers),
        cmocka_unit_test(test_bad_values_as_given),
        cmocka_unit_test(test_broken_clock),
        cmocka_unit_test(test_options_given_twice),
        cmocka_unit_test(test_threads_that_cannot_be_started),
        cmocka_unit_test(test_help_and_version),
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_check_vectors),
        cmocka_unit_test(test_check_refused_vectors),
        cmocka_unit_test(test_numbers_of_vectors),
        cmocka_unit_test(test_inputs_of_other_algorithms),
        cmocka_unit_test(test_messages_too_long_for_their_key),
        cmocka_unit_test(test_malformed_public_key_vectors),
        cmocka_unit_test(test_refused_public_key_vectors),
        cmocka_unit_test(test_vectors_that_say_too_little),
        cmocka_unit_test(test_malformed_vectors_are_found_first),
        cmocka_unit_test(test_check_public_key_vectors),
        cmocka_unit_test(test_run_public_key),
        cmocka_unit_test(test_run_json),
        cmocka_unit_test(test_show_digest),
        cmocka_unit_test(test_empty_message),
        cmocka_unit_test(test_passwords),
        cmocka_unit_test(test_passwords_that_nobody_can_hash),
        cmocka_unit_test(test_kdf),
        cmocka_unit_test(test_wrong_bcrypt_prefix),
        cmocka_unit_test(test_output_is_never_overwritten),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_output_that_is_an_input),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_report_of_a_suite),
        cmocka_unit_test(test_closed_output),
        cmocka_unit_test(test_closed_descriptors),
        cmocka_unit_test(test_interrupt_keeps_rows),
        cmocka_unit_test(test_interrupt_of_a_long_slice),
        cmocka_unit_test(test_interrupted_check),
        cmocka_unit_test(test_masked_libcrypto),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_two_runs_on_one_record),
        cmocka_unit_test(test_resume_keeps_the_exit_status),
        cmocka_unit_test(test_resume_refuses_foreign_rows),
        cmocka_unit_test(test_resume_refuses_other_reasons),
        cmocka_unit_test(test_sizes_by_default),
        cmocka_unit_test(test_nothing_done),
        cmocka_unit_test(test_contenders_that_a_row_lacks),
        cmocka_unit_test(test_sizes_beyond_memory),
        cmocka_unit_test(test_resume_takes_rows_without_figures),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_openssl_surroundings),
        cmocka_unit_test(test_locale_does_not_matter),
    };
    static char path[4096];
    if (argc < 2 || realpath(argv[1], path) == NULL) {
        print_error("usage: test_cli PROGRAM\n");
        return 1;
    }
    program = path;
    if ((argc > 2 && realpath(argv[2], clock_shim) == NULL) || (argc > 3 && realpath(argv[3], threads_shim) == NULL))
        return 1;
    tap_begin();
    return cmocka_run_group_tests_name("cli", tests, make_folder, remove_folder);
}
