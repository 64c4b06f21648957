import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { ImportFlags } from '../sync/sync-flags.ts'
import { createImportForgeCommand } from './discussions/import-forge-command.ts'
import { createImportTranscriptsCommand } from './transcripts/import-transcripts-command.ts'

/** Creates `import`: merges what was exported elsewhere, recorded by other tools, or said in other places. */
export function createImportCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return (
    createCommand(options.name ?? 'import', host.io)
      .summary('import what was exported elsewhere or recorded by other tools')
      .description(
        'Reads exports of Chronicle, agent-trace records and comments of git-appraise, from files or stdin, and\n' +
          'merges them with what is here. Importing again changes nothing. What is recorded on a commit that does\n' +
          'not exist here goes to the commit that makes the same change, as after a rebase.',
      )
      .argument('[file...]', 'what to read; - or none: stdin')
      .option('--git-appraise [ref]', 'read the comments in this ref (default: refs/notes/devtools/discuss)')
      .option('--keep-unknown', 'keep what is recorded on commits that are not here, under their ids')
      .option('--dry-run', 'show what would be imported, write nothing')
      .optionsGroup('Output:')
      .formatOption('of the receipt')
      .repositoryOptions({ notesRef: true })
      .action(async (files: readonly string[], flags: ImportFlags) =>
        (await import('../sync/run-import.ts')).runImport(host, files, flags),
      )
      .addHelpText(
        'after',
        '\nExit code: 0 done, also when records were skipped; 1 failed, or no record can be imported;\n2 wrong usage.',
      )
      .helpCommand(false)
      // Options after the name of a source belong to that source.
      .enablePositionalOptions()
      .addCommand(createImportForgeCommand('github', options))
      .addCommand(createImportForgeCommand('gitlab', options))
      .addCommand(createImportTranscriptsCommand(options))
      .examples([
        { line: '$ notes.jsonl --dry-run', shows: 'see which commits are found here' },
        { line: '$ .agent-trace/traces.jsonl', shows: 'who wrote which lines, as other tools recorded it' },
        { line: '$ --git-appraise', shows: 'the comments of reviews' },
      ])
  )
}
