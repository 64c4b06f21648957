import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { ReattachFlags } from './run-correct.ts'
import { addCorrectingOptions, addSelectionOptions, EXIT_CODES } from './correcting-options.ts'

/** Creates `reattach SHA --to PLACE`: sets where the code of a region is. */
export function createReattachCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'reattach', host.io)
    .summary('record the new place of a region whose code is not found')
    .description(
      'Says where the code of a region is now, when it is no longer found: it was rewritten, split, or moved and\n' +
        'renamed at once. The annotation stays as it is; the place is stored beside it.',
    )
    .argument('<sha>', 'the commit that the annotation is on, as history shows it')
    .requiredOption('--to <place>', 'where the code is: path, path:unit, path:10-20, folder/ or ./')
    .option('--at <revision>', 'the state that the place refers to (default: HEAD)')
    .option('--reason <text>', 'how you know')
    .with((each) => addSelectionOptions(each, 'Which region (default: the only one of the annotation):'))
    .with(addCorrectingOptions)
    .action(async (sha: string, flags: ReattachFlags) =>
      (await import('./run-correct.ts')).runReattach(host, sha, flags),
    )
    .addHelpText('after', EXIT_CODES)
    .examples([
      { line: '$ 3f2a1c9 --region connect --to src/net/session.rs:open', shows: 'a function that was rewritten' },
      { line: '$ 3f2a1c9 --id 1f0c3a5b --to src/pool.ts:10-20', shows: 'one of several regions, by its id' },
    ])
}
