import type { ModelMessage, TokenCounter } from '@chronicle/core/contracts'

/** Placeholder for a result that the model has seen and that no longer fits. */
const LEFT_OUT = '[left out to make room: ask for it again if it is needed]'

/** Estimates the tokens of a message. */
export function countMessage(message: ModelMessage, tokens: TokenCounter): number {
  if (message.role === 'user') return tokens.count(message.text)
  if (message.role === 'tool') return message.results.reduce((sum, { text }) => sum + tokens.count(text), 0)
  return tokens.count(message.text) + tokens.count(JSON.stringify(message.toolCalls))
}

/** Whether there are results that can be dropped. */
export function hasDroppableResults(messages: readonly ModelMessage[]): boolean {
  return messages.some((message) => message.role === 'tool' && message.results.some(({ text }) => text !== LEFT_OUT))
}

/** Drops results, oldest first, until the messages fit. The texts of the model and the user stay. */
export function dropOldResults(messages: readonly ModelMessage[], room: number, tokens: TokenCounter): ModelMessage[] {
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
