import type { CommitId, HistoryReason, Region, RepoPath } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import type { SourcedCommit } from '../contracts/annotation-source.ts'
import type { Commit } from '../contracts/git-backend.ts'
import type { PlaceRevision } from './history-of-places.ts'
import { reasonOfCommit } from './reason-of-commit.ts'
import { sayMessages } from './say-messages.ts'

const WHY = 'The lock must be taken first, because the watcher reads the file at once.'
const id = 'a1'.repeat(20) as CommitId

/** The unit that is asked about, in a file of some lines. */
function revisionOf(name: string | undefined, text = 'save()\n'): PlaceRevision {
  const lines = name === undefined ? {} : { lines: { lines: { start: 3, end: 9 }, name } }
  const file = {
    scope: { units: name === undefined ? undefined : [{ name }] },
    target: { text: { lines: () => text.split('\n') } },
  }
  return { commit: id, committedAt: 0, path: 'a.ts' as RepoPath, file, ...lines } as unknown as PlaceRevision
}

function regionOf(file: string, anchor: string | undefined, more: Partial<Region> = {}): Region {
  const named = anchor === undefined ? {} : { ast_anchor: { type: 'function', name: anchor } }
  const empty = { constraints: [], rejected_alternatives: [], semantic_dependencies: [] }
  const evidence = [{ kind: 'commit_message', quote: WHY }]
  return { file, ...named, intent: WHY, ...empty, evidence, ...more } as unknown as Region
}

function reasonOf(message: string, revision: PlaceRevision, ...regions: readonly Region[]): HistoryReason | undefined {
  const commit = { id, message, author: { name: 'Ada' }, committer: { time: 0 } } as unknown as Commit
  const sourced = { annotation: { regions }, origin: 'history', diagnostics: [] } as unknown as SourcedCommit
  const [said] = sayMessages([message])
  return said && reasonOfCommit(commit, said, sourced, revision, 2)
}

test('a commit says its subject and the passages that argue', () => {
  expect(reasonOf(`Lock the file\n\n${WHY}`, revisionOf('save'), regionOf('a.ts', 'save'))).toEqual({
    origin: 'history',
    commit: id,
    timestamp: '1970-01-01T00:00:00Z',
    author: 'Ada',
    summary: 'Lock the file',
    files_changed: 2,
    passages: [{ text: WHY }],
  })
})

test.each([
  ['Bump version', undefined],
  ['Lock the file', undefined],
  ['Lock the file, because the watcher reads it at once', []],
])('a subject alone counts where it says why: %s', (subject, passages) => {
  expect(reasonOf(subject, revisionOf('save'))?.passages).toEqual(passages)
})

describe('what a commit is about', () => {
  test.each<[string, string, string | undefined, readonly Region[], HistoryReason['about']]>([
    ['its message names the unit', 'Lock in save()', 'save', [regionOf('b.ts', 'load')], undefined],
    ['its reason stands on the unit', 'Lock', 'save', [regionOf('a.ts', 'save')], undefined],
    ['its reason stands on the file', 'Lock', 'save', [regionOf('a.ts', undefined)], 'file'],
    ['its reason stands on the unit around it', 'Lock', 'Store::save', [regionOf('a.ts', 'Store')], 'enclosing_unit'],
    ['its reason stands on another unit', 'Lock', 'save', [regionOf('a.ts', 'load')], 'change'],
    ['its reason stands on another file', 'Lock', 'save', [regionOf('b.ts', 'save')], 'change'],
    ['nothing is inferred from it', 'Lock', 'save', [], 'change'],
    ['a whole file was asked about, which it is about', 'Lock', undefined, [regionOf('a.ts', 'save')], undefined],
    ['a whole file was asked about, and it is about another', 'Lock', undefined, [regionOf('b.ts', 'x')], 'change'],
  ])('%s', (_, subject, name, regions, about) => {
    expect(reasonOf(`${subject}\n\n${WHY}`, revisionOf(name), ...regions)?.about).toBe(about)
  })
})

describe('a rule of a comment that the commit wrote', () => {
  const rule = 'Never unlock twice.'
  const comment = regionOf('a.ts', 'save', {
    intent: rule,
    constraints: [{ text: rule, source: 'inferred' }],
    evidence: [{ kind: 'file_lines', quote: rule }] as unknown as Region['evidence'],
  })

  test('is told once it is gone', () => {
    const told = reasonOf(`Lock\n\n${WHY}`, revisionOf('save'), comment)
    expect(told?.passages).toEqual([{ text: WHY }, { text: rule, source: 'comment' }])
  })

  test('is told where the same region says what the message says, too', () => {
    const both = { ...comment, intent: WHY, evidence: [...regionOf('a.ts', 'save').evidence, ...comment.evidence] }
    const told = reasonOf(`Lock\n\n${WHY}`, revisionOf('save'), both)
    expect(told?.passages).toEqual([{ text: WHY }, { text: rule, source: 'comment' }])
  })

  test('is not told while it stands: the reader sees it', () => {
    const told = reasonOf(`Lock\n\n${WHY}`, revisionOf('save', `// never unlock twice\nsave()`), comment)
    expect(told?.passages).toEqual([{ text: WHY }])
  })

  test('is not told of another unit', () => {
    const told = reasonOf(`Lock\n\n${WHY}`, revisionOf('load'), comment)
    expect(told?.passages).toEqual([{ text: WHY }])
  })
})
