import { script } from '@bomb.sh/tab'
import { captureConsoleLog } from './capture-console-log.ts'

/** Returns the completion script of a shell for a command of that name. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish' | 'powershell', name: string): string {
  return shell === 'bash' ? bashScript(name) : captureConsoleLog(() => script(shell, name, name)).join('\n')
}

/**
 * Returns our own script, because that of `@bomb.sh/tab` for bash evaluates the typed words, including command
 * substitutions, needs the bash-completion package, and cannot be loaded twice.
 */
function bashScript(name: string): string {
  const id = name.replace(/\W/gu, '_')
  return `# bash completion for ${name}
__${id}_candidates() {
    local line cur=\${!#} before=
    # Where a colon ends a word, bash puts in what follows it.
    if [[ $cur == *:* && \${COMP_WORDBREAKS-} == *:* ]]; then before=\${cur%"\${cur##*:}"}; fi
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :6) compopt -o nospace 2>/dev/null ;;
            :*) ;;
            *)
                line=\${line%%$'\\t'*}
                COMPREPLY+=("$(printf %q "\${line#"$before"}")")
                ;;
        esac
    done < <(${name} complete -- "$@" 2>/dev/null)
}

__${id}_complete() {
    # A colon is a word of its own to bash. What stands without a space between is one.
    local -a joined=()
    local i word gap rest=\${COMP_LINE-}
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=\${COMP_WORDS[i]}
        gap=\${rest%%[![:space:]]*}
        rest=\${rest#"$gap"}
        rest=\${rest#"$word"}
        if ((i > 0)) && [[ -z $gap && ($word == :* || \${COMP_WORDS[i - 1]} == *:) ]]; then
            joined[\${#joined[@]} - 1]+=$word
        else
            joined+=("$word")
        fi
    done
    __${id}_candidates "\${joined[@]:1}"
}

complete -F __${id}_complete ${name}
${name.startsWith('git-') ? gitSubcommand(name, id) : ''}`
}

/** Returns a function named `_git_<name>`, which git's own completion calls for the words after `git <name>`. */
function gitSubcommand(name: string, id: string): string {
  return `
# For \`git ${name.slice('git-'.length)}\`, where git's own completion is loaded.
_${id}() {
    __${id}_candidates "\${words[@]:2:cword-1}"
}
`
}
