import { createAnnotateCommand, createReadCommand, type CliIo } from '@chronicle/cli'
import { Command } from 'commander'

/** Acme's own program, with two of Chronicle's commands under Acme's names. */
export function createAcme(io: CliIo): Command {
  return new Command('acme')
    .description("Acme's tools")
    .addCommand(createReadCommand({ name: 'why', io }))
    .addCommand(createAnnotateCommand({ name: 'because', io }))
    .exitOverride()
}
