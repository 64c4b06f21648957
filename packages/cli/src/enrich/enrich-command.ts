import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import type { EnrichFlags } from './run-enrich.ts'

/** `enrich`: lets a model describe files for `retrieve`. */
export function createEnrichCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'enrich', host.io)
    .summary('let a model describe files for retrieve')
    .description(
      'Asks the configured model what files are for: their domain, module, purpose and concepts. `retrieve` works\n' +
        'without. What the model says is a proposal; look through it, and use it with --promote. Contents that were\n' +
        'described are not asked about again: interrupted, it goes on where it was when it is started again.',
    )
    .argument('[paths...]', 'files, or folders with source files (default: all source files)')
    .optionsGroup('How:')
    .addOption(settingOption('model', '--model <name>'))
    .addOption(settingOption('maxSpend', '--max-spend <dollars>'))
    .option('--dry-run', 'tell which files would be sent and about how much that is, ask nobody')
    .option('--promote', 'use what the model has proposed; asks nobody')
    .repositoryOptions({ gitBackend: true })
    .action(async (paths: readonly string[], flags: EnrichFlags) =>
      (await import('./run-enrich.ts')).runEnrich(host, paths, flags),
    )
    .examples([
      { line: '$ --dry-run', shows: 'what it would take' },
      { line: '$ src/billing --max-spend 0.50', shows: 'a folder, for half a dollar at most' },
      { line: '$ src/billing --promote', shows: 'use what was proposed for it' },
    ])
}
