import type { AgentTool } from '@chronicle/mcp/tools'

/** A chat message in the format that most model endpoints accept and return. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ToolCall[] | null }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string }

/** A tool call that the model requests; `arguments` is JSON. */
export interface ToolCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/** A function that calls a model: `POST /chat/completions` of any endpoint, returning `choices[0].message`. */
export type Complete = (request: {
  readonly messages: readonly Message[]
  readonly tools: readonly object[]
}) => Promise<Message & { readonly role: 'assistant' }>

/** Answers a question. The model may call tools for up to `turns` turns. */
export async function ask(
  question: string,
  { complete, tools, turns = 10 }: { complete: Complete; tools: readonly AgentTool[]; turns?: number },
): Promise<string> {
  const messages: Message[] = [{ role: 'user', content: question }]
  const offered = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
  for (let turn = 0; turn < turns; turn++) {
    const message = await complete({ messages, tools: offered })
    messages.push(message)
    // Some endpoints return an empty list or null where no tool is called.
    const calls = message.tool_calls ?? []
    if (calls.length === 0) return message.content
    for (const { id, function: called } of calls) {
      const tool = tools.find(({ name }) => name === called.name)
      const reply = await tool?.call(parseArguments(called.arguments))
      messages.push({ role: 'tool', tool_call_id: id, content: reply?.text ?? `There is no tool ${called.name}.` })
    }
  }
  return `No answer in ${turns} turns.`
}

/** Models sometimes write broken JSON; the tool then replies with the input that it expects. */
function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
