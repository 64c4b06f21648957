import type { Command } from 'commander'
import { codedError } from '@chronicle/core/contracts'
import { nearestWord } from '../config/nearest-word.ts'
import type { CliIo } from './cli-io.ts'
import { createCommand } from './create-command.ts'
import { reportFailure } from './report-failure.ts'

/** `help [command]`. That of commander prints the whole help before it says that there is no such command. */
export function createHelpCommand(io: CliIo): Command {
  const command = createCommand('help', io)
    .summary('show the help of a command')
    .description('Shows the help of a command, or what commands there are.')
    .argument('[command]')
    .action((name: string | undefined) => {
      const program = command.parent ?? command
      if (name === undefined) return program.help()
      const commands = program.createHelp().visibleCommands(program)
      const found = commands.find((one) => one.name() === name || one.aliases().includes(name))
      if (found !== undefined) return found.help()
      const nearest = nearestWord(
        name,
        commands.map((one) => one.name()),
      )
      const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
      reportFailure(io, codedError('usage', `Unknown command '${name}'.${hint} See: ${program.name()} --help`))
    })
  return command
}
