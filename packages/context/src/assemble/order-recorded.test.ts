import type { CommitId, RecordedNote, RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import { orderRecorded } from './order-recorded.ts'

const ranked = ['a.ts top', 'b.ts Pool::open', 'a.ts last'].map((place) => {
  const [path = '', name = ''] = place.split(' ')
  return { path: path as RepoPath, index: 0, symbol: { name }, score: 1, breakdown: {} } as unknown as RankedSymbol
})
const note = (text: string, place: string, more: Partial<RecordedNote> = {}): RecordedNote => {
  const [path = '', anchor] = place.split(' ')
  const about = { path: path as RepoPath, ...(anchor === undefined ? {} : { anchor }) }
  return { ...about, kind: 'constraint', text, commit: 'c'.repeat(40) as CommitId, ...more }
}

it('puts what is sure before hints, and what is flagged last; then what is about the best unit first', () => {
  const notes = [
    note('folder', 'src/'),
    note('flagged', 'a.ts top', { flagged: true, confidence: 0.9 }),
    note('hint', 'a.ts top', { confidence: 0.4 }),
    note('intent', 'a.ts top', { kind: 'intent' }),
    note('another file', 'c.ts other'),
    note('last', 'a.ts last'),
    note('around', 'b.ts Pool'),
    note('file', 'a.ts'),
    note('within', 'a.ts top::inner', { confidence: 0.5 }),
    note('risk', 'a.ts top', { kind: 'risk' }),
  ]
  expect(orderRecorded(notes, ranked).map(({ text }) => text)).toEqual([
    ...['within', 'risk', 'file', 'around', 'last', 'another file', 'folder'],
    ...['intent', 'hint', 'flagged'],
  ])
})
