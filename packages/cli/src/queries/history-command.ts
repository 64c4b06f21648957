import type { Command } from 'commander'
import { HISTORY_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import type { HistoryFlags } from './query-flags.ts'
import { countOption } from '../host/option-values.ts'
import { addAnswerOptions, createPlaceCommand, sourcesOption } from './query-options.ts'

/** Creates `history PATH [ANCHOR]`: shows how the reasoning about code developed. */
export function createHistoryCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createPlaceCommand(options.name ?? 'history', host.io)
    .answers(HISTORY_OUTPUT_SCHEMA)
    .summary('show how the reasoning about code developed')
    .description(
      'Shows what was recorded about this code at each commit, oldest first, under every name that the file and\n' +
        'the unit have had: like git log, for reasons. Where nothing was recorded, it shows what the message\n' +
        'of the commit says.',
    )
    .addOption(sourcesOption())
    .optionsGroup('Amount:')
    .addOption(countOption('--limit <n>', 'maximum number of steps, the newest (default: 10)'))
    .option('--follow-related', 'add what the steps link to elsewhere')
    .action(async (path: string, anchor: string | undefined, flags: HistoryFlags) =>
      (await import('./run-query.ts')).runHistory(host, { path, anchor, flags }),
    )
    .with(addAnswerOptions)
    .examples([
      { line: '$ src/mqtt/client.rs MqttClient::connect --limit 5', shows: 'the last five steps of one function' },
      { line: '$ src/mqtt/client.rs connect --follow-related', shows: 'with the reasoning that they link to' },
    ])
}
