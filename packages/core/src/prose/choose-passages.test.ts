import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMessage, folded } from '../../test/arbitrary-message.ts'
import { choosePassages, rankPassages, withoutDropped } from './choose-passages.ts'
import { passagesText } from './group-sentences.ts'
import { parseMessage } from './parse-message.ts'

const several = fc.array(arbitraryMessage(), { maxLength: 4 })
const sizeOf = (chosen: ReturnType<typeof choosePassages>): number =>
  chosen.reduce((sum, passages) => sum + passagesText(passages).length, 0)

describe('chosen passages', () => {
  it('fit, are in their messages in order, and repeat no sentence', () => {
    fc.assert(
      fc.property(several, fc.nat(2000), (messages, most) => {
        const chosen = choosePassages(messages.map(parseMessage), (each) => sizeOf(each) <= most)
        expect(sizeOf(chosen)).toBeLessThanOrEqual(most)
        const sentences = chosen.flatMap((passages, index) => {
          for (const { text } of passages) expect(folded(messages[index] ?? '')).toContain(folded(text))
          return passages.flatMap((passage) => passage.sentences)
        })
        expect(new Set(sentences).size).toBe(sentences.length)
      }),
    )
  })

  it('are dropped each once, and dropping goes on from what was dropped', () => {
    fc.assert(
      fc.property(several, (messages) => {
        const ranked = rankPassages(messages.map(parseMessage))
        const refs = ranked.passages.flatMap((passages, message) =>
          passages.map((_, passage) => `${message} ${passage}`),
        )
        expect(ranked.dropOrder.map((ref) => `${ref.message} ${ref.passage}`).sort()).toEqual(refs.sort())
        const counts = ranked.dropOrder.map((_, dropped) => withoutDropped(ranked, dropped).flat().length)
        expect(counts).toEqual(ranked.dropOrder.map((_, dropped) => refs.length - dropped))
      }),
    )
  })

  it('are those that give the reason, before talk and transcripts', () => {
    const body =
      'Thanks to Ada for the report.\n\nThe output was:\n\n    a\n    b\n    c\n    d\n    e\n\nUse a queue instead of a list, because the order must hold.'
    const [chosen] = choosePassages([parseMessage(`Queue\n\n${body}`)], (each) => sizeOf(each) <= 70)
    expect(chosen?.map(({ text }) => text)).toEqual(['Use a queue instead of a list, because the order must hold.'])
  })

  it('prefer what names the code asked about', () => {
    const message = parseMessage('Two fixes\n\nThe reader must drain the pool.\n\nCalls of `push` must drain the pool.')
    const [chosen] = choosePassages([message], (each) => sizeOf(each) <= 40, { names: ['Pool::push'] })
    expect(chosen?.map(({ text }) => text)).toEqual(['Calls of `push` must drain the pool.'])
  })

  it('say a picked commit once, and a subject never again', () => {
    const message = parseMessage('Drain the pool later\n\nDrain the pool later.\n\nThe peer is slow.')
    const chosen = choosePassages([message, message], () => true)
    expect(chosen.map((passages) => passages.map(({ text }) => text))).toEqual([['The peer is slow.'], []])
  })
})
