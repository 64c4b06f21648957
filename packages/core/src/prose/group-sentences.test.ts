import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMessage, folded } from '../../test/arbitrary-message.ts'
import { groupSentences, passageRuns, passagesText } from './group-sentences.ts'
import { parseMessage } from './parse-message.ts'
import { withoutRepeatedPassages } from './without-repeated-passages.ts'
import { splitSentences } from './split-sentences.ts'

const passagesOf = (body: string): readonly string[] =>
  groupSentences(parseMessage(`Subject\n\n${body}`).blocks).map(({ text }) => text)

describe('passages', () => {
  it('are in the message, in its order, and hold whole sentences, each once', () => {
    fc.assert(
      fc.property(arbitraryMessage(), (message) => {
        const { blocks } = parseMessage(message)
        const passages = groupSentences(blocks)
        const sentences = blocks
          .filter(({ kind }) => kind === 'paragraph' || kind === 'bullet')
          .flatMap(({ text }) => splitSentences(text))
        expect(passages.flatMap((passage) => passage.sentences)).toEqual(sentences)
        for (const { text, sentences: own } of passages) {
          expect(folded(message)).toContain(folded(text))
          for (const sentence of own) expect(text).toContain(sentence)
        }
      }),
    )
  })

  it('joined give a text whose sentences are theirs', () => {
    fc.assert(
      fc.property(arbitraryMessage(), (message) => {
        const passages = groupSentences(parseMessage(message).blocks)
        const text = passagesText(passages)
        let at = 0
        for (const passage of passages) {
          expect(text.indexOf(passage.text, at)).toBeGreaterThanOrEqual(at)
          at = text.indexOf(passage.text, at) + passage.text.length
        }
      }),
    )
  })

  it('that follow each other are in the message as they stand joined, whichever are left out', () => {
    fc.assert(
      fc.property(arbitraryMessage(), fc.infiniteStream(fc.boolean()), (message, keep) => {
        const passages = groupSentences(parseMessage(message).blocks).filter(() => keep.next().value === true)
        const runs = passageRuns(passages)
        for (const run of runs) expect(folded(message)).toContain(folded(run))
        expect(folded(passagesText(passages))).toBe(folded(runs.join(' ')))
      }),
    )
  })

  it.each<[string, string, readonly string[]]>([
    [
      'a long list of names is left out, with the sentence that announces it',
      `It is read twice. Strict checks are on for:\n\n${['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `* \`pkg.${name}\`\n`).join('')}\nThis is since 1.2.`,
      ['It is read twice.', 'This is since 1.2.'],
    ],
    [
      'a short list of names stays with the sentence that announces it',
      'These are removed:\n\n- `Cookie`\n- `Authorization`',
      ['These are removed:\n- `Cookie`\n- `Authorization`'],
    ],
    [
      'so does long code',
      `Empty values fail. For example:\n\n${'    call(1)\n'.repeat(60)}\nThis is since 1.2.`,
      ['Empty values fail.', 'This is since 1.2.'],
    ],
    [
      'figures of benchmarks',
      'The lock is slow.\n\nbenchmark  old ns/op  delta\n    BenchmarkMany  4956  -9.95%\n\nUse a queue.',
      ['The lock is slow.', 'Use a queue.'],
    ],
    [
      'no figures, the words that lead to them and one that tells of them, but what is concluded in spite of them',
      'It is no faster. Namely, on 13 GB:\n\n    $ time old x\n    real  1.473\n    user  1.186\n    sys   0.286\n\nAnd then after:\n\n    real  1.532\n    user  1.280\n    sys   0.250\n\nBut it is about the same. That is enough.\n\nReaders wait no longer.',
      ['It is no faster.', 'But it is about the same. That is enough.', 'Readers wait no longer.'],
    ],
    ['sentences that stand alone', 'The lock is slow. A queue is fast.', ['The lock is slow.', 'A queue is fast.']],
    ['This with what it points to', 'The lock is slow. This hangs readers.', ['The lock is slow. This hangs readers.']],
    [
      'talk with what it is about, where a sentence goes on after it',
      'Nobody saw it for years. That is sad.\n\nAnyway, it hangs. Oof. It hangs here too.',
      ['Nobody saw it for years. That is sad.\n\nAnyway, it hangs. Oof. It hangs here too.'],
    ],
    [
      'a short lead-in with what it is an example of',
      'Sets have no order. For example:\n\n    a()\n\nmay give b.',
      ['Sets have no order. For example:\n\n    a()\n\nmay give b.'],
    ],
    [
      'However across paragraphs',
      'The lock is slow.\n\nHowever, it is safe.',
      ['The lock is slow.\n\nHowever, it is safe.'],
    ],
    [
      'a lead-in with code and what goes on',
      'Calls such as\n\n    a()\n\nare slow.',
      ['Calls such as\n\n    a()\n\nare slow.'],
    ],
    [
      'a lead-in without a colon with its example',
      'Errors may be empty, e.g.\n\n    raise\n\nReaders wait.',
      ['Errors may be empty, e.g.\n\n    raise', 'Readers wait.'],
    ],
    ['a lead-in with its list', 'Two reasons:\n\n* speed\n* order', ['Two reasons:\n\n* speed\n* order']],
    [
      'a list with what is argued from its items, by their numbers',
      'A search has parts:\n\n1. A matcher\n2. A printer\n\nUltimately, both (1) and (2) are interfaces.\n\nReaders wait.',
      [
        'A search has parts:\n1. A matcher\n2. A printer\nUltimately, both (1) and (2) are interfaces.',
        'Readers wait.',
      ],
    ],
    [
      'a list that nothing leads to with what is argued from all of it',
      '* Readers wait.\n* Writers do not.\n\nIn either case, the lock is taken.',
      ['* Readers wait.\n* Writers do not.\nIn either case, the lock is taken.'],
    ],
    [
      'only the last item with what is argued from that',
      '* Readers wait.\n* Writers do not.\n\nThis is what callers expect.',
      ['* Readers wait.', '* Writers do not.\nThis is what callers expect.'],
    ],
    ['a list without one', '* one thing\n* another', ['* one thing', '* another']],
    ['no code that nothing announces', 'It is slow.\n\n    a()\n\nUse a queue.', ['It is slow.', 'Use a queue.']],
    ['this commit alone', 'The lock is slow. This commit drops it.', ['The lock is slow.', 'This commit drops it.']],
    [
      'a pronoun that stands for nothing',
      'The lock is slow. It is possible that a queue is too.',
      ['The lock is slow.', 'It is possible that a queue is too.'],
    ],
  ])('keep %s', (_, body, expected) => {
    const found = passagesOf(body)
    expect(found.map((each) => each.replace(/\n+/g, '\n'))).toEqual(expected.map((each) => each.replace(/\n+/g, '\n')))
  })

  it('do not begin with the subject of a squashed commit where a trailer stands between', () => {
    const message =
      'Tables\n\n* Support striped tables\n\nCo-authored-by: Ana <ana@example.org>\n\nThey must not be nested.'
    const passages = groupSentences(parseMessage(message).blocks)
    expect(passages.map(({ text }) => text)).toEqual(['* Support striped tables', 'They must not be nested.'])
  })

  it('below the subject of a squashed commit begin with it, once, and not where the subject says it', () => {
    const body = '* Keep the old names\n\nEnables a gradual change.\n\nReaders wait.\n\n* Read less\n\nFiles are large.'
    const { blocks, subject } = parseMessage(`Read less (#12)\n\n${body}`)
    const [passages = []] = withoutRepeatedPassages([{ subject, passages: groupSentences(blocks) }])
    expect(passages.map(({ text, title }) => [text, title])).toEqual([
      ['* Keep the old names\n\nEnables a gradual change.', '* Keep the old names'],
      ['Readers wait.', undefined],
      ['Files are large.', undefined],
    ])
  })
})
