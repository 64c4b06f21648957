export { createChronicleServer, prepareChronicleServer } from './create-chronicle-server.ts'
export type { ChronicleServerOptions } from './chronicle-server-options.ts'
export type { CreateServer } from './create-chronicle-server.ts'
export { DEFAULT_MAX_TOKENS, DEFAULT_SOURCE_TOKENS } from './served-repository.ts'
export type { AnswerDefaults, ServedRepository } from './served-repository.ts'
export { cautiousTokens } from '@chronicle/core/text'
export { LEGACY_TOOL_NAMES, TOOL_GROUPS, TOOL_NAMES } from './tools/select-tools.ts'

export { serveOverStdio } from './stdio/serve-over-stdio.ts'
export type { StdioOptions } from './stdio/serve-over-stdio.ts'

export { watchRepository } from './watch/watch-repository.ts'
export type { RepositoryWatch, WatchOptions } from './watch/watch-repository.ts'
