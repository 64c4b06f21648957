import type { Command } from 'commander'
import { LOG_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { wordsAfterDashes } from '../host/words-after-dashes.ts'
import { countOption } from '../host/option-values.ts'
import { addAnswerOptions } from '../queries/query-options.ts'
import type { LogFlags } from './run-questions.ts'

/** Creates `log [range] [path...]`: shows the annotated history. */
export function createLogCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'log', host.io)
    .answers(LOG_OUTPUT_SCHEMA)
    .summary('show the annotated commits, newest first')
    .description(
      'Lists the commits on which something is recorded, newest first: what each changed, where, and\n' +
        'which rules, risks and rejected alternatives it left.',
    )
    .argument('[words...]', 'a revision or range (main, A..B, A...B), then files and folders; after -- paths alone')
    .optionsGroup('Scope:')
    .option('--since <date|commit>', 'only commits made at that time or later')
    .option('--before <commit>', 'continue after the last commit of the previous page')
    .optionsGroup('Amount:')
    .addOption(countOption('-n, --limit <n>', 'maximum number of commits (default: 20)'))
    .action(async (words: readonly string[], flags: LogFlags, command: Command) =>
      (await import('./run-questions.ts')).runLog(host, { words, afterDashes: wordsAfterDashes(command), flags }),
    )
    .with(addAnswerOptions)
    .optionsGroup('Output:')
    .examples([
      { line: '$ -n 5', shows: 'the last five annotated commits' },
      { line: '$ main..HEAD', shows: 'what this branch recorded' },
      { line: '$ v1.0.0..v2.0.0 -- src/mqtt', shows: 'what was recorded about a folder between two releases' },
    ])
}
