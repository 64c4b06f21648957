import { renderPackage } from '@chronicle/context'
import type { Retrieval } from '@chronicle/node'

/** A message as most endpoints take and give it. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly Call[] }
  | { readonly role: 'tool'; readonly content: string; readonly id: string }

/** What a model wants done: more code found, or a file changed. */
export type Call =
  | { readonly id: string; readonly tool: 'find_code'; readonly task: string }
  | { readonly id: string; readonly tool: 'edit'; readonly path: string; readonly old: string; readonly new: string }

/** What the agent works with. */
export interface Workshop {
  readonly retrieval: Retrieval
  /** A model behind a function: it is offered `find_code` and `edit`. */
  readonly complete: (messages: readonly Message[]) => Promise<Message & { readonly role: 'assistant' }>
  /** Changes a file and says what became of it. */
  readonly edit: (change: Call & { readonly tool: 'edit' }) => Promise<string>
  /** Tokens of the code that the agent starts from. Half of it for each later question. */
  readonly budget?: number
  readonly turns?: number
}

/** Solves a task: the first turn has the code already, so most tasks need no turn to look around. */
export async function solve(task: string, workshop: Workshop): Promise<string> {
  const { retrieval, complete, edit, budget = 8_000, turns = 10 } = workshop
  const findCode = async (question: string, tokens: number): Promise<string> => {
    const found = await retrieval.retrieve({ task: question, budget: tokens })
    return found.match(
      // What it could not do, such as find any word of the task, is a notice of the package.
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
