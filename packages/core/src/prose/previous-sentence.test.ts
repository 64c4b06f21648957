import { describe, expect, test } from 'vitest'
import { needsPreviousSentence } from './previous-sentence.ts'

describe('that', () => {
  test.each([
    'The code that reads the file takes the lock first.',
    'The problem is that readers take the lock twice.',
    'Take the lock so that the watcher waits.',
    'Make sure that all readers wait.',
    'Now that readers wait, the lock can go.',
    'Programs such as the watcher read at once.',
  ])('as part of its own sentence points to nothing before: %s', (sentence) => {
    expect(needsPreviousSentence(sentence)).toBe(false)
  })

  test.each([
    'We remove that code now.',
    'In order to do that, readers wait.',
    'Along with that, readers wait.',
    'The watcher relies on that.',
    'The problem is that it reads at once.',
  ])('as a pronoun points to what was said before: %s', (sentence) => {
    expect(needsPreviousSentence(sentence)).toBe(true)
  })
})

test.each([
  'In particular, readers wait.',
  'Specifically, readers wait.',
  'Now we handle two.',
  'Because now, readers wait.',
  'This change fixes that.',
  'This commit rectifies that behaviour to wait for readers.',
  'This patch handles those cases.',
])('an addition to an argument points to it: %s', (sentence) => {
  expect(needsPreviousSentence(sentence)).toBe(true)
})

test.each([
  'This change makes it possible to wait.',
  'After this change, readers wait.',
  'This fixes the order of readers.',
  'This fixes that readers crash on empty files.',
  'This change handles those errors that the reader raises.',
  'With this change, empty files no longer crash the reader.',
])('a sentence that names what the commit changes points to nothing before: %s', (sentence) => {
  expect(needsPreviousSentence(sentence)).toBe(false)
})
