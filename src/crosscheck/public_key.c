/* SPDX-License-Identifier: MIT */
/*
 * Checks of the public-key classes with random messages: what one contender makes the other takes, damaged or out of range
 * it refuses it; where both draw the randomness that they are given they must make the same.
 */
#include "crosscheck/crosscheck.h"

#include "crosscheck/public_key_forms.h"
#include "registry/keys.h"
#include "util/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT_MAX = 2048, MESSAGE_MAX = 300 };

/* Two contenders with the same key; B is A where there is no other. */
struct pair {
    const struct primitive *primitive;
    const struct contender *a, *b;
    void *context_a, *context_b;
    struct random *random;
    struct message *message;
    bool same_draws; /* none draws but what it is given */
};

static enum verdict wrong(const struct pair *pair, const char *what, const struct contender *who, enum status status)
{
    fail(pair->message, status, "%s: %s: %s", what, who->name, status_text(status));
    return VERDICT_WRONG;
}

bool crosscheck_is_exact(const struct primitive *primitive, const struct contender *a, const struct contender *b)
{
    bool draws = primitive->key != NULL && strcmp(primitive->unit, "rsa_signature") != 0;
    return !draws || (strcmp(a->via, "evp") != 0 && strcmp(b->via, "evp") != 0);
}

static enum verdict open_pair(struct pair *pair)
{
    const struct key *key = keys_find(pair->primitive->key);
    const char *field = NULL;
    if (key == NULL)
        return wrong(pair, "no such key", pair->a, STATUS_BAD_PARAMETER);
    enum status status = public_key_set(pair->primitive->class, pair->a->ops, pair->context_a, key, &field);
    if (status != STATUS_OK)
        return wrong(pair, "key", pair->a, status);
    if (pair->b != pair->a)
        status = public_key_set(pair->primitive->class, pair->b->ops, pair->context_b, key, &field);
    if (status != STATUS_OK)
        return wrong(pair, "key", pair->b, status);
    /* Half of the cases go through the tables of fixed bases, where there are any. */
    if (random_below(pair->random, 2) == 0) {
        (void)public_key_precompute(pair->primitive->class, pair->a->ops, pair->context_a);
        if (pair->b != pair->a)
            (void)public_key_precompute(pair->primitive->class, pair->b->ops, pair->context_b);
    }
    pair->same_draws = crosscheck_is_exact(pair->primitive, pair->a, pair->b);
    return VERDICT_RIGHT;
}

static bool is_raw_number(const struct primitive *primitive)
{
    return primitive->variant.option == ENCODING_RAW && strcmp(primitive->unit, "blum_goldwasser") != 0;
}

/* Mostly a message of the old tables' 16 bytes, else none or any length: too long ones must be refused by both. */
static size_t message_length(const struct pair *pair)
{
    enum { SHORT = 16 };
    uint64_t kind = random_below(pair->random, 16);
    if (is_raw_number(pair->primitive) || kind < 8)
        return SHORT;
    if (kind == 8)
        return 0;
    return (size_t)random_below(pair->random, MESSAGE_MAX + 1);
}

/* --------------------------------------------------------------------------------------------- encryption */

struct sealed {
    uint8_t bytes[OUTPUT_MAX];
    size_t size;
    enum status status;
};

static void encrypt(const struct contender *who, void *context, const uint8_t *message, size_t size, struct random random,
                    struct sealed *sealed)
{
    struct rng rng = random_rng(&random);
    memset(sealed->bytes, 0xc3, sizeof sealed->bytes);
    sealed->size = sizeof sealed->bytes;
    sealed->status = ((const struct encryption_ops *)who->ops)->encrypt(context, message, size, &rng, sealed->bytes,
                                                                        &sealed->size);
}

/* WHO decrypts what FROM made: the message; and damaged or cut something else. */
static enum verdict decrypt(const struct pair *pair, const struct contender *who, void *context, const struct sealed *from,
                            const uint8_t *message, size_t size)
{
    const struct encryption_ops *ops = (const struct encryption_ops *)who->ops;
    uint8_t plain[OUTPUT_MAX], damaged[OUTPUT_MAX];
    size_t plain_size = sizeof plain;
    if (size == 0 && strcmp(pair->primitive->unit, "blum_goldwasser") == 0)
        return VERDICT_RIGHT;
    enum status status = ops->decrypt(context, from->bytes, from->size, plain, &plain_size);
    if (status != STATUS_OK)
        return wrong(pair, "decrypting", who, status);
    if (plain_size != size)
        return wrong(pair, "plaintext of another length", who, STATUS_BAD_LENGTH);
    enum verdict verdict = compare_bytes("plaintext", message, plain, size, pair->message);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    memcpy(damaged, from->bytes, from->size);
    damaged[from->size - 1] ^= (uint8_t)(1 + random_below(pair->random, 255));
    plain_size = sizeof plain;
    status = ops->decrypt(context, damaged, from->size, plain, &plain_size);
    if (status == STATUS_OK && plain_size == size && size != 0 && memcmp(plain, message, size) == 0)
        return wrong(pair, "a damaged ciphertext gave the message", who, STATUS_FAILED);
    /* Numbers beyond the modulus. */
    memset(damaged, 0xff, from->size);
    plain_size = sizeof plain;
    if (ops->decrypt(context, damaged, from->size, plain, &plain_size) == STATUS_OK)
        return wrong(pair, "a ciphertext of all ones was taken", who, STATUS_FAILED);
    plain_size = sizeof plain;
    if (strcmp(pair->primitive->unit, "blum_goldwasser") != 0 &&
        ops->decrypt(context, from->bytes, from->size - 1, plain, &plain_size) == STATUS_OK)
        return wrong(pair, "a ciphertext that is too short was taken", who, STATUS_FAILED);
    return VERDICT_RIGHT;
}

/* ---------------------------------------------------------------------------------------------- signature */

static void sign(const struct contender *who, void *context, const uint8_t *message, size_t size, struct random random,
                 struct sealed *sealed)
{
    struct rng rng = random_rng(&random);
    memset(sealed->bytes, 0xc3, sizeof sealed->bytes);
    sealed->size = sizeof sealed->bytes;
    sealed->status =
        ((const struct signature_ops *)who->ops)->sign(context, message, size, &rng, sealed->bytes, &sealed->size);
}

static enum verdict must_refuse(const struct pair *pair, const struct contender *who, void *context, const uint8_t *message,
                                size_t size, const uint8_t *signature, size_t signature_size, const char *what)
{
    const struct signature_ops *ops = (const struct signature_ops *)who->ops;
    return ops->verify(context, message, size, signature, signature_size) != STATUS_OK
               ? VERDICT_RIGHT
               : wrong(pair, what, who, STATUS_FAILED);
}

static enum verdict verify(const struct pair *pair, const struct contender *who, void *context, const struct sealed *from,
                           const uint8_t *message, size_t size)
{
    const struct signature_ops *ops = (const struct signature_ops *)who->ops;
    uint8_t damaged[OUTPUT_MAX], other[MESSAGE_MAX] = {0};
    enum status status = ops->verify(context, message, size, from->bytes, from->size);
    if (status != STATUS_OK)
        return wrong(pair, "verifying", who, status);
    /* ESIGN looks at the upper third alone, and a signature's first bytes may not leave their range. */
    size_t at = strcmp(pair->primitive->unit, "esign") == 0 ? 1 : (size_t)random_below(pair->random, from->size);
    memcpy(damaged, from->bytes, from->size);
    damaged[at] ^= (uint8_t)(1 + random_below(pair->random, 255));
    enum verdict verdict = must_refuse(pair, who, context, message, size, damaged, from->size, "a damaged signature was taken");
    memset(damaged, 0, from->size);
    if (verdict == VERDICT_RIGHT)
        verdict = must_refuse(pair, who, context, message, size, damaged, from->size, "a signature of zeros was taken");
    memset(damaged, 0xff, from->size);
    if (verdict == VERDICT_RIGHT)
        verdict = must_refuse(pair, who, context, message, size, damaged, from->size, "a signature of all ones was taken");
    if (verdict == VERDICT_RIGHT)
        verdict = must_refuse(pair, who, context, message, size, from->bytes, from->size - 1, "a short signature was taken");
    memcpy(other, message, size);
    other[0] ^= 0x10;
    if (verdict == VERDICT_RIGHT && size != 0)
        verdict = must_refuse(pair, who, context, other, size, from->bytes, from->size, "another message was taken");
    return verdict;
}

/* What the two sides do with a message: make something of it, and take what the other made. */
struct sealing {
    const char *product, *making, *lengths;
    void (*make)(const struct contender *who, void *context, const uint8_t *message, size_t size, struct random random,
                 struct sealed *sealed);
    enum verdict (*take)(const struct pair *pair, const struct contender *who, void *context, const struct sealed *from,
                         const uint8_t *message, size_t size);
};

static const struct sealing encryption = {"ciphertext", "encrypting", "ciphertexts of different lengths", encrypt, decrypt};
static const struct sealing signature = {"signature", "signing", "signatures of different lengths", sign, verify};

static enum verdict sealing_case(struct pair *pair, const struct sealing *sealing)
{
    uint8_t message[MESSAGE_MAX];
    size_t size = message_length(pair);
    struct sealed *a = calloc(2, sizeof *a), *b = a + 1;
    enum verdict verdict = VERDICT_RIGHT;
    if (a == NULL)
        return wrong(pair, sealing->making, pair->a, STATUS_NO_MEMORY);
    random_fill(pair->random, message, size);
    struct random draws = *pair->random;
    sealing->make(pair->a, pair->context_a, message, size, draws, a);
    sealing->make(pair->b, pair->context_b, message, size, draws, b);
    if ((a->status == STATUS_OK) != (b->status == STATUS_OK)) {
        fail(pair->message, STATUS_FAILED, "message of %zu byte%s: %s: %s, %s: %s", size, plural(size), pair->a->name,
             status_text(a->status), pair->b->name, status_text(b->status));
        verdict = VERDICT_WRONG;
    } else if (a->status != STATUS_OK) {
        if (size <= 16 || a->status != STATUS_BAD_LENGTH)
            verdict = wrong(pair, sealing->making, pair->a, a->status);
    } else if (a->size != b->size) {
        verdict = wrong(pair, sealing->lengths, pair->a, STATUS_BAD_LENGTH);
    } else {
        if (pair->same_draws)
            verdict = compare_bytes(sealing->product, b->bytes, a->bytes, a->size, pair->message);
        if (verdict == VERDICT_RIGHT)
            verdict = sealing->take(pair, pair->a, pair->context_a, b, message, size);
        if (verdict == VERDICT_RIGHT && pair->b != pair->a)
            verdict = sealing->take(pair, pair->b, pair->context_b, a, message, size);
    }
    free(a);
    return verdict;
}

/* ------------------------------------------------------------------------------------------ key agreement */

/* A side's pairs, the ephemeral one for schemes with two. */
struct party {
    uint8_t private_key[OUTPUT_MAX], public_key[OUTPUT_MAX];
    uint8_t ephemeral_private_key[OUTPUT_MAX], ephemeral_public_key[OUTPUT_MAX];
};

static enum status generate(const struct contender *who, void *context, struct random random, struct party *party)
{
    const struct key_agreement_ops *ops = (const struct key_agreement_ops *)who->ops;
    struct rng rng = random_rng(&random);
    enum status status = ops->generate_key(context, &rng, party->private_key, party->public_key);
    return status == STATUS_OK
               ? ops->generate_key(context, &rng, party->ephemeral_private_key, party->ephemeral_public_key)
               : status;
}

static enum status derive(const struct contender *who, void *context, const struct party *own, const struct party *peer,
                          uint8_t *secret)
{
    struct agreement agreement = {.private_key = own->private_key,
                                  .ephemeral_private_key = own->ephemeral_private_key,
                                  .ephemeral_public_key = own->ephemeral_public_key,
                                  .peer_public_key = peer->public_key,
                                  .peer_ephemeral_public_key = peer->ephemeral_public_key};
    return ((const struct key_agreement_ops *)who->ops)->derive(context, &agreement, secret);
}

static enum verdict agreement_of(const struct pair *pair, struct party *parties)
{
    const struct key_agreement_ops *ops = (const struct key_agreement_ops *)pair->a->ops;
    struct key_agreement_sizes sizes = ops->sizes(pair->context_a);
    uint8_t from_a[OUTPUT_MAX], from_b[OUTPUT_MAX];
    struct party *a = &parties[0], *b = &parties[1], *other = &parties[2];
    struct random draws = *pair->random;
    if (sizes.private_key > OUTPUT_MAX || sizes.public_key > OUTPUT_MAX || sizes.shared_secret > OUTPUT_MAX)
        return wrong(pair, "sizes", pair->a, STATUS_BAD_LENGTH);
    enum status status = generate(pair->a, pair->context_a, draws, a);
    if (status != STATUS_OK)
        return wrong(pair, "generating", pair->a, status);
    status = generate(pair->b, pair->context_b, draws, other);
    if (status != STATUS_OK)
        return wrong(pair, "generating", pair->b, status);
    enum verdict verdict = VERDICT_RIGHT;
    if (pair->same_draws)
        verdict = compare_bytes("public key", other->public_key, a->public_key, sizes.public_key, pair->message);
    (void)random_u64(&draws);
    status = generate(pair->b, pair->context_b, draws, b);
    if (status != STATUS_OK)
        return wrong(pair, "generating", pair->b, status);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    status = ops->public_key(pair->context_a, b->private_key, from_a);
    if (status != STATUS_OK)
        return wrong(pair, "public key", pair->a, status);
    verdict = compare_bytes("public key of a private key", b->public_key, from_a, sizes.public_key, pair->message);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    status = derive(pair->a, pair->context_a, a, b, from_a);
    if (status != STATUS_OK)
        return wrong(pair, "deriving", pair->a, status);
    status = derive(pair->b, pair->context_b, b, a, from_b);
    if (status != STATUS_OK)
        return wrong(pair, "deriving", pair->b, status);
    verdict = compare_bytes("shared secret", from_b, from_a, sizes.shared_secret, pair->message);
    /* A peer's value of zeros, and one beyond the modulus, which RFC 7748 takes modulo p. */
    const int last = strcmp(pair->primitive->unit, "x25519") == 0 ? 0 : 0xff;
    for (int byte = 0; verdict == VERDICT_RIGHT && byte <= last; byte += 0xff) {
        memset(other->public_key, byte, sizes.public_key);
        if (derive(pair->a, pair->context_a, a, other, from_a) == STATUS_OK)
            verdict = wrong(pair, "a peer's value out of range was taken", pair->a, STATUS_FAILED);
        else if (derive(pair->b, pair->context_b, a, other, from_a) == STATUS_OK)
            verdict = wrong(pair, "a peer's value out of range was taken", pair->b, STATUS_FAILED);
    }
    return verdict;
}

static enum verdict agreement_case(struct pair *pair)
{
    struct party *parties = calloc(3, sizeof *parties);
    if (parties == NULL)
        return wrong(pair, "agreement", pair->a, STATUS_NO_MEMORY);
    enum verdict verdict = agreement_of(pair, parties);
    free(parties);
    return verdict;
}

/* --------------------------------------------------------------------------------------------------- prng */

static enum verdict generator_case(struct pair *pair)
{
    enum { OFFSET_MAX = 3000 };
    const struct prng_ops *a = (const struct prng_ops *)pair->a->ops, *b = (const struct prng_ops *)pair->b->ops;
    uint8_t seed[32], from_a[MESSAGE_MAX], from_b[MESSAGE_MAX];
    size_t size = (size_t)random_below(pair->random, MESSAGE_MAX), first = (size_t)random_below(pair->random, size + 1);
    uint64_t offset = random_below(pair->random, OFFSET_MAX);
    random_fill(pair->random, seed, sizeof seed);
    /* In pieces on one side, at once on the other; from the start, then from an offset. */
    for (int seeking = 0; seeking < 2; seeking++) {
        enum status status = seeking == 0 ? a->seed(pair->context_a, seed, sizeof seed) : a->seek(pair->context_a, offset);
        if (status == STATUS_OK)
            status = a->generate(pair->context_a, from_a, first);
        if (status == STATUS_OK)
            status = a->generate(pair->context_a, from_a + first, size - first);
        if (status != STATUS_OK)
            return wrong(pair, "generating", pair->a, status);
        status = seeking == 0 ? b->seed(pair->context_b, seed, sizeof seed) : b->seek(pair->context_b, offset);
        if (status == STATUS_OK)
            status = b->generate(pair->context_b, from_b, size);
        if (status != STATUS_OK)
            return wrong(pair, "generating", pair->b, status);
        enum verdict verdict = compare_bytes(seeking == 0 ? "stream" : "stream from an offset", from_b, from_a, size,
                                             pair->message);
        if (verdict != VERDICT_RIGHT)
            return verdict;
    }
    return VERDICT_RIGHT;
}

static enum verdict random_case(const struct primitive *primitive, const struct contender *a, void *context_a,
                                const struct contender *b, void *context_b, struct random *random,
                                struct message *message)
{
    struct pair pair = {primitive, a,      b != NULL ? b : a, context_a, b != NULL ? context_b : context_a,
                        random,    message, false};
    enum verdict verdict = open_pair(&pair);
    if (verdict != VERDICT_RIGHT)
        return verdict;
    switch (primitive->class) {
    case CLASS_ENCRYPTION:
        return sealing_case(&pair, &encryption);
    case CLASS_SIGNATURE:
        return sealing_case(&pair, &signature);
    case CLASS_KEY_AGREEMENT:
        return agreement_case(&pair);
    default:
        return generator_case(&pair);
    }
}

const struct checker encryption_checker = {CLASS_ENCRYPTION, public_key_fields, public_key_known_answer, random_case};
const struct checker key_agreement_checker = {CLASS_KEY_AGREEMENT, public_key_fields, public_key_known_answer, random_case};
const struct checker prng_checker = {CLASS_PRNG, public_key_fields, public_key_known_answer, random_case};
const struct checker signature_checker = {CLASS_SIGNATURE, public_key_fields, public_key_known_answer, random_case};
