export { chronicleTools } from './agent-tools.ts'
export type { AgentTool, AgentToolsOptions, ArgumentsSchema } from './agent-tools.ts'
export type { ToolReply } from './answer-call.ts'
export type { ToolHints } from './chronicle-tool.ts'

export type { AnswerDefaults, ServedRepository } from '../served-repository.ts'
