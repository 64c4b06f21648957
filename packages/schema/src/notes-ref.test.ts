import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefName, parseNotesRef } from './notes-ref.ts'

/** Parts of names, as text that git may refuse alone or together. */
const PARTS = [
  ...['a', 'b.c', '.', '..', '/', '//', '@', '@{', '{', '~', '^', ':', '?', '*', '[', '\\', ' ', '.lock', '-', 'é'],
  ...['\t', '\x7f', '\x80', '\u{1F600}'],
]

function isAcceptedByGit(name: string): boolean {
  return spawnSync('git', ['check-ref-format', name]).status === 0
}

describe('isRefName', () => {
  it('accepts what git accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 }), (parts) => {
        const name = `refs/${parts.join('')}`
        expect([name, isRefName(name)]).toEqual([name, isAcceptedByGit(name)])
      }),
      { numRuns: 300 },
    )
  })

  it.each(['', '@', 'a\0b', '/a', '../config'])('refuses %j', (name) => {
    expect(isRefName(name)).toBe(false)
  })
})

describe('parseNotesRef', () => {
  it.each(['refs/notes/chronicle', 'refs/notes/remotes/origin/chronicle', 'refs/notes/@', 'refs/notes/-'])(
    'accepts %s, as git does',
    (name) => {
      expect(parseNotesRef(name)).toBe(name)
      expect(isAcceptedByGit(name)).toBe(true)
    },
  )

  it.each([
    'refs/notes/',
    'refs/notes/.x',
    'refs/notes/a/.x',
    'refs/notes/x.lock/a',
    'refs/notes/a.',
    'refs/notes/a b',
  ])('refuses %j, as git does', (name) => {
    expect(parseNotesRef(name)).toBeUndefined()
    expect(isAcceptedByGit(name)).toBe(false)
  })

  it.each(['chronicle', 'notes/chronicle', 'refs/heads/main', 'refs/notes', 'HEAD'])('refuses %s', (name) => {
    expect(parseNotesRef(name)).toBeUndefined()
  })
})
