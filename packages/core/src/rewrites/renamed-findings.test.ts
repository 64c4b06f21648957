import { acknowledgementDocument, type CommitId, type Region } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { Commit } from '../contracts/git-backend.ts'
import { claimOf, type RecordedClaim } from '../queries/check/finding-claim.ts'
import { trailerAcknowledgements, withRenamedFindings, renamedFindings } from './renamed-findings.ts'

const before: Region = {
  ...{ file: 'a.ts', ast_anchor: { type: 'function', name: 'one' }, lines: { start: 1, end: 3 }, intent: 'Why' },
  constraints: [{ text: 'Never twice', source: 'author' }],
  risk_notes: 'It may block',
  rejected_alternatives: [{ approach: 'A lock', reason: 'Slow' }],
  semantic_dependencies: [{ file: 'b.ts', anchor: 'two', nature: 'order' }],
  held_by_tests: [{ title: 'is once', file: 'a.test.ts' }],
  evidence: [{ kind: 'file_lines', file: 'a.ts', quote: 'never twice' }],
  ...{ related_annotations: [], tags: [], corrections: [] },
}
const after: Region = { ...before, file: 'c.ts', ast_anchor: { type: 'function', name: 'uno' } }

const KINDS: readonly Pick<RecordedClaim, 'kind' | 'words'>[] = [
  { kind: 'constraint', words: ['Never twice'] },
  { kind: 'risk', words: ['It may block'] },
  { kind: 'rejected_alternative', words: ['A lock', 'Slow'] },
  { kind: 'dependent', words: ['b.ts', 'two', 'order'] },
  { kind: 'held_by_test', words: ['is once'] },
  { kind: 'comment', words: ['never twice'] },
]
const was = { file: 'a.ts', anchor: 'one' }
const is = { file: 'c.ts', anchor: 'uno' }
const line = (finding: string): string =>
  JSON.stringify(
    acknowledgementDocument({ finding, reason: 'Fine', author: 'Ana <a@b.c>', timestamp: '2024-01-01T00:00:00Z' }),
  )

describe('the findings of a region that was renamed', () => {
  it.each(KINDS)('of the kind $kind have their new ids', (claim) => {
    const renamed = renamedFindings([{ before, after }])
    expect(renamed.get(claimOf({ ...claim, ...was }))).toBe(claimOf({ ...claim, ...is }))
    expect(renamed.size).toBe(KINDS.length)
  })

  it('of a place without a name are known by file, and by the lines that ids had before', () => {
    const { ast_anchor: _, ...unnamed } = { ...before, file: 'a.ts' }
    const renamed = renamedFindings([{ before: unnamed, after: { ...unnamed, file: 'c.ts' } }])
    const claim: RecordedClaim = { kind: 'constraint', file: 'a.ts', words: ['Never twice'] }
    const now = claimOf({ ...claim, file: 'c.ts' })
    expect(renamed.get(claimOf(claim))).toBe(now)
    expect(renamed.get(claimOf({ ...claim, lines: { start: 1, end: 3 } }))).toBe(now)
  })

  it('stay where the lines alone have moved', () => {
    expect(renamedFindings([{ before, after: { ...before, lines: { start: 9, end: 11 } } }]).size).toBe(0)
  })
})

describe('an answer to one of them', () => {
  const renamed = renamedFindings([{ before, after }])
  const [old, now] = [was, is].map((place) => claimOf({ kind: 'risk', words: ['It may block'], ...place }))

  it.each([10, 13])('stands under the new id, too, of %d digits', (digits) => {
    const [given, expected] = [old, now].map((id) => line(id?.slice(0, digits) ?? ''))
    expect(withRenamedFindings(given ?? '', renamed)).toEqual([given, expected])
  })

  it.each([line('0123456789'), 'no JSON', '{}'])('to another finding is as it was: %s', (text) => {
    expect(withRenamedFindings(text, renamed)).toEqual([text])
  })

  it('is read from the message of a commit, with who made it and when', () => {
    const person = { name: 'Ana', email: 'a@b.c', time: 1_704_067_200, offset: 0 }
    const commit = {
      ...{ id: 'a'.repeat(40) as CommitId, tree: 'b'.repeat(40), parents: [], author: person, committer: person },
      message: `Change\n\nChronicle-Ack: ${old?.slice(0, 10) ?? ''} Fine\nChronicle-Ack: ${old ?? ''}\n`,
    } as unknown as Commit
    expect(trailerAcknowledgements(commit, renamed)).toEqual([line(now?.slice(0, 10) ?? '')])
    expect(trailerAcknowledgements(commit, new Map())).toEqual([])
    const late: Commit = { ...commit, committer: { ...commit.committer, time: 99_999_999_999_999 } }
    expect(trailerAcknowledgements(late, renamed)).toEqual([
      line(now?.slice(0, 10) ?? '').replace('2024-01-01T00:00:00Z', ''),
    ])
  })
})
