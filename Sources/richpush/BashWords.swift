/// What bash needs beside the parser's script: it takes a sign of equality for a word of its own, so that `--select=im` are three words to
/// it, and the parser's script knows such values behind a space alone.
enum BashWords {
  /// A function that hands the words on as if each sign were a space, and completes by it. The line keeps its length, since the position
  /// in it counts. Where the user has bash keep such words whole, the flag stands before what is offered. Behind the format of a
  /// report's file, which has such a sign too, files are offered, and no space follows the sign.
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
