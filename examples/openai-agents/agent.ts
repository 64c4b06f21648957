import type { AgentTool } from '@chronicle/mcp/tools'
import { Agent, Runner, tool, type Model, type Tool } from '@openai/agents'

/**
 * Converts Chronicle's tools to OpenAI Agents SDK tools. The SDK's strict schemas have no optional arguments, but ours
 * do.
 */
function agentTools(tools: readonly AgentTool[]): Tool[] {
  return tools.map(({ name, description, inputSchema, call }) =>
    tool({
      name,
      description,
      parameters: { ...inputSchema, additionalProperties: true as const },
      strict: false,
      execute: async (input, _context, details) => (await call(input, { signal: details?.signal })).text,
    }),
  )
}

/** Answers a question, looking up the reasons first. Tracing is off, so data is sent only to the model. */
export async function ask(question: string, model: Model, tools: readonly AgentTool[]): Promise<string> {
  const agent = new Agent({
    name: 'Maintainer',
    instructions: 'Before you change code, look up what is recorded about it.',
    model,
    tools: agentTools(tools),
  })
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, question)
  return finalOutput ?? ''
}
