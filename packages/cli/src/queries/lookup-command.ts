import type { Command } from 'commander'
import { LOOKUP_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import type { PlaceFlags } from './query-flags.ts'
import { addAnswerOptions, createPlaceCommand, scorerOption, sourcesOption } from './query-options.ts'

/** Creates `lookup PATH [ANCHOR]`: returns all that one needs to know before changing code. */
export function createLookupCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createPlaceCommand(options.name ?? 'lookup', host.io)
    .answers(LOOKUP_OUTPUT_SCHEMA)
    .summary('show all there is to know before changing code')
    .description(
      'One answer with what is recorded about this code, who depends on it, the last steps of its history and\n' +
        'what has been called into question, within one token budget.',
    )
    .addOption(sourcesOption())
    .addOption(scorerOption())
    .action(async (path: string, anchor: string | undefined, flags: PlaceFlags) =>
      (await import('./run-query.ts')).runLookup(host, { path, anchor, flags }),
    )
    .with(addAnswerOptions)
    .examples([
      { line: '$ src/mqtt/client.rs connect --max-tokens 2000', shows: 'before changing one function' },
      { line: '$ src/mqtt/client.rs --format json', shows: 'a whole file, for a program' },
    ])
}
