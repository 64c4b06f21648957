export { runCli } from './run-cli.ts'
export type { RunCliOptions } from './run-cli.ts'
export { createProgram } from './create-program.ts'

export { createInitCommand, createUninstallCommand } from './init/init-command.ts'
export type { InitOptions } from './init/init-command.ts'
export { createReadCommand } from './read/read-command.ts'
export { createCheckCommand } from './queries/check-command.ts'
export { createDepsCommand } from './queries/deps-command.ts'
export { createHistoryCommand } from './queries/history-command.ts'
export { createLookupCommand } from './queries/lookup-command.ts'
export { createSummaryCommand } from './queries/summary-command.ts'
export { createShowCommand } from './questions/show-command.ts'
export { createLogCommand } from './questions/log-command.ts'
export { createGrepCommand } from './questions/grep-command.ts'
export { createStatusCommand } from './questions/status-command.ts'
export { createRetrieveCommand } from './retrieve/retrieve-command.ts'
export { createIndexCommand } from './retrieve/index-command.ts'
export { createEnrichCommand } from './enrich/enrich-command.ts'
export { createEvaluateCommand } from './evaluate/evaluate-command.ts'
export { createCommitCommand } from './commit/commit-command.ts'
export { createContextCommand } from './context/context-command.ts'
export { createNoteCommand } from './context/note-command.ts'
export { createBackfillCommand } from './backfill/backfill-command.ts'
export { createImportCommand } from './import/import-command.ts'
export { createRedactCommand } from './redact/redact-command.ts'
export { createAnnotateCommand } from './annotate/annotate-command.ts'
export { createRecordCommand } from './record/record-command.ts'
export { createFlagCommand } from './correct/flag-command.ts'
export { createCorrectCommand } from './correct/correct-command.ts'
export { createSupersedeCommand } from './correct/supersede-command.ts'
export { createReattachCommand } from './correct/reattach-command.ts'
export { createRetractCommand } from './correct/retract-command.ts'
export { createSyncCommand } from './sync/sync-command.ts'
export { createExportCommand } from './sync/export-command.ts'
export { createDoctorCommand } from './doctor/doctor-command.ts'
export { createCondenseCommand } from './condense/condense-command.ts'
export { createReconcileCommand } from './reconcile/reconcile-command.ts'
export { createScrubCommand } from './correct/scrub-command.ts'
export { createMcpCommand } from './mcp/mcp-command.ts'
export { createSkillCommand } from './skill/skill-command.ts'
export { createHookCommand } from './hook/hook-command.ts'
export { createSchemaCommand } from './schema/schema-command.ts'
export { createCompleteCommand, createCompletionCommand } from './completion/completion-command.ts'

export { nodeIo } from './host/cli-io.ts'
export type { CliIo, ExitCode, InputStream, OutputStream } from './host/cli-io.ts'
export type { CommandOptions, OpenRepository, Repository } from './host/command-host.ts'

export { SETTINGS } from './config/settings.ts'
export type {
  GitBackendName,
  ModelPrice,
  ProviderName,
  Setting,
  Settings,
  TrimmerName,
  WriterName,
} from './config/settings.ts'
