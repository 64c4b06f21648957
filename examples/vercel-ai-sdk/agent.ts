import type { AgentTool } from '@chronicle/mcp/tools'
import { generateText, jsonSchema, stepCountIs, tool, type LanguageModel, type ToolSet } from 'ai'

/** Converts Chronicle's tools to AI SDK tools. */
function toolSet(tools: readonly AgentTool[]): ToolSet {
  const entries = tools.map(({ name, description, inputSchema, call }) => {
    const execute = async (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<string> =>
      (await call(input, { signal: abortSignal })).text
    return [name, tool({ description, inputSchema: jsonSchema(inputSchema), execute })] as const
  })
  return Object.fromEntries(entries)
}

/** Answers a question, looking up the reasons first. */
export async function ask(question: string, model: LanguageModel, tools: readonly AgentTool[]): Promise<string> {
  const { text } = await generateText({
    model,
    system: 'Before you change code, look up what is recorded about it.',
    prompt: question,
    tools: toolSet(tools),
    stopWhen: stepCountIs(10),
  })
  return text
}
