import type { Command } from 'commander'
import { codedError } from '@chronicle/core/contracts'
import { nearestWord } from '../config/nearest-word.ts'
import type { CliIo } from './cli-io.ts'
import { createCommand, fullName } from './create-command.ts'
import { reportFailure } from './report-failure.ts'

/** Creates `help [command…]`. Commander's own prints the whole help before it reports an unknown command. */
export function createHelpCommand(io: CliIo): Command {
  const command = createCommand('help', io)
    .summary('show the help of a command')
    .description('Shows the help of a command, or lists the commands: help read, help mcp install.')
    .argument('[command...]')
    .action((names: readonly string[]) => {
      let asked = command.parent ?? command
      for (const name of names) {
        const commands = asked.createHelp().visibleCommands(asked)
        const found = commands.find((one) => one.name() === name || one.aliases().includes(name))
        if (found === undefined) return reportFailure(io, unknownCommand(name, asked, commands))
        asked = found
      }
      return asked.outputHelp()
    })
  return command
}

function unknownCommand(name: string, asked: Command, commands: readonly Command[]): ReturnType<typeof codedError> {
  const nearest = nearestWord(
    name,
    commands.map((one) => one.name()),
  )
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return codedError('usage', `Unknown command '${name}'.${hint} See: ${fullName(asked)} -h`)
}
