# SPDX-License-Identifier: MIT
# Completion for fish.  Commands and options are read from the program's help, ids, classes and suites from its lists.
function __assay_suites
    assay list --suites 2>/dev/null | string replace -r ' +' \t
end

function __assay_selectors
    echo all
    __assay_suites
    assay list --format json 2>/dev/null | string replace -rf '^ *"(?:id|class)": "(.*)",?$' '$1' | sort -u
end

function __assay_hashes
    assay list hash --format csv 2>/dev/null | string replace -rf '^([a-z0-9_]+),.*' '$1' | string match -v id
end

complete -c assay -f
complete -c assay -n __fish_use_subcommand -l help -d 'list the commands'
complete -c assay -n __fish_use_subcommand -l version -d 'show the versions'
complete -c assay -n '__fish_seen_subcommand_from run check list' -a '(__assay_selectors)'
complete -c assay -n '__fish_seen_subcommand_from compare report' -F

for entry in (assay --help 2>/dev/null | string replace -rf '^  ([a-z]+) +(.*)' '$1\t$2')
    set -l command (string split \t $entry)
    set -l condition "__fish_seen_subcommand_from $command[1]"
    complete -c assay -n __fish_use_subcommand -a $command[1] -d $command[2]
    for line in (assay $command[1] --help 2>/dev/null | string replace -rf '^  --([a-z-]+) ([A-Z]*) *(.*)' '$1\t$2\t$3')
        set -l option (string split \t $line)
        set -l values
        switch $command[1]--$option[1]
            case '*--contender'
                set values '(__fish_append , all native native/lanes openssl openssl/{bignum,implicit,low-level,new-context,one-shot,variable-time})'
            case '*--fail-on'
                set values 'any faster slower'
            case 'report--format'
                set values 'csv html json markdown png text'
            case '*--format'
                set values 'csv json markdown text'
            case '*--hash'
                set values '(__fish_append , (__assay_hashes))'
            case '*--openssl-features'
                set values none
            case '*--plot'
                set values 'machines passwords ratios speed-up throughput'
            case 'passwords--shape'
                set values '(__fish_append , 2014 hash)'
            case '*--shape'
                set values '(__fish_append , message update)'
            case '*--suite'
                set values '(__assay_suites)'
        end
        if test "$option[2]" = FILE
            complete -c assay -n $condition -l $option[1] -rF -d $option[3]
        else if test -n "$option[2]"
            complete -c assay -n $condition -l $option[1] -x -a "$values" -d $option[3]
        else
            complete -c assay -n $condition -l $option[1] -d $option[3]
        end
    end
end
