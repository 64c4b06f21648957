import { expect, it } from 'vitest'
import { firstSentence } from './first-sentence.ts'

it.each([
  ['Keep four sessions. The broker holds no more.', 'Keep four sessions.'],
  ['Why? Because.', 'Why?'],
  ['He said "no!" Twice.', 'He said "no!"'],
  ['Use e.g. a queue. Not a list.', 'Use e.g. a queue.'],
  ['Set v1.2 in a.rs now. Later more.', 'Set v1.2 in a.rs now.'],
  ['第一文。第二文。', '第一文。'],
  ['No end mark\n\nSecond paragraph.', 'No end mark'],
  ['Wrapped\nby hand. More.', 'Wrapped\nby hand.'],
  ['  One only  ', 'One only'],
  ['One only.', 'One only.'],
  ['', ''],
])('of %j is %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence)
})

it('takes time in proportion to the text', () => {
  for (const unit of ['.', '."', '\n', '\n ', 'e.g. ', ' ']) {
    expect(firstSentence(`x${unit.repeat(500_000)}`).length).toBeGreaterThan(0)
  }
})
