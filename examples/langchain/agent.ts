import type { AgentTool } from '@chronicle/mcp/tools'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tool, type StructuredToolInterface, type ToolRunnableConfig } from '@langchain/core/tools'
import { createAgent } from 'langchain'

/** Converts Chronicle's tools to LangChain tools. */
function langchainTools(tools: readonly AgentTool[]): StructuredToolInterface[] {
  return tools.map(({ name, description, inputSchema, call }) => {
    const run = async (input: unknown, { signal }: ToolRunnableConfig): Promise<string> =>
      (await call(input, { signal })).text
    return tool(run, { name, description, schema: inputSchema })
  })
}

/** Answers a question, looking up the reasons first. */
export async function ask(question: string, model: BaseChatModel, tools: readonly AgentTool[]): Promise<string> {
  const systemPrompt = 'Before you change code, look up what is recorded about it.'
  const agent = createAgent({ model, tools: langchainTools(tools), systemPrompt })
  const { messages } = await agent.invoke({ messages: question })
  return messages.at(-1)?.text ?? ''
}
