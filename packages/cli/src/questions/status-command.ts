import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { addAnswerOptions } from '../queries/query-options.ts'
import type { StatusFlags } from './run-questions.ts'

/** `status`: what is recorded in this repository. */
export function createStatusCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'status', host.io)
    .summary('show what is recorded here, how much that covers, and what is not shared')
    .description(
      'Gives an account of the repository: what is recorded, which part of the commits and files that\n' +
        'covers, what a remote did not have at the last fetch, and what was recorded last. Asks nothing of\n' +
        'the network.',
    )
    .optionsGroup('Scope:')
    .option('--rev <revision>', 'the history and files of a branch, tag or commit (default: HEAD)')
    .action(async (flags: StatusFlags) => (await import('./run-questions.ts')).runStatus(host, flags))
    .with(addAnswerOptions)
    .optionsGroup('Output:')
    .examples([
      { line: '$', shows: 'the account' },
      { line: '$ --format json', shows: 'the numbers, for a program' },
    ])
}
