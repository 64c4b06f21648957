import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { RedactFlags } from './run-redact.ts'

/** Creates `redact`: removes secrets from text, with the same rules as for writing annotations. */
export function createRedactCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'redact', host.io)
    .summary('show what would be treated as a secret')
    .description(
      'Removes secrets from text, as is done before anything is stored or sent to a model: copies stdin to\n' +
        'stdout with markers in their place. With --test, it only reports where files have some.',
    )
    .option('--test <file...>', 'report the secrets in these files; - is stdin')
    .optionsGroup('Output:')
    .formatOption('of the report')
    .repositoryOptions()
    .addHelpText(
      'after',
      '\nAllow what is not a secret with chronicle.redactAllow (see the guide).\n\nExit code: 0; with --test 3 if a secret was found, 1 if none was and a file could not be examined as a\nwhole, such as a binary one. 2 wrong usage.',
    )
    .action(async (flags: RedactFlags) => (await import('./run-redact.ts')).runRedact(host, flags))
    .examples([
      { line: '$ --test .env src/config.ts', shows: 'would these be let through?' },
      { line: 'git diff | $', shows: 'what a model would be shown of a change' },
    ])
}
