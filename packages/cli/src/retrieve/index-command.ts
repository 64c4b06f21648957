import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { IndexFlags } from './retrieve-flags.ts'

/** Creates `index`: updates the knowledge base of `retrieve`. */
export function createIndexCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'index', host.io)
    .summary('prepare what retrieve searches')
    .description(
      'Brings the knowledge base that `retrieve` searches up to date: files, their units, past commits. Reads\n' +
        'only contents that are not known yet. `retrieve` does the same itself when it has to.',
    )
    .option('--rev <revision>', 'a branch, tag or commit; it is not checked out (default: the working tree)')
    .optionsGroup('Output:')
    .formatOption('of the report')
    .repositoryOptions({ gitBackend: true })
    .action(async (flags: IndexFlags) => (await import('./run-index.ts')).runIndex(host, flags))
    .examples([
      { line: '$', shows: 'in a hook or an image build, so that the first question does not have to wait' },
      { line: '$ --rev main', shows: 'another state of the repository' },
    ])
}
