import type { CommitId } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { exportNote, importNote } from './note-values.ts'

const commit = 'c'.repeat(40) as CommitId

it.each([1, 2, 3, 4, 12_000_000])('a note of %s bytes that are no text is exported and imported', (length) => {
  const bytes = new Uint8Array(length).fill(0xff)
  const exported = exportNote(bytes, commit)
  expect(exported.note_base64).toHaveLength(Math.ceil(length / 3) * 4)
  expect(Buffer.from(importNote(exported) ?? []).equals(bytes)).toBe(true)
})

it.each(['a', 'ab', 'abc', 'abcde', 'abc!', 'a===', '====', 'ab=c', 'abcd=', 'ab c', 'abcdab=\n'])(
  '%j is not base64',
  (text) => {
    expect(importNote({ note_base64: text })).toBeUndefined()
  },
)
