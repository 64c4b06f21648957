import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { RedactFlags } from './run-redact.ts'

/** `redact`: takes secrets out of text, as writing does. */
export function createRedactCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'redact', host.io)
    .summary('see what would be taken for a secret')
    .description(
      'Takes secrets out of text, as is done before anything is stored or sent to a model: copies stdin to stdout with\n' +
        'markers in their place. With --test it only tells where files have some.',
    )
    .option('--test <file...>', 'tell the secrets in these files; - is stdin')
    .optionsGroup('Output:')
    .formatOption('of the report')
    .repositoryOptions()
    .addHelpText(
      'after',
      '\nWhat is no secret is allowed with chronicle.redactAllow (see the guide).\n\nExit code: 0; with --test 3 where a secret was found, 1 where none was and a file could not be looked into\nas a whole, such as a binary one. 2 wrong usage.',
    )
    .action(async (flags: RedactFlags) => (await import('./run-redact.ts')).runRedact(host, flags))
    .examples([
      { line: '$ --test .env src/config.ts', shows: 'would these be let through?' },
      { line: 'git diff | $', shows: 'what a model would be shown of a change' },
    ])
}
