import type { ModelMessage, TokenCounter } from '@chronicle/core/contracts'

/** Stands for a result that the model has seen and that there is no room for any more. */
const LEFT_OUT = '[left out to make room: ask for it again if it is needed]'

/** About what a message takes. */
export function countMessage(message: ModelMessage, tokens: TokenCounter): number {
  if (message.role === 'user') return tokens.count(message.text)
  if (message.role === 'tool') return message.results.reduce((sum, { text }) => sum + tokens.count(text), 0)
  return tokens.count(message.text) + tokens.count(JSON.stringify(message.toolCalls))
}

/** Whether there are results that can be left out. */
export function hasRoomToMake(messages: readonly ModelMessage[]): boolean {
  return messages.some((message) => message.role === 'tool' && message.results.some(({ text }) => text !== LEFT_OUT))
}

/** Leaves out results, oldest first, until the messages fit; what was said stays. */
export function makeRoom(messages: readonly ModelMessage[], room: number, tokens: TokenCounter): ModelMessage[] {
  const kept = [...messages]
  let size = kept.reduce((sum, message) => sum + countMessage(message, tokens), 0)
  for (const [index, message] of kept.entries()) {
    if (size <= room) break
    if (message.role !== 'tool') continue
    const shorter: ModelMessage = { ...message, results: message.results.map((each) => ({ ...each, text: LEFT_OUT })) }
    size += countMessage(shorter, tokens) - countMessage(message, tokens)
    kept[index] = shorter
  }
  return kept
}
