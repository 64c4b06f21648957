import { Option, type Command } from 'commander'
import { SHOW_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { addAnswerOptions } from '../queries/query-options.ts'
import type { ShowFlags } from './run-questions.ts'

/** Creates `show [commit]`: shows everything recorded on one commit. */
export function createShowCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'show', host.io)
    .answers(SHOW_OUTPUT_SCHEMA)
    .summary('show the whole annotation of one commit')
    .description(
      'Shows everything that is recorded on a commit, with corrections applied, and what became of the code that\n' +
        'it is about. What was retracted is marked as such.',
    )
    .argument(
      '[commit]',
      'a branch, tag or commit; for a commit that no longer exists, the beginning of its id (default: HEAD)',
    )
    .optionsGroup('Scope:')
    .addOption(
      new Option('--at <state>', 'where to look for the code (default: WORKTREE, else HEAD)')
        .choices(['WORKTREE', 'INDEX', 'HEAD'])
        .conflicts('rev'),
    )
    .option('--rev <revision>', 'a branch, tag or commit instead')
    .action(async (revision: string | undefined, flags: ShowFlags) =>
      (await import('./run-questions.ts')).runShow(host, revision, flags),
    )
    .with(addAnswerOptions)
    .optionsGroup('Output:')
    .examples([
      { line: '$ HEAD', shows: 'what is recorded on the last commit' },
      { line: '$ a1b2c3d --verbose', shows: 'with the words that each claim rests on' },
    ])
}
