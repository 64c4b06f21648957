import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { IndexFlags } from './retrieve-flags.ts'

/** `index`: brings the knowledge base of `retrieve` up to date. */
export function createIndexCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'index', host.io)
    .summary('get ready for retrieve')
    .description(
      'Brings the knowledge base that `retrieve` searches up to date: files, their units, past commits.\n' +
        'Only contents that are not known yet are read. `retrieve` does the same by itself when it is asked.',
    )
    .option('--rev <revision>', 'a branch, tag or commit; it is not checked out (default: the working tree)')
    .optionsGroup('Output:')
    .formatOption('of the report')
    .repositoryOptions({ gitBackend: true })
    .action(async (flags: IndexFlags) => (await import('./run-index.ts')).runIndex(host, flags))
    .examples([
      { line: '$', shows: 'in a hook or a build of an image, so that the first question need not wait' },
      { line: '$ --rev main', shows: 'another state of the repository' },
    ])
}
