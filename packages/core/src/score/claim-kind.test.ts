import { describe, expect, it } from 'vitest'
import { claimKind } from './claim-kind.ts'

const silent = { constraints: [], rejected_alternatives: [] }
const constraints = [{ text: 'Never twice.', source: 'author' as const }]
const rejected_alternatives = [{ approach: 'A lock', reason: 'Readers wait.' }]

describe('the kind of claim that a region makes', () => {
  it('is that of the strongest thing it says', () => {
    expect(claimKind({ constraints, rejected_alternatives, risk_notes: 'May wrap.' })).toBe('constraint')
    expect(claimKind({ ...silent, rejected_alternatives, risk_notes: 'May wrap.' })).toBe('rejected_alternative')
    expect(claimKind({ ...silent, risk_notes: 'May wrap.' })).toBe('risk')
    expect(claimKind(silent)).toBe('intent')
    expect(claimKind({ ...silent, risk_notes: '' })).toBe('intent')
  })

  it.each([
    ['TODO: handle the empty list', 'task'],
    [' * @todo handle the empty list', 'task'],
    ['Breaks on an empty list. TODO', 'risk'],
    ['XTODO is the name of a list', 'risk'],
    ['todos are kept in a list that may grow', 'risk'],
  ])('takes %j for a %s', (risk_notes, kind) => {
    expect(claimKind({ ...silent, risk_notes })).toBe(kind)
  })
})
