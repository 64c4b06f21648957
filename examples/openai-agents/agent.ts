import type { AgentTool } from '@chronicle/mcp/tools'
import { Agent, Runner, tool, type Model, type Tool } from '@openai/agents'

/** Chronicle's tools as those of the OpenAI Agents SDK. Its strict schemas have no optional arguments; ours do. */
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

/** Answers a question, looking up the reasons first. Nothing is traced, so nothing is sent anywhere but to the model. */
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
