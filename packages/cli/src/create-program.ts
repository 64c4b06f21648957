import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { createAnnotateCommand } from './annotate/annotate-command.ts'
import { createCompletionCommand, createCompleteCommand } from './completion/completion-command.ts'
import type { CommandOptions } from './host/command-host.ts'
import { nodeIo, type CliIo } from './host/cli-io.ts'
import { createCommand } from './host/create-command.ts'
import { createHelpCommand } from './host/create-help-command.ts'
import { createCorrectCommand } from './correct/correct-command.ts'
import { createFlagCommand } from './correct/flag-command.ts'
import { createRetractCommand } from './correct/retract-command.ts'
import { createScrubCommand } from './correct/scrub-command.ts'
import { createSupersedeCommand } from './correct/supersede-command.ts'
import { createCheckCommand } from './queries/check-command.ts'
import { createDepsCommand } from './queries/deps-command.ts'
import { createHistoryCommand } from './queries/history-command.ts'
import { createLookupCommand } from './queries/lookup-command.ts'
import { createSummaryCommand } from './queries/summary-command.ts'
import { createMcpCommand } from './mcp/mcp-command.ts'
import { createReadCommand } from './read/read-command.ts'
import { createSchemaCommand } from './schema/schema-command.ts'

/** `git chronicle` with all of its commands. Parse with `{ from: 'user' }` to pass bare arguments. */
export function createProgram(options: CommandOptions = {}): Command {
  const outside = options.io ?? nodeIo()
  const program = createCommand(options.name ?? 'git chronicle', outside)
  const io: CliIo = {
    ...outside,
    get cwd() {
      return program.opts<{ readonly C?: string }>().C ?? outside.cwd
    },
  }
  const { name: _, ...host } = { ...options, io }
  return (
    program
      .description('Code with a memory: the why behind code, kept as git notes, for whoever changes it next.')
      .version(manifest.version, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'show help; also: help <command>')
      .addOption(
        new Option('-C <dir>', 'work as if started in this folder').argParser((dir, before: string | undefined) =>
          resolve(before ?? outside.cwd, dir),
        ),
      )
      // What stands behind a command is for the command.
      .enablePositionalOptions()
      .helpCommand(false)
      .addCommand(createReadCommand(host))
      .addCommand(createLookupCommand(host))
      .addCommand(createDepsCommand(host))
      .addCommand(createHistoryCommand(host))
      .addCommand(createSummaryCommand(host))
      .addCommand(createCheckCommand(host))
      .addCommand(createAnnotateCommand(host))
      .addCommand(createFlagCommand(host))
      .addCommand(createCorrectCommand(host))
      .addCommand(createSupersedeCommand(host))
      .addCommand(createRetractCommand(host))
      .addCommand(createScrubCommand(host))
      .addCommand(createMcpCommand(host))
      .addCommand(createSchemaCommand(host))
      .addCommand(createCompletionCommand(host))
      .addCommand(createHelpCommand(io))
      .addCommand(createCompleteCommand(host), { hidden: true })
  )
}
