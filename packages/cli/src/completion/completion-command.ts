import { Argument, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

/**
 * Creates `completion <shell>`: prints the script that makes a shell complete commands, options, files and the units in
 * them.
 */
export function createCompletionCommand(options: CommandOptions = {}): Command {
  const { io } = resolveHost(options)
  return createCommand(options.name ?? 'completion', io)
    .summary('print a shell completion script')
    .description('Prints the script that makes a shell complete commands, options, files and the units in them.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .option('--name <command>', 'the command to complete', 'git-chronicle')
    .action(async (shell: (typeof SHELLS)[number], flags: { readonly name: string }) => {
      const { completionScript } = await import('./completion-script.ts')
      io.stdout.write(`${completionScript(shell, flags.name)}\n`)
    })
    .examples([
      { line: 'source <($ bash)', shows: 'in ~/.bashrc; completes `git chronicle` too where git completion is loaded' },
      { line: 'source <($ zsh)', shows: 'in ~/.zshrc' },
      { line: '$ fish | source', shows: 'in ~/.config/fish/config.fish' },
      { line: '$ powershell | Out-String | Invoke-Expression', shows: 'in $PROFILE' },
    ])
}

/**
 * Creates `complete -- <words>`, which the completion scripts call. The candidates come from the program's own tree of
 * commands.
 */
export function createCompleteCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  const { io } = host
  return createCommand(options.name ?? 'complete', io)
    .description('Prints completion candidates; called by the scripts of `completion`.')
    .argument('[words...]')
    .action(async (words: readonly string[], _flags: object, command: Command) => {
      const { completeWords } = await import('./complete-words.ts')
      io.stdout.write(`${await completeWords(rootOf(command), words, io.cwd, host)}\n`)
    })
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent)
}
