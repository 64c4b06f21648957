import { script } from '@bomb.sh/tab'
import { captureConsoleLog } from './capture-console-log.ts'

/** The completion script of a shell for a command of that name. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish' | 'powershell', name: string): string {
  return shell === 'bash' ? bashScript(name) : captureConsoleLog(() => script(shell, name, name)).join('\n')
}

/**
 * The script of `@bomb.sh/tab` for bash evaluates the words typed so far, command substitutions included, needs the
 * bash-completion package, and cannot be loaded twice.
 */
function bashScript(name: string): string {
  const id = name.replace(/\W/gu, '_')
  return `# bash completion for ${name}
__${id}_candidates() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :6) compopt -o nospace 2>/dev/null ;;
            :*) ;;
            *) COMPREPLY+=("$(printf %q "\${line%%$'\\t'*}")") ;;
        esac
    done < <(${name} complete -- "$@" 2>/dev/null)
}

__${id}_complete() {
    __${id}_candidates "\${COMP_WORDS[@]:1:COMP_CWORD}"
}

complete -F __${id}_complete ${name}
${name.startsWith('git-') ? gitSubcommand(name, id) : ''}`
}

/** git's own completion calls `_git_<name>` for the words after `git <name>`. */
function gitSubcommand(name: string, id: string): string {
  return `
# For \`git ${name.slice('git-'.length)}\`, where git's own completion is loaded.
_${id}() {
    __${id}_candidates "\${words[@]:2:cword-1}"
}
`
}
