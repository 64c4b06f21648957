import type { Command } from 'commander'
import { DEPS_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { settingOption } from '../host/setting-option.ts'
import type { DepsFlags } from './query-flags.ts'
import { countOption } from '../host/option-values.ts'
import { addAnswerOptions, createPlaceCommand, scorerOption } from './query-options.ts'

/** Creates `deps PATH [ANCHOR]`: lists code that declared an assumption about this code. */
export function createDepsCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createPlaceCommand(options.name ?? 'deps', host.io)
    .answers(DEPS_OUTPUT_SCHEMA)
    .summary('show what depends on code')
    .description(
      'Shows what declared a dependency on this code, and what must change together with it.\n' +
        'Ask before you change what a function promises.',
    )
    .optionsGroup('Amount:')
    .addOption(countOption('--max-results <n>', 'maximum number of dependents (default: 50)'))
    .addOption(settingOption('depsScanLimit', '--scan-limit <n>'))
    .addOption(scorerOption())
    .action(async (path: string, anchor: string | undefined, flags: DepsFlags) =>
      (await import('./run-query.ts')).runDeps(host, { path, anchor, flags }),
    )
    .with(addAnswerOptions)
    .examples([
      { line: '$ src/tls/session.rs TlsSessionCache::max_sessions', shows: 'who relies on one function' },
      { line: '$ src/tls/session.rs --format json', shows: 'who relies on anything in a file, for a program' },
    ])
}
