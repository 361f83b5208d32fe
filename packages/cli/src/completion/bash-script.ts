/**
 * For bash, from 3.2 on and without its package of completions. The words of the line are passed on as they stand: they
 * are never run, whatever they hold.
 */
export const bashScript: string = String.raw`# bash completion for millrace
__millrace_complete() {
    local line=${'$'}{COMP_LINE:0:COMP_POINT} IFS=$' \t\n' cur out item before
    local -a words
    read -r -a words <<< "$line"
    [[ $line == *[[:blank:]] ]] && words+=("")
    cur=${'$'}{words[${'$'}{#words[@]}-1]}
    COMPREPLY=()
    out=$(millrace complete -- "${'$'}{words[@]:1}" 2>/dev/null </dev/null) || return 0
    # Of key=value, bash replaces only what stands behind the sign.
    before=
    [[ $COMP_WORDBREAKS == *=* && $cur == *=* ]] && before=${'$'}{cur%"${'$'}{cur##*=}"}
    while IFS=$'\t' read -r item _; do
        [[ $item == :* || $item != "$cur"* ]] || COMPREPLY+=("${'$'}{item#"$before"}")
    done <<< "$out"
    if [[ ${'$'}{#COMPREPLY[@]} -eq 1 && ${'$'}{COMPREPLY[0]} == *= ]] && type compopt >/dev/null 2>&1; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o default -F __millrace_complete millrace
`
