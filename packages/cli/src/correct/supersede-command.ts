import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { SupersedeFlags } from './run-correct.ts'
import { addCorrectingOptions, addSelectionOptions, EXIT_CODES } from './correcting-options.ts'

/** Creates `supersede SHA --by REV`: links an annotation to the newer one. */
export function createSupersedeCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'supersede', host.io)
    .summary('point from an annotation to the one that replaces it')
    .description(
      'Marks an annotation as replaced by newer reasoning. Readers see the newer one, and the confidence of this ' +
        'one falls.',
    )
    .argument('<sha>', 'the commit that the annotation is on, as read shows it')
    .requiredOption('--by <revision>', 'the commit that the newer reasoning is on')
    .option('--reason <text>', 'why')
    .with(addSelectionOptions)
    .with(addCorrectingOptions)
    .action(async (sha: string, flags: SupersedeFlags) =>
      (await import('./run-correct.ts')).runSupersede(host, sha, flags),
    )
    .addHelpText('after', EXIT_CODES)
    .examples([
      { line: '$ 3f2a1c9 --by HEAD', shows: 'what you just annotated is the current reasoning' },
      { line: '$ 3f2a1c9 --region connect --by v2.0 --reason "Rewritten"', shows: 'of one function alone' },
    ])
}
