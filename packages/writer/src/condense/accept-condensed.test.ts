import { bytesPerFour } from '@chronicle/core/text'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptCondensed } from './accept-condensed.ts'
import { keptRuns } from './condense-prompt.ts'
import { recordedSentences, sentenceKey, type RecordedSentence } from './recorded-sentences.ts'

const TEXTS = [
  'The broker closes the oldest socket when a client opens more than four, because it has a small table of clients. A queue was rejected since it starves slow devices.',
  'The broker counts sockets, and it closes the oldest socket when a client opens more than four of them. This is because the broker has a small table of clients. It was found in the staging cluster.',
  'The broker counts sockets and closes the oldest one when a client opens more than four. We saw this in the staging cluster on Monday and again on Tuesday, and it took us a long time to understand what was going on there. Callers must hold the pool lock while they call acquire.',
]
const KEPT =
  'Callers must hold the pool lock while they call acquire. A queue was rejected since it starves slow devices.'
const TOLD =
  'The broker counts sockets and closes the oldest when a client opens more than four, because its table of clients is small.'
const GOOD = `${TOLD} It was found in the staging cluster. ${KEPT}`

const outcome = (answer: string, texts: readonly string[] = TEXTS): string =>
  acceptCondensed(answer, texts, bytesPerFour()).match(
    (text) => text,
    ({ code }) => code,
  )
const messageOf = (answer: string): string | undefined =>
  acceptCondensed(answer, TEXTS, bytesPerFour()).match(
    () => undefined,
    ({ message }) => message,
  )

describe('an answer', () => {
  test('that says once what the texts say together is taken', () => {
    expect(outcome(GOOD)).toBe(GOOD)
    expect(outcome(`\n ${GOOD}\r\n`)).toBe(GOOD)
  })

  test.each([
    ['nothing', '', 'answer_empty'],
    ['white space', ' \n\t ', 'answer_empty'],
    ['the texts again', TEXTS.join('\n'), 'not_shorter'],
    ['padded', `${GOOD} ${'It was found in the staging cluster. '.repeat(20)}`, 'not_shorter'],
    ['without a rule', `${TOLD} A queue was rejected since it starves slow devices.`, 'rule_changed'],
    ['with the rule in other words', GOOD.replace('Callers must hold', 'Callers have to hold'), 'rule_changed'],
    ['with the rule turned around', GOOD.replace('must hold', 'must not hold'), 'rule_changed'],
    ['with the rule in a quotation', GOOD.replace(KEPT, `Some say: "${KEPT}"`), 'rule_changed'],
    ['with the rule made void', GOOD.replace('Callers must', 'It is obsolete that callers must'), 'rule_changed'],
    ['with the rule softened in its sentence', GOOD.replace('call acquire.', 'call acquire, mostly.'), 'rule_changed'],
    ['that takes the rule back', `${GOOD} The rules are outdated.`, 'rule_added'],
    ['that denies', `${GOOD} The broker does not close sockets.`, 'rule_added'],
    ['with a rule of its own', `${GOOD} Devices should open the socket.`, 'rule_added'],
    ['without the reason', `The broker counts sockets. ${KEPT}`, 'reason_dropped'],
    ['with a name', GOOD.replace('The broker counts', 'The broker `mosquitto` counts'), 'name_added'],
    ['with a capitalised name', GOOD.replace('staging cluster', 'staging cluster in Berlin'), 'name_added'],
    ['with an identifier', GOOD.replace('counts sockets', 'counts maxSockets'), 'name_added'],
    ['with a path', GOOD.replace('counts sockets', 'counts sockets in src/pool'), 'name_added'],
    ['with an issue', GOOD.replace('counts sockets', 'counts sockets (#12)'), 'name_added'],
    ['with a number', GOOD.replace('sockets and', '4 sockets and'), 'name_added'],
    ['with a link', GOOD.replace('counts sockets', 'counts sockets (https://evil.example)'), 'name_added'],
    ['about something else', `${KEPT} ${TOLD} Kittens like yarn and milk and baskets a lot.`, 'words_added'],
    ['with an escape', GOOD.replace('counts', '\u001b[31mcounts'), 'answer_unsafe'],
    ['with hidden text', GOOD.replace('counts', 'cou\u202Ents'), 'answer_unsafe'],
    ['with a divider', GOOD.replace('. ', '.\n----\n'), 'answer_unsafe'],
    ['with marks of the prompt', `<data-1 from="text">\n${GOOD}`, 'answer_unsafe'],
    ['in a fence', `\`\`\`\n${GOOD}\n\`\`\``, 'answer_unsafe'],
  ])('%s is refused', (_name, answer, code) => {
    expect(outcome(answer)).toBe(code)
  })

  test('is refused in words that a model can act on', () => {
    expect(messageOf(TOLD)).toBe(
      'This sentence is not in the answer word for word: A queue was rejected since it starves slow devices.',
    )
    expect(messageOf(`${GOOD} See #12 and ADR-7.`)).toBe(
      'The answer has names or numbers that are not recorded: #12, ADR-7',
    )
    expect(messageOf(`The broker counts sockets. ${KEPT}`)).toMatch(
      /^This reason is not in the answer: The broker closes/u,
    )
  })
})

test('a rule that needs the sentence before it stays behind it', () => {
  const texts = [
    'The lease is renewed in the background every minute by the scheduler thread that the pool owns. It must never be renewed twice.',
    'The lease is renewed in the background every minute by the scheduler thread that the pool owns, as the broker asks for it. The pool owns the thread.',
  ]
  expect(keptRuns(texts)[0]).toBe(texts[0])
  const torn = 'The pool owns the scheduler thread. It must never be renewed twice.'
  expect(outcome(torn, texts)).toBe('rule_changed')
})

test('a sentence that cannot be judged stays, in any language', () => {
  const kept = (text: string): boolean => recordedSentences(text)[0]?.mustBeKept ?? false
  expect(kept('Aufrufer müssen die Sperre halten.')).toBe(true)
  expect(kept('呼び出し側はロックを保持する。')).toBe(true)
  expect(kept('Retries thrice.')).toBe(true)
  expect(kept(`${'the word '.repeat(400)}.`)).toBe(true)
  expect(kept('The table is kept in memory by the broker.')).toBe(false)
})

test('items of a list are sentences of their own', () => {
  const sentences = recordedSentences('We saw:\n- the first of them\n- it must\n  hold\n\n2. the last of them').map(
    ({ text }) => text,
  )
  expect(sentences).toEqual(['We saw:', 'the first of them', 'it must hold', 'the last of them'])
})

const WORDS = [
  'must',
  'never',
  'the',
  'lock',
  'not',
  'holds',
  'it',
  'Pool',
  '4',
  'because',
  'only',
  '`a.b`',
  'because',
] as const
const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 9 })
  .map((words) => `The ${words.join(' ')}.`)
const text = fc.array(sentence, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '))

test('whatever is taken has every sentence that binds, no other such sentence, and is shorter', () => {
  let acceptedCount = 0
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), fc.func(fc.boolean()), (texts, keeps) => {
      const sentences = texts.flatMap((each) => recordedSentences(each))
      const answer = [...new Set(sentences.map((each) => each.text))].filter((each) => keeps(each)).join(' ')
      const result = acceptCondensed(answer, texts, bytesPerFour())
      if (result.isErr()) return
      acceptedCount++
      const keys = (all: readonly RecordedSentence[]): ReadonlySet<string> =>
        new Set(all.filter(({ mustBeKept }) => mustBeKept).map((each) => sentenceKey(each.text)))
      expect(keys(recordedSentences(result.value))).toEqual(keys(sentences))
      expect(result.value.length).toBeLessThan(texts.join('\n').length)
    }),
    { numRuns: 2000 },
  )
  expect(acceptedCount).toBeGreaterThan(0)
})

test('texts and answers of any kind are judged, as long as they are sent at all', () => {
  // Texts of up to 12,000 tokens are sent. A check that takes more than linear time would not end here.
  const hostile = ['a', 'a_', '`', '. A', '-', 'The a must. ', '\n- ', 'A.'].map((part) =>
    part.repeat(48_000 / part.length),
  )
  for (const one of hostile) {
    for (const other of hostile) expect(outcome(other.slice(0, 36_000), [one, other])).toMatch(/^[a-z_]+$/u)
  }
})
