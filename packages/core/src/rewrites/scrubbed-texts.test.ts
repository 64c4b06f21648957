import { readNote, type Annotation, type CommitId } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { createUnscrubbedTest, restoresText } from './scrubbed-texts.ts'

describe('createUnscrubbedTest', () => {
  it.each([
    ['a [scrubbed] b', 'a secret b', true],
    ['a [scrubbed] b', 'a  b', false],
    ['a [scrubbed] b', 'a secret', false],
    ['[scrubbed]', 'anything', true],
    ['[scrubbed]', '', false],
    ['a[scrubbed]a', 'aa', false],
    ['[scrubbed], [scrubbed]', 'one, two', true],
    ['[scrubbed], [scrubbed]', ', two', false],
    ['[scrubbed][scrubbed]', 'x', false],
    ['[scrubbed][scrubbed]', 'xy', true],
    ['[scrubbed]ab[scrubbed]ab', 'xabyab', true],
    ['a [scrubbed] b', 'a [scrubbed] b', false],
  ])('%s, from %s: %s', (scrubbed, text, expected) => {
    expect(createUnscrubbedTest([scrubbed])(text)).toBe(expected)
  })

  it('takes linear time for many scrubbed parts', () => {
    const scrubbed = `keys: ${'[scrubbed], '.repeat(30)}end`
    expect(createUnscrubbedTest([scrubbed])(`keys: ${'a, '.repeat(20_000)}`)).toBe(false)
  })
})

describe('restoresText', () => {
  const commit = 'a'.repeat(40) as CommitId
  const annotation = (regions: readonly object[], rest: object = {}): Annotation => {
    const note = { $schema: 'chronicle/v1', commit, summary: 'Why', regions, ...rest }
    const read = readNote(new TextEncoder().encode(JSON.stringify(note)), { commit }).annotation
    if (read === undefined) throw new Error('unreadable')
    return read
  }
  const region = (file: string, intent: string): object => ({ file, intent })
  const before = annotation([region('a.ts', '[scrubbed]')])

  it('recognises the text of the same field at the same place', () => {
    expect(restoresText(annotation([region('a.ts', 'Secret')]), before)).toBe(true)
    expect(restoresText(annotation([region('secret.ts', 'A')]), annotation([region('[scrubbed].ts', 'B')]))).toBe(true)
  })

  it('ignores other places, other fields, and ids', () => {
    const derived = { provenance: { operation: 'squash', derived_from: ['b'.repeat(40)] } }
    expect(restoresText(annotation([region('a.ts', '[scrubbed]'), region('b.ts', 'New')]), before)).toBe(false)
    expect(restoresText(annotation([region('a.ts', '[scrubbed]')], { summary: 'New', ...derived }), before)).toBe(false)
  })
})
