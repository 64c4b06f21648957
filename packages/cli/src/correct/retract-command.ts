import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { RetractFlags } from './run-correct.ts'
import { addCorrectingOptions, addSelectionOptions, EXIT_CODES } from './correcting-options.ts'

/** Creates `retract SHA`: withdraws an annotation. */
export function createRetractCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'retract', host.io)
    .summary('withdraw an annotation, or a region of it')
    .description(
      'Withdraws what is recorded. It is no longer shown, except with read --verbose; the note itself stays as\n' +
        'it is. For what must not exist at all, use scrub.',
    )
    .argument('<sha>', 'the commit that the annotation is on, as read shows it')
    .requiredOption('--reason <text>', 'why')
    .with(addSelectionOptions)
    .with(addCorrectingOptions)
    .action(async (sha: string, flags: RetractFlags) => (await import('./run-correct.ts')).runRetract(host, sha, flags))
    .addHelpText('after', EXIT_CODES)
    .examples([
      { line: '$ 3f2a1c9 --region connect --reason "Never true"', shows: 'one function' },
      { line: '$ 3f2a1c9 --reason "Recorded on the wrong commit"', shows: 'all of an annotation' },
    ])
}
