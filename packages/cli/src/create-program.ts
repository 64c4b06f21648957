import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { createAnnotateCommand } from './annotate/annotate-command.ts'
import { createCompletionCommand, createCompleteCommand } from './completion/completion-command.ts'
import { createBackfillCommand } from './backfill/backfill-command.ts'
import { createCommitCommand } from './commit/commit-command.ts'
import { createRedactCommand } from './redact/redact-command.ts'
import { createEnrichCommand } from './enrich/enrich-command.ts'
import { createContextCommand } from './context/context-command.ts'
import { createNoteCommand } from './context/note-command.ts'
import type { CommandOptions } from './host/command-host.ts'
import { nodeIo, type CliIo } from './host/cli-io.ts'
import { createCommand } from './host/create-command.ts'
import { createHelpCommand } from './host/create-help-command.ts'
import { createCorrectCommand } from './correct/correct-command.ts'
import { createFlagCommand } from './correct/flag-command.ts'
import { createReattachCommand } from './correct/reattach-command.ts'
import { createRetractCommand } from './correct/retract-command.ts'
import { createScrubCommand } from './correct/scrub-command.ts'
import { createSupersedeCommand } from './correct/supersede-command.ts'
import { createDoctorCommand } from './doctor/doctor-command.ts'
import { createEvaluateCommand } from './evaluate/evaluate-command.ts'
import { createImportCommand } from './import/import-command.ts'
import { createCheckCommand } from './queries/check-command.ts'
import { createDepsCommand } from './queries/deps-command.ts'
import { createHistoryCommand } from './queries/history-command.ts'
import { createLookupCommand } from './queries/lookup-command.ts'
import { createSummaryCommand } from './queries/summary-command.ts'
import { createGrepCommand } from './questions/grep-command.ts'
import { createLogCommand } from './questions/log-command.ts'
import { createShowCommand } from './questions/show-command.ts'
import { createStatusCommand } from './questions/status-command.ts'
import { createCondenseCommand } from './condense/condense-command.ts'
import { createReconcileCommand } from './reconcile/reconcile-command.ts'
import { createIndexCommand } from './retrieve/index-command.ts'
import { createRetrieveCommand } from './retrieve/retrieve-command.ts'
import { createGitHookCommand } from './git-hooks/git-hook-command.ts'
import { createHookCommand } from './hook/hook-command.ts'
import { createInitCommand, createUninstallCommand } from './init/init-command.ts'
import { createMcpCommand } from './mcp/mcp-command.ts'
import { createRecordCommand } from './record/record-command.ts'
import { createReadCommand } from './read/read-command.ts'
import { createSkillCommand } from './skill/skill-command.ts'
import { createSchemaCommand } from './schema/schema-command.ts'
import { createExportCommand } from './sync/export-command.ts'
import { createSyncCommand } from './sync/sync-command.ts'

/** All commands, in the order of the help. */
const COMMANDS: Readonly<Record<string, (options: CommandOptions) => Command>> = {
  init: (options) => createInitCommand({ ...options, createSync: COMMANDS['sync'] }),
  read: createReadCommand,
  lookup: createLookupCommand,
  deps: createDepsCommand,
  history: createHistoryCommand,
  summary: createSummaryCommand,
  check: createCheckCommand,
  show: createShowCommand,
  log: createLogCommand,
  grep: createGrepCommand,
  status: createStatusCommand,
  retrieve: createRetrieveCommand,
  index: createIndexCommand,
  enrich: createEnrichCommand,
  evaluate: createEvaluateCommand,
  commit: createCommitCommand,
  context: createContextCommand,
  note: createNoteCommand,
  record: createRecordCommand,
  annotate: createAnnotateCommand,
  backfill: createBackfillCommand,
  import: createImportCommand,
  redact: createRedactCommand,
  flag: createFlagCommand,
  correct: createCorrectCommand,
  supersede: createSupersedeCommand,
  reattach: createReattachCommand,
  retract: createRetractCommand,
  scrub: createScrubCommand,
  sync: createSyncCommand,
  export: createExportCommand,
  reconcile: createReconcileCommand,
  condense: createCondenseCommand,
  doctor: createDoctorCommand,
  mcp: createMcpCommand,
  skill: createSkillCommand,
  hook: createHookCommand,
  uninstall: (options) => createUninstallCommand({ ...options, createSync: COMMANDS['sync'] }),
  schema: createSchemaCommand,
}

/** Only scripts call these commands, so the help does not list them. */
const HIDDEN_COMMANDS: Readonly<Record<string, (options: CommandOptions) => Command>> = {
  'git-hook': createGitHookCommand,
}

/**
 * Creates `git chronicle` with all of its commands. Parse with `{ from: 'user' }` to pass bare arguments. If `asked`
 * names a command, the program contains only that one and loads faster.
 */
export function createProgram(options: CommandOptions = {}, asked?: string): Command {
  const outside = options.io ?? nodeIo()
  const program = createCommand(options.name ?? 'git chronicle', outside)
  const io: CliIo = {
    ...outside,
    get cwd() {
      return program.opts<{ readonly C?: string }>().C ?? outside.cwd
    },
    get page() {
      return program.opts<{ readonly pager?: boolean }>().pager === false ? undefined : outside.page
    },
  }
  const { name: _, ...host } = { ...options, io }
  describe(program, outside)
  const known = { ...COMMANDS, ...HIDDEN_COMMANDS }
  const create = asked === undefined || !Object.hasOwn(known, asked) ? undefined : known[asked]
  if (create !== undefined) return program.addCommand(create(host))
  for (const each of Object.values(COMMANDS)) program.addCommand(each(host))
  program
    .addCommand(createCompletionCommand(host))
    .addCommand(createHelpCommand(io))
    .addCommand(createCompleteCommand(host), { hidden: true })
  for (const each of Object.values(HIDDEN_COMMANDS)) program.addCommand(each(host), { hidden: true })
  return program
}

function describe(program: Command, outside: CliIo): void {
  program
    .description('Code with a memory: the why behind code, kept as git notes, for whoever changes it next.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help; also: help <command>')
    .addOption(
      new Option('-C <dir>', 'work as if started in this folder').argParser((dir, before: string | undefined) =>
        resolve(before ?? outside.cwd, dir),
      ),
    )
    .option('--no-pager', 'print answers to the terminal instead of a pager')
    // Arguments after a command's name are parsed by that command.
    .enablePositionalOptions()
    .helpCommand(false)
}
