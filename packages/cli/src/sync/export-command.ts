import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { ExportFlags } from './sync-flags.ts'

/** Creates `export`: prints everything recorded, as JSON Lines. */
export function createExportCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'export', host.io)
    .summary('print everything recorded as JSON Lines')
    .description(
      'Prints everything recorded as JSON Lines: one document for each annotated commit, by commit id,\n' +
        'with its corrections and acknowledgements. Equal notes give equal bytes. import reads it.',
    )
    .option('--agent-trace', 'print agent-trace records (agent-trace.dev) instead, for regions with lines')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .repositoryOptions({ notesRef: true })
    .action(async (flags: ExportFlags) => (await import('./run-export.ts')).runExport(host, flags))
    .addHelpText('after', '\nExit code: 0 done, 1 failed, 2 wrong usage.')
    .examples([
      { line: '$ > notes.jsonl', shows: 'keep what is recorded, or move it to another repository' },
      { line: '$ --agent-trace -o .agent-trace/traces.jsonl', shows: 'for tools that read agent traces' },
    ])
}
