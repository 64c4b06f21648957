import type { AgentTool } from '@chronicle/mcp/tools'
import { Agent, type AgentConfig, type ToolsInput } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'

/** Converts Chronicle's tools to Mastra tools. */
function mastraTools(tools: readonly AgentTool[]): ToolsInput {
  const entries = tools.map(({ name, description, inputSchema, call }) => {
    const execute = async (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<string> =>
      (await call(input, { signal: abortSignal })).text
    return [name, createTool({ id: name, description, inputSchema, execute })] as const
  })
  return Object.fromEntries(entries)
}

/** Answers a question, looking up the reasons first. */
export async function ask(question: string, model: AgentConfig['model'], tools: readonly AgentTool[]): Promise<string> {
  const agent = new Agent({
    id: 'maintainer',
    name: 'Maintainer',
    instructions: 'Before you change code, look up what is recorded about it.',
    model,
    tools: mastraTools(tools),
  })
  const { text } = await agent.generate(question, { maxSteps: 10 })
  return text
}
