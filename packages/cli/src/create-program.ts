import type { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { createAnnotateCommand } from './annotate/annotate-command.ts'
import { createCompletionCommand, createCompleteCommand } from './completion/completion-command.ts'
import type { CommandOptions } from './host/command-host.ts'
import { createCommand } from './host/create-command.ts'
import { nodeIo } from './host/cli-io.ts'
import { createReadCommand } from './read/read-command.ts'
import { createSchemaCommand } from './schema/schema-command.ts'

/** `git chronicle` with all of its commands. Parse with `{ from: 'user' }` to pass bare arguments. */
export function createProgram(options: CommandOptions = {}): Command {
  const io = options.io ?? nodeIo()
  const shared = { ...options, io }
  const { name: _, ...host } = shared
  return createCommand(options.name ?? 'git chronicle', io)
    .description('Code with a memory: the why behind code, kept as git notes, for whoever changes it next.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help; also: help <command>')
    .addCommand(createReadCommand(host))
    .addCommand(createAnnotateCommand(host))
    .addCommand(createSchemaCommand(host))
    .addCommand(createCompletionCommand(host))
    .addCommand(createCompleteCommand(host), { hidden: true })
}
