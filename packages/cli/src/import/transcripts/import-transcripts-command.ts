import { InvalidArgumentError, Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../../host/command-host.ts'
import { createCommand } from '../../host/create-command.ts'
import type { ImportTranscriptsFlags } from './run-import-transcripts.ts'

/** Creates `import transcripts`: imports what you stated to coding agents while your commits were made. */
export function createImportTranscriptsCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand('transcripts', host.io)
    .summary('record what you stated to coding agents')
    .description(
      'Reads the transcripts that Claude Code and Codex left on this machine, finds the commits that hold the lines\n' +
        'which they wrote, and takes the sentences you typed that state a goal, a rule, or a choice and its reason.\n' +
        'They are shown before they are stored. Secrets are taken out first, and nothing leaves the machine.',
    )
    .optionsGroup('Which transcripts:')
    .option('--from <dir>', 'a transcript, or a folder of them (default: those in the home directory)')
    .addOption(new Option('--since <date>', 'written to since then: 2026-03-01, or 7d').argParser(parseSince))
    .option('--session <id>', 'of one session: its id, or the beginning of it')
    .option('--commit <rev>', 'only what is about this commit')
    .optionsGroup('What is done:')
    .option('--yes', 'store without asking')
    .option('--dry-run', 'only show it')
    .optionsGroup('Output:')
    .formatOption('of the answer')
    .repositoryOptions({ notesRef: 'notes ref to write', gitBackend: true })
    .action(async (flags: ImportTranscriptsFlags) =>
      (await import('./run-import-transcripts.ts')).runImportTranscripts(host, flags),
    )
    .addHelpText('after', HELP)
    .examples([
      { line: '$', shows: 'what you stated, and whether to store it' },
      { line: '$ --since 7d --yes', shows: 'store what was stated in the last week' },
      { line: '$ --commit HEAD --dry-run', shows: 'what was stated for the last commit' },
    ])
}

const HELP = `
A sentence is recorded on the commit whose code was written in answer to it. Questions, chat, instructions to the
agent about its work, pasted texts, output of tools and the words of the model are never taken.

To do it after each commit that Claude Code makes (see: git chronicle skill install hooks):
  git config chronicle.transcripts true

Exit code: 0 done, or nothing found; 1 failed; 2 wrong usage; 130 interrupted. A failure is one JSON document on
stdout, {"$schema":"chronicle-read/v1","error":{"code","message"}}.`

const DAY_MS = 24 * 60 * 60 * 1000

function parseSince(text: string): number {
  const [, count, unit] = /^(\d{1,5})([dwh])$/.exec(text) ?? []
  if (count !== undefined) {
    const length = unit === 'h' ? DAY_MS / 24 : unit === 'w' ? 7 * DAY_MS : DAY_MS
    return Date.now() - Number(count) * length
  }
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isFinite(time)) return time
  throw new InvalidArgumentError('Give a date such as 2026-03-01, or an age such as 12h, 7d or 2w.')
}
