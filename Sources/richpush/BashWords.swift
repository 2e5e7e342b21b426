/// What bash needs besides the parser's script: bash splits `--select=im` at the `=` into three words, while the parser's script only
/// knows values after a space.
enum BashWords {
  /// A function that passes the words on as if each `=` were a space, and completes by that. The line keeps its length, since the
  /// position in it counts. If the user's bash keeps such words whole, the flag precedes the offers. After the format of a report file,
  /// which also has an `=`, it offers files, without a space after the `=`.
  static let script = #"""
    __richpush_parted() {
        local -a parted=()
        local -i index at="${COMP_CWORD}"
        local word former='' line="${COMP_LINE}" before='' cur="${2}"
        for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
            word="${COMP_WORDS[index]}"
            if [[ "${word}" = '=' && "${former}" = --* ]]; then
                line="${line/"${former}="/"${former} "}"
                if [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                    parted+=('')
                elif [[ "${index}" -lt "${COMP_CWORD}" ]]; then
                    ((at--))
                fi
            elif [[ "${word}" = --*=* ]]; then
                line="${line/"${word%%=*}="/"${word%%=*} "}"
                parted+=("${word%%=*}" "${word#*=}")
                [[ "${index}" -le "${COMP_CWORD}" ]] && ((at++))
                [[ "${index}" -eq "${COMP_CWORD}" && "${COMP_WORDBREAKS}" != *=* ]] && before="${word%%=*}="
            else
                parted+=("${word}")
            fi
            former="${word}"
        done
        cur="${cur#"${before}"}"
        [[ "${cur}" = '=' ]] && cur=''
        local -i file="${at}"
        [[ "${parted[at]}" = '=' ]] || ((file--))
        if [[ "${file}" -gt 2 && "${parted[file]}" = '=' && "${parted[file - 2]}" = --report && "${parted[1]}" = check ]]; then
            COMPREPLY=()
            __richpush_add_completions -f
            return
        fi
        local -a COMP_WORDS=("${parted[@]}")
        local COMP_CWORD="${at}" COMP_LINE="${line}"
        _richpush "${1}" "${cur}" "${parted[at - 1]}"
        [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" = *= ]] && compopt -o nospace 2>/dev/null
        [[ -z "${before}" ]] || COMPREPLY=("${COMPREPLY[@]/#/"${before}"}")
    }

    complete -o filenames -F __richpush_parted richpush
    """#
}
