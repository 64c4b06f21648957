import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arbitraryMessage, folded } from '../../test/arbitrary-message.ts'
import { groupSentences } from './group-sentences.ts'
import { parseMessage } from './parse-message.ts'
import { withoutRepeatedPassages } from './without-repeated-passages.ts'

const made = (message: string): Parameters<typeof withoutRepeatedPassages>[0][number] => {
  const { subject, blocks } = parseMessage(message)
  return { subject, passages: groupSentences(blocks) }
}

it('says each sentence once, verbatim, and nothing twice when done again', () => {
  fc.assert(
    fc.property(fc.array(arbitraryMessage(), { maxLength: 3 }), (messages) => {
      const first = withoutRepeatedPassages(messages.map(made))
      const sentences = first.flat().flatMap((passage) => passage.sentences)
      expect(new Set(sentences).size).toBe(sentences.length)
      for (const [index, passages] of first.entries())
        for (const { text } of passages) expect(folded(messages[index] ?? '')).toContain(folded(text))
      const again = messages.map((message, index) => ({ subject: made(message).subject, passages: first[index] ?? [] }))
      expect(withoutRepeatedPassages(again)).toEqual(first)
    }),
  )
})

it('leaves out a subject that the body says again in nearly its words', () => {
  const [kept] = withoutRepeatedPassages([
    made('fix(a): Keep the order of names\n\nKeeps the order of the names. It was lost.'),
  ])
  expect(kept?.map(({ text }) => text)).toEqual(['It was lost.'])
  const [title] = withoutRepeatedPassages([
    made('Improve decorator typing (#12)\n\n* Improve the decorator typing\n\nIt was lost.'),
  ])
  expect(title?.map(({ text }) => text)).toEqual(['It was lost.'])
})
