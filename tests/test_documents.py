# SPDX-License-Identifier: MIT
"""The man page and the completions say what --help says: test_documents.py ROOT ASSAY

Completions ask the program, so they are run: what each shell offers is compared with the help.
"""
import os
import re
import shutil
import subprocess
import sys

root, assay = sys.argv[1], os.path.abspath(sys.argv[2])
cases = []


def run(*words):
    environment = dict(os.environ, LC_ALL="C", PATH=os.path.dirname(assay) + ":" + os.environ["PATH"])
    return subprocess.run(words, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment).stdout


def check(name, expected, found):
    """Both are sets."""
    wrong = ["%s is missing" % word for word in sorted(expected - found)]
    wrong += ["%s is not in the help" % word for word in sorted(found - expected)]
    cases.append((name, wrong))


def skip(name, program):
    cases.append((name + " # SKIP no " + program, []))


# What the program says of itself: "--size LIST" of each command.
commands = re.findall(r"^  ([a-z]+) ", run(assay, "--help"), re.M)
options = {command: set(re.findall(r"^  (--[a-z-]+(?: [A-Z]+\b)?)", run(assay, command, "--help"), re.M))
           for command in commands}
identifiers = {line.split(",")[0] for line in run(assay, "list", "--format", "csv").splitlines()[1:]}
suites = {line.split()[0] for line in run(assay, "list", "--suites").splitlines()}

# The man page has a section for each command, with a list of its options; --help is told once, for all.
path = os.path.join(root, "doc", "assay.1")
with open(path) as file:
    page = file.read()
sections = dict(re.findall(r"^\.Ss assay (\w+)\n(.*?)(?=^\.S[sh])", page, re.M | re.S))
check("assay.1: commands", set(commands), set(sections))
check("assay.1: synopsis", set(commands), set(re.findall(r"^\.Cm (\w+)$", page.split(".Sh DESCRIPTION")[0], re.M)))
for command in commands:
    found = re.findall(r"^\.It Fl -([a-z-]+)(?: Ar ([A-Z]+))?", sections.get(command, ""), re.M)
    check("assay.1: options of " + command, options[command] - {"--help"},
          {"--" + name + (argument and " " + argument) for name, argument in found})
if shutil.which("mandoc"):
    cases.append(("assay.1: mandoc -T lint", run("mandoc", "-T", "lint", "-W", "warning", path).splitlines()))
else:
    skip("assay.1: mandoc -T lint", "mandoc")

# Each shell with what it gives to a completion; the last word is the one to complete.
BASH = """
compopt() { :; }
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_assay "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
_describe() { print -rl -- "${(@P)2}" }
compadd() { shift; print -rl -- "$@" }
compset() { return 1 }
_arguments() {
    if [[ $words[CURRENT] == -* ]]; then
        print -rl -- "${@[1,-2]}"
    elif [[ $words[CURRENT-1] == --* ]]; then
        _assay_value $words[CURRENT-1]
    else
        ${@[-1]##*:}
    fi
}
file=$1
words=("${@[2,-1]}") CURRENT=$#words
complete_it() { source $file }
complete_it
"""
FISH = "source $argv[1]; complete -C \"$argv[3..-1]\""


def offered(shell, *words):
    if shell == "bash":
        text = run("bash", "--norc", "-c", BASH, "bash", os.path.join(root, "data/completion/assay.bash"), assay, *words)
    elif shell == "zsh":
        text = run("zsh", "-f", "-c", ZSH, "zsh", os.path.join(root, "data/completion/_assay"), assay, *words)
    else:
        text = run("fish", "--no-config", "-c", FISH, os.path.join(root, "data/completion/assay.fish"), assay, "assay", *words)
    return {re.split(r"[=\[\t:]", line)[0] for line in text.splitlines()}


for shell in ("bash", "zsh", "fish"):
    name = "completion of %s: " % shell
    if not shutil.which(shell):
        skip(name + "everything", shell)
        continue
    check(name + "commands", set(commands), {word for word in offered(shell, "") if word[:2] != "--"})
    for command in commands:
        check(name + "options of " + command, {option.split()[0] for option in options[command]},
              offered(shell, command, "--"))
    check(name + "suites", suites, offered(shell, "run", "--suite", ""))
    check(name + "ids", identifiers & {"md5", "sha256", "hmac_md5"} | {"hash", "mac", "all", "openssl"},
          offered(shell, "check", "") & {"md5", "sha256", "hmac_md5", "hash", "mac", "all", "openssl"})
    check(name + "hashes of a list", {"sha256"}, offered(shell, "passwords", "--hash", "sha256") & {"sha256"})

print("1..%d" % len(cases))
for number, (name, wrong) in enumerate(cases, 1):
    print("%s %d - %s" % ("not ok" if wrong else "ok", number, name))
    for line in wrong:
        print("# " + line)
sys.exit(any(wrong for _, wrong in cases))
