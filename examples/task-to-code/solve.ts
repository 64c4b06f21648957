import { renderPackage } from '@chronicle/context'
import type { Retrieval } from '@chronicle/node'

/** A chat message. `complete` translates it to the format of the model's endpoint, and back. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly Call[] }
  | { readonly role: 'tool'; readonly content: string; readonly id: string }

/** An action that the model requests: finding more code, or changing a file. */
export type Call =
  | { readonly id: string; readonly tool: 'find_code'; readonly task: string }
  | { readonly id: string; readonly tool: 'edit'; readonly path: string; readonly old: string; readonly new: string }

/** The functions and limits that the agent works with. */
export interface Workshop {
  readonly retrieval: Retrieval
  /** Calls a model that is offered `find_code` and `edit`. */
  readonly complete: (messages: readonly Message[]) => Promise<Message & { readonly role: 'assistant' }>
  /** Changes a file and returns a message about the result. */
  readonly edit: (change: Call & { readonly tool: 'edit' }) => Promise<string>
  /** Maximum number of tokens of code that the agent starts with. Each later question gets half as many. */
  readonly budget?: number
  readonly turns?: number
}

/** Solves a task. The first turn already contains code, so most tasks need no turn to look around. */
export async function solve(task: string, workshop: Workshop): Promise<string> {
  const { retrieval, complete, edit, budget = 8_000, turns = 10 } = workshop
  const findCode = async (question: string, tokens: number): Promise<string> => {
    const found = await retrieval.retrieve({ task: question, budget: tokens })
    return found.match(
      // Problems of the retrieval, such as finding no word of the task, are diagnostics of the package.
      (pack) => [renderPackage(pack, 'markdown'), ...pack.diagnostics.map(({ message }) => message)].join('\n'),
      ({ code, message }) => `${code}: ${message}`,
    )
  }
  const messages: Message[] = [
    { role: 'system', content: await findCode(task, budget) },
    { role: 'user', content: task },
  ]
  for (let turn = 0; turn < turns; turn++) {
    const message = await complete(messages)
    messages.push(message)
    if (message.calls === undefined) return message.content
    for (const call of message.calls) {
      const content = call.tool === 'edit' ? await edit(call) : await findCode(call.task, budget / 2)
      messages.push({ role: 'tool', id: call.id, content })
    }
  }
  return `Not solved in ${turns} turns.`
}
