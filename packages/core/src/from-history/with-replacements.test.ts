import type { CommitId, HistoryReason } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { Commit } from '../contracts/git-backend.ts'
import { withReplacements } from './with-replacements.ts'

const id = (digits: string): CommitId => digits.repeat(20) as CommitId
const ID = { newer: id('a1'), middle: id('b2'), older: id('c3') }

interface ReasonWithMessage {
  readonly reason?: HistoryReason
  readonly commit: Pick<Commit, 'id' | 'message'>
}

function reasonWithMessage(commit: CommitId, message: string): Required<ReasonWithMessage> {
  const [summary = ''] = message.split('\n')
  const reason: HistoryReason = { origin: 'history', commit, timestamp: '2024-01-01T00:00:00Z', summary, passages: [] }
  return { reason, commit: { id: commit, message } }
}

function replacedBy(...reasons: readonly ReasonWithMessage[]): readonly HistoryReason['replaced_by'][] {
  return marked(...reasons).map(({ replaced_by: by }) => by)
}

function marked(...reasons: readonly ReasonWithMessage[]): readonly HistoryReason[] {
  return withReplacements(
    reasons.flatMap(({ reason }) => reason ?? []),
    reasons.map(({ commit }) => commit),
  )
}

test.each([
  ['reverts', `Go back\n\nThis reverts commit ${ID.older}.`],
  ['fixes', `Fix it\n\nFixes: ${ID.older.slice(0, 12)} ("Cache the answer")`],
] as const)('%s: %s', (relation, message) => {
  const by = replacedBy(reasonWithMessage(ID.newer, message), reasonWithMessage(ID.older, 'Cache the answer'))
  expect(by).toEqual([undefined, { commit: ID.newer, relation }])
})

test('a commit is found by the subject that its revert quotes', () => {
  const revert = reasonWithMessage(ID.newer, 'Revert "Cache the answer"\n\nIt was stale.')
  const older = reasonWithMessage(ID.older, 'Cache the answer')
  const argued = { ...older, reason: { ...older.reason, passages: [{ text: 'Asking is slow.' }] } }
  expect(replacedBy(revert, argued)).toEqual([undefined, { commit: ID.newer, relation: 'reverts' }])
})

test('a commit that only names another one replaces nothing', () => {
  const message = `Go on\n\nThis has been slow since ${ID.older.slice(0, 12)}.`
  expect(replacedBy(reasonWithMessage(ID.newer, message), reasonWithMessage(ID.older, 'Cache the answer'))).toEqual([
    undefined,
    undefined,
  ])
})

test('an older commit replaces no newer one', () => {
  const message = `Go back\n\nThis reverts commit ${ID.newer}.`
  expect(replacedBy(reasonWithMessage(ID.newer, 'Cache the answer'), reasonWithMessage(ID.older, message))).toEqual([
    undefined,
    undefined,
  ])
})

test('the newest of several says what became of it', () => {
  const reverting = `Go back\n\nThis reverts commit ${ID.older}.`
  const fixing = `Mend\n\nFixes: ${ID.older.slice(0, 10)}`
  const by = replacedBy(
    reasonWithMessage(ID.newer, reverting),
    reasonWithMessage(ID.middle, fixing),
    reasonWithMessage(ID.older, 'Cache the answer'),
  )
  expect(by).toEqual([undefined, undefined, { commit: ID.newer, relation: 'reverts' }])
})

test('what was brought back is not replaced, and the revert of it is', () => {
  const by = replacedBy(
    reasonWithMessage(ID.newer, `Cache it again\n\nThis reverts commit ${ID.middle}.`),
    reasonWithMessage(ID.middle, `Go back\n\nThis reverts commit ${ID.older}.`),
    reasonWithMessage(ID.older, 'Cache the answer'),
  )
  expect(by).toEqual([undefined, { commit: ID.newer, relation: 'reverts' }, undefined])
})

test.each([
  ['reapplied', 'Reapply "Cache the answer"'],
  ['made again', 'Cache the answer'],
  ['made again by a pull request', 'Cache the answer (#12)'],
])('what was %s is not replaced', (_, message) => {
  const by = replacedBy(
    reasonWithMessage(ID.newer, message),
    reasonWithMessage(ID.middle, 'Revert "Cache the answer"\n\nIt was stale.'),
    reasonWithMessage(ID.older, 'Cache the answer'),
  )
  expect(by).toEqual([undefined, { commit: ID.newer, relation: 'reverts' }, undefined])
})

test.each(['Cache the answer', '修复登录超时问题因为服务器会断开会话'])(
  'what was made again by a commit that gives no reason is not replaced: %s',
  (subject) => {
    const by = replacedBy(
      { commit: { id: ID.newer, message: subject } },
      reasonWithMessage(ID.middle, `Revert "${subject}"\n\nIt was stale.`),
      reasonWithMessage(ID.older, subject),
    )
    expect(by).toEqual([{ commit: ID.newer, relation: 'reverts' }, undefined])
  },
)

test.each(['Fix tests', 'store: clean up', 'Remove some unused imports'])(
  'a subject that unrelated commits have does not say that something was made again: %s',
  (subject) => {
    const by = replacedBy(
      { commit: { id: ID.newer, message: subject } },
      reasonWithMessage(ID.middle, `Go back\n\nThis reverts commit ${ID.older}.`),
      reasonWithMessage(ID.older, subject),
    )
    expect(by).toEqual([undefined, { commit: ID.middle, relation: 'reverts' }])
  },
)

test('what was made again and reverted again is replaced', () => {
  const last = id('d4')
  const by = replacedBy(
    reasonWithMessage(last, `Give up\n\nThis reverts commit ${ID.newer}.`),
    reasonWithMessage(ID.newer, 'Cache the answer'),
    reasonWithMessage(ID.middle, `Go back\n\nThis reverts commit ${ID.older}.`),
    reasonWithMessage(ID.older, 'Cache the answer'),
  )
  expect(by).toEqual([
    undefined,
    { commit: last, relation: 'reverts' },
    undefined,
    { commit: ID.middle, relation: 'reverts' },
  ])
})

test('a subject that its revert quotes is left out, unless it has a reason', () => {
  const revert = reasonWithMessage(ID.newer, 'Revert "Cache the answer"')
  const older = reasonWithMessage(ID.older, 'Cache the answer')
  const commitsOf = (...reasons: readonly ReasonWithMessage[]) => marked(...reasons).map(({ commit }) => commit)
  expect(commitsOf(revert, older)).toEqual([ID.newer])
  const argued = { ...older, reason: { ...older.reason, passages: [{ text: 'It is slow, because nobody keeps it.' }] } }
  expect(commitsOf(revert, argued)).toEqual([ID.newer, ID.older])
})

test('a revert names what it reverts, by its id and, unless it quotes that, its subject', () => {
  const older = reasonWithMessage(ID.older, 'Cache the answer')
  const named = `This reverts commit ${ID.older}`
  const revertsOf = (message: string) => marked(reasonWithMessage(ID.newer, message), older)[0]?.reverts
  expect(revertsOf(`Go back\n\n${named}.`)).toEqual([{ commit: ID.older, subject: 'Cache the answer' }])
  expect(revertsOf(`Revert "Cache the answer"\n\n${named}.`)).toEqual([{ commit: ID.older }])
  expect(revertsOf('Go back\n\nThis reverts commit 0a1b2c3d ("Wait").')).toEqual([
    { commit: '0a1b2c3d', subject: 'Wait' },
  ])
  expect(revertsOf('Cache less')).toBeUndefined()
})
