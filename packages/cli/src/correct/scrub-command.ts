import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { ScrubFlags } from './run-correct.ts'
import { addCorrectingOptions } from './correcting-options.ts'

/** Creates `scrub --text TEXT`: removes content that must not exist from all notes. */
export function createScrubCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'scrub', host.io)
    .summary('remove text that must not be in the notes, such as a secret')
    .description(
      'Removes a text from all notes and corrections, or a region from one annotation, and the history of the\n' +
        'notes with it. This rewrites refs: what was pushed has to be pushed again by force. The answer lists what\n' +
        'to do.',
    )
    .addOption(
      new Option('--text <text>', 'replace this text with [scrubbed] everywhere; - reads it from stdin').conflicts([
        'file',
        'region',
      ]),
    )
    .option('--commit <sha>', 'only in the notes of this commit')
    .option('--region <anchor>', 'drop a region of the annotation on --commit')
    .option('--file <path>', 'drop the regions of a file of that annotation')
    .addOption(new Option('--copies', 'drop regions with the same words from all other commits too').conflicts('text'))
    .with(addCorrectingOptions)
    .action(async (flags: ScrubFlags) => (await import('./run-correct.ts')).runScrub(host, flags))
    .addHelpText('after', SCRUB_HELP)
    .examples([
      {
        line: 'echo "$TOKEN" | $ --text - --dry-run',
        shows: 'find a secret, without putting it into the shell history',
      },
      { line: '$ --commit 3f2a1c9 --region connect', shows: 'a region that should never have been written' },
      { line: '$ --commit 3f2a1c9 --region connect --copies', shows: 'the same, with the copies of picked commits' },
    ])
}

const SCRUB_HELP = `
The text is found raw and escaped as JSON allows, in notes that cannot be read as well, and in former
states of the notes; without --commit also in what is kept for the next commit of this working tree.
Keys, ids and times of Chronicle's formats stay as they are. Each ref that held the text becomes one
commit without parents; other notes stay as they are. A commit whose notes still say the same, as a
copy does, is named. Old objects stay until git gc; clones keep what they fetched. If it is a secret,
revoke it.

Exit code: 0 scrubbed, or nothing found; 1 failed, and perhaps not all refs are done; 2 wrong usage.`
