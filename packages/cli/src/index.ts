export { runCli } from './run-cli.ts'
export type { RunCliOptions } from './run-cli.ts'
export { createProgram } from './create-program.ts'

export { createReadCommand } from './read/read-command.ts'
export { createDepsCommand } from './queries/deps-command.ts'
export { createAnnotateCommand } from './annotate/annotate-command.ts'
export { createSchemaCommand } from './schema/schema-command.ts'
export { createCompleteCommand, createCompletionCommand } from './completion/completion-command.ts'

export { nodeIo } from './host/cli-io.ts'
export type { CliIo, ExitCode, InputStream, OutputStream } from './host/cli-io.ts'
export type { CommandOptions, OpenRepository, Repository } from './host/command-host.ts'

export { SETTINGS } from './config/settings.ts'
export type { GitBackendName, Setting, Settings, TrimmerName } from './config/settings.ts'
