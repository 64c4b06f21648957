import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createObjectStream, type StoredObject } from './object-stream.ts'

interface Answer {
  readonly kind: 'info' | 'contents'
  readonly content: Uint8Array | undefined
}

const ID = 'ab'.repeat(20)
const MAX = 40

const answerArbitrary: fc.Arbitrary<Answer> = fc.record({
  kind: fc.constantFrom('info', 'contents'),
  content: fc.option(fc.uint8Array({ maxLength: 60 }), { nil: undefined }),
})

const written = ({ kind, content }: Answer, index: number): Buffer => {
  if (content === undefined)
    return Buffer.from(`a name that is not there ${index} ${index % 2 ? 'missing' : 'ambiguous'}\n`)
  const header = Buffer.from(`${ID} blob ${content.length}\n`)
  return kind === 'info' ? header : Buffer.concat([header, content, Buffer.from('\n')])
}

test('takes answers apart, however they are cut', () => {
  fc.assert(
    fc.property(fc.array(answerArbitrary), fc.array(fc.nat({ max: 70 }), { minLength: 1 }), (answers, cuts) => {
      const output = Buffer.concat(answers.map(written))
      const read: (StoredObject | undefined)[] = []
      const push = createObjectStream({
        maxObjectBytes: MAX,
        expectsContents: () => answers[read.length]?.kind === 'contents',
        onAnswer: (object) => read.push(object),
      })
      for (let offset = 0, turn = 0; offset < output.length; turn++) {
        const length = (cuts[turn % cuts.length] ?? 0) + 1
        push(output.subarray(offset, offset + length))
        offset += length
      }
      expect(read).toEqual(
        answers.map(({ kind, content }) => {
          if (content === undefined) return undefined
          const bytes = kind === 'contents' && content.length <= MAX ? content : undefined
          return { id: ID, type: 'blob', size: content.length, bytes }
        }),
      )
    }),
  )
})
