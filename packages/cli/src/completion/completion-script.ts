import { script } from '@bomb.sh/tab'
import { captureConsoleLog } from './capture-console-log.ts'

/** The completion script of a shell for a command of that name. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish' | 'powershell', name: string): string {
  const text = captureConsoleLog(() => script(shell, name, name)).join('\n')
  if (shell !== 'bash') return text
  // Its constants are read-only, so the scripts of two commands, or one sourced twice, would fail.
  const again = text.replace(/^readonly /gmu, '')
  return name.startsWith('git-') ? `${again}\n${gitSubcommand(name)}` : again
}

/** git's own completion calls `_git_<name>` for the words after `git <name>`. */
function gitSubcommand(name: string): string {
  return `# \`git ${name.slice('git-'.length)}\`, where git's own completion is loaded
_${name.replaceAll('-', '_')}() {
    __gitcomp_nl "$(${name} complete -- "\${words[@]:2:cword-1}" 2>/dev/null | sed -e '/^:[0-9]*$/d' -e 's/\\t.*//')"
}`
}
