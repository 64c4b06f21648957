import { expect, test } from 'vitest'
import { claimOf, type DraftFinding } from './finding-claim.ts'
import { mostAtRiskFirst } from './order-findings.ts'

/** Creates a finding about a place of `a.conf` without a name. */
function draft(lines: { readonly start: number; readonly end: number }, file = 'a.conf'): DraftFinding {
  const claim = { kind: 'constraint', file: 'a.conf', words: ['Stays below eight.'] } as const
  return {
    claim: claimOf(claim),
    claimAtLines: claimOf({ ...claim, lines }),
    kind: 'constraint',
    risk: 'high',
    score: 0.9,
    file,
    text: 'Stays below eight.',
    context_level: 'enhanced',
    confidence: 0.9,
    commit: '0'.repeat(40),
  }
}

test('the id of a finding about a place without a name does not depend on its recorded lines', () => {
  const [before] = mostAtRiskFirst([draft({ start: 2, end: 3 })])
  const [after] = mostAtRiskFirst([draft({ start: 7, end: 8 })])
  expect(after?.finding.id).toBe(before?.finding.id)
})

test('an answer with the id that has the lines in it still counts', () => {
  const { claimAtLines } = draft({ start: 2, end: 3 })
  expect(mostAtRiskFirst([draft({ start: 2, end: 3 })])[0]?.claims).toContain(claimAtLines)
})

test('two such places with the same words, now in two files, have ids apart and are not answered as one', () => {
  const found = mostAtRiskFirst([draft({ start: 2, end: 3 }), draft({ start: 7, end: 8 }, 'b.conf')])
  expect(new Set(found.map(({ finding }) => finding.id)).size).toBe(2)
  expect(found[0]?.claims.filter((claim) => found[1]?.claims.includes(claim))).toEqual([])
})

test('the same words with other white space or case are one finding, acknowledged by the id of either', () => {
  const texts = ['Never zero', 'never  zero']
  const drafts = texts.map((text): DraftFinding => {
    const { claimAtLines: _, ...rest } = draft({ start: 2, end: 3 })
    return { ...rest, text, claim: claimOf({ kind: 'constraint', file: 'a.conf', words: [text] }) }
  })
  const found = mostAtRiskFirst(drafts)
  expect(found.map(({ finding }) => finding.text)).toEqual(['Never zero'])
  expect(new Set(found[0]?.claims)).toEqual(new Set(drafts.map(({ claim }) => claim)))
})
