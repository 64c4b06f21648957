import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import type { EnrichFlags } from './run-enrich.ts'

/** Creates `enrich`: a model describes files for `retrieve`. */
export function createEnrichCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'enrich', host.io)
    .summary('let a model describe files for retrieve')
    .description(
      'Asks the configured model what files are for: their domain, module, purpose and concepts. `retrieve`\n' +
        'works without it. The answers of the model are proposals: review them, and accept them with --promote.\n' +
        'Contents that are already described are not asked about again, so an interrupted run continues where it\n' +
        'stopped.',
    )
    .argument('[paths...]', 'files, or folders with source files (default: all source files)')
    .optionsGroup('How:')
    .addOption(settingOption('model', '--model <name>'))
    .addOption(settingOption('maxSpend', '--max-spend <dollars>'))
    .option('--dry-run', 'show which files would be sent and roughly how much that is; ask no model')
    .option('--promote', 'accept what the model has proposed; asks no model')
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
