import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { addExamples, createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import type { IndexFlags } from './retrieve-flags.ts'

/** `index`: brings the knowledge base of `retrieve` up to date. */
export function createIndexCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  const command = createCommand(options.name ?? 'index', host.io)
    .summary('get ready for retrieve')
    .description(
      'Brings the knowledge base that `retrieve` searches up to date: files, their units, past commits.\n' +
        'Only contents that are not known yet are read. `retrieve` does the same by itself when it is asked.',
    )
    .option('--rev <revision>', 'a branch, tag or commit; it is not checked out (default: the working tree)')
    .optionsGroup('Output:')
    .addOption(new Option('--format <format>', 'of the report').choices(['pretty', 'json']).default('pretty'))
    .optionsGroup('Repository:')
    .option('-C <dir>', 'work as if started in this folder')
    .addOption(settingOption('gitBackend', '--git-backend <name>').choices(['cli', 'isomorphic']))
    .action(async (flags: IndexFlags) => (await import('./run-index.ts')).runIndex(host, flags))
  return addExamples(command, [
    { line: '$', shows: 'in a hook or a build of an image, so that the first question need not wait' },
    { line: '$ --rev main', shows: 'another state of the repository' },
  ])
}
