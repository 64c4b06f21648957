import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { FlagFlags } from './run-correct.ts'
import { addCorrectingOptions, EXIT_CODES } from './correcting-options.ts'

/** Creates `flag PLACE [ANCHOR]`: casts doubt on what is recorded about code. */
export function createFlagCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'flag', host.io)
    .summary('say that what is recorded about code is wrong')
    .description(
      'Casts doubt on what is recorded about code. The annotation stays as it is; readers see your reason beside it,\n' +
        'and its confidence is halved.',
    )
    .argument('<place>', 'path, path:unit, path:10-20, folder/ or ./; for code that is gone, its former name')
    .argument('[anchor]', 'a unit in the file, by the name it has or was recorded under')
    .requiredOption('--reason <text>', 'what is wrong, and how you know')
    .option('--anchor <name>', 'the unit, instead of the second argument')
    .option('--lines <start:end>', 'what is recorded about these lines, as they are now, instead of an anchor')
    .option('--commit <sha>', 'only what is recorded on this commit')
    .option('--intent <words>', 'only regions whose intent contains these words')
    .option('--id <id>', 'only the region with this id, which errors and receipts show')
    .option('--all', 'flag everything that is found, when it is more than one region')
    .with(addCorrectingOptions)
    .action(async (place: string, anchor: string | undefined, flags: FlagFlags) =>
      (await import('./run-correct.ts')).runFlag(host, { place, anchor, flags }),
    )
    .addHelpText('after', EXIT_CODES)
    .examples([
      {
        line: '$ src/mqtt/client.rs connect --reason "Reconnecting before draining is safe; see the test"',
        shows: 'doubt what is recorded about a function',
      },
      { line: '$ src/a.ts --commit 3f2a1c9 --all --reason "Written for v1"', shows: 'all of one annotation in a file' },
    ])
}
