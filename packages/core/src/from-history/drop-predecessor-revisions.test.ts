import type { CommitId, LineRange, RepoPath } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { LineRevision } from '../history/line-history.ts'
import { dropPredecessorRevisions } from './drop-predecessor-revisions.ts'

const PATH = 'a.ts' as RepoPath
const first = (length: number): LineRange => ({ start: 1, end: length })

function revision(name: string, length: number, before?: { readonly name: string; readonly length: number }) {
  const from = before && { path: PATH, lines: first(before.length), name: before.name, by: 'lines' as const }
  const own = { commit: name as CommitId, committedAt: 0, merge: false, path: PATH, lines: first(length), name }
  const changes = { inLines: length, inFile: 99 }
  return { ...own, changed: [first(length)], changes, ...(from === undefined ? {} : { before: from }) } as LineRevision
}

test('a unit does not have the history of the long one that it was carved out of', () => {
  const birth = revision('Doc::header', 13, { name: 'generate', length: 270 })
  const own = revision('Doc::header', 14, { name: 'Doc::header', length: 13 })
  expect(dropPredecessorRevisions([own, birth, revision('generate', 270), revision('generate', 130)])).toEqual([
    own,
    birth,
  ])
})

test('nor the history of what stood there before the file was rewritten', () => {
  const birth = { ...revision('Array', 16, { name: 'pattern', length: 7 }), changes: { inLines: 24, inFile: 2254 } }
  expect(dropPredecessorRevisions([birth, revision('pattern', 7)])).toEqual([birth])
})

test.each([
  ['renamed', revision('header', 13, { name: 'title', length: 20 })],
  ['shortened', revision('Doc::header', 13, { name: 'Page::header', length: 270 })],
  ['edited a little', { ...revision('header', 13, { name: 'title', length: 270 }), changed: [first(2)] }],
])('one that was %s keeps all of its history', (_, birth) => {
  const all = [birth, revision('title', 270)]
  expect(dropPredecessorRevisions(all)).toEqual(all)
})
