# SPDX-License-Identifier: MIT
# Completion for bash.  Commands and options are read from the program's help, ids, classes and suites from its lists.
_assay()
{
    local assay=${1/#\~/$HOME} current=$2 previous=$3 command=${COMP_WORDS[1]} kept='' words=''
    if [[ $current == = ]]; then # bash cuts --option=value into three
        current=''
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words="--help --version $("$assay" --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  *.*/\1/p')"
    elif [[ $previous == --* ]] && "$assay" "$command" --help 2>/dev/null | grep -q -e "^  $previous [A-Z]"; then
        case $command$previous in
        *--contender) words='all native native/lanes openssl openssl/bignum openssl/implicit openssl/low-level openssl/new-context openssl/one-shot openssl/variable-time' ;;
        *--fail-on) words='any faster slower' ;;
        report--format) words='csv html json markdown png text' ;;
        *--format) words='csv json markdown text' ;;
        *--hash) words=$("$assay" list hash --format csv 2>/dev/null | sed '1d; s/,.*//') ;;
        *--openssl-features) words='none' ;;
        *--plot) words='machines passwords ratios speed-up throughput' ;;
        passwords--shape) words='2014 hash' ;;
        *--shape) words='message update' ;;
        *--suite) words=$("$assay" list --suites 2>/dev/null | cut -d ' ' -f 1) ;;
        *--output | *--params | *--resume | *--vectors) compopt -o default ;;
        esac
        if [[ $current == *,* ]]; then
            kept=${current%,*}, current=${current##*,}
        fi
    elif [[ $current == -* ]]; then
        words=$("$assay" "$command" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p')
    elif [[ $command == run || $command == check || $command == list ]]; then
        words="all $("$assay" list --suites 2>/dev/null | cut -d ' ' -f 1) $("$assay" list --format json 2>/dev/null |
            sed -n 's/^ *"id": "\(.*\)",*$/\1/p; s/^ *"class": "\(.*\)",*$/\1/p')"
    else
        compopt -o default # records are files
    fi
    COMPREPLY=($(compgen -P "$kept" -W "$words" -- "$current"))
}
complete -F _assay assay
