import type { Command } from 'commander'
import { STATUS_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { addAnswerOptions } from '../queries/query-options.ts'
import type { StatusFlags } from './run-questions.ts'

/** Creates `status`: summarises what is recorded in this repository. */
export function createStatusCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'status', host.io)
    .answers(STATUS_OUTPUT_SCHEMA)
    .summary('show what is recorded here, how much that covers, and what is not shared')
    .description(
      'Reports what is recorded in the repository, how much of the commits and files that covers, what a remote\n' +
        'did not have at the last fetch, and what was recorded last. Does not use the network.',
    )
    .optionsGroup('Scope:')
    .option('--rev <revision>', 'the history and files of a branch, tag or commit (default: HEAD)')
    .action(async (flags: StatusFlags) => (await import('./run-questions.ts')).runStatus(host, flags))
    .with(addAnswerOptions)
    .optionsGroup('Output:')
    .examples([
      { line: '$', shows: 'the report' },
      { line: '$ --format json', shows: 'the numbers, for a program' },
    ])
}
