import type { Command } from 'commander'
import { SUMMARY_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import type { PlaceFlags } from './query-flags.ts'
import { addAnswerOptions, createPlaceCommand, sourcesOption } from './query-options.ts'

/** Creates `summary [PATH] [ANCHOR]`: gives an overview of what is recorded. */
export function createSummaryCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createPlaceCommand(options.name ?? 'summary', host.io, {
    word: '[path]',
    help: 'a file or a folder (default: the current one); or path:unit, path:10-20',
  })
    .answers(SUMMARY_OUTPUT_SCHEMA)
    .summary('show a file or folder at a glance')
    .description(
      'Shows the most recent annotation of each unit, with its constraints and risks only.\n' +
        'Where nothing was recorded, it shows what the commits say.\n' +
        'Use it for an overview of a file or folder before reading it.',
    )
    .addOption(sourcesOption())
    .action(async (path: string | undefined, anchor: string | undefined, flags: PlaceFlags) =>
      (await import('./run-query.ts')).runSummary(host, { path: path ?? '.', anchor, flags }),
    )
    .with(addAnswerOptions)
    .examples([
      { line: '$ src/mqtt --max-tokens 1500', shows: 'a folder, within a budget' },
      { line: '$ src/mqtt/client.rs', shows: 'one file' },
      { line: '$ src --sources notes', shows: 'only what somebody recorded' },
      { line: '$', shows: 'the current folder' },
    ])
}
