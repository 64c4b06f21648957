import type { HistoryReason } from '@chronicle/schema'
import { describe, expect, it, test } from 'vitest'
import { answerOf, reasonOf, regionOf } from '../../test/hook-answers.ts'
import { bindingAnswer } from './binding-answer.ts'

/** Whether a commit is shown to somebody who edits the unit. */
function isTold(reason: Partial<HistoryReason>, unit: string | undefined = 'run'): boolean {
  const { from_history: reasons = [] } = bindingAnswer(answerOf({ from_history: [reasonOf(reason)] }), { unit })
  return reasons.length === 1
}

test('a comment that stands in the code is not told to its reader, one that was changed is', () => {
  const regions = [regionOf(), regionOf({ comment: 'stands' }), regionOf({ comment: 'changed' })]
  expect(bindingAnswer(answerOf({ regions }), { unit: 'run' }).regions).toEqual([regions[0], regions[2]])
})

test('why the file is where it is changes nothing for who edits it', () => {
  const regions = [regionOf(), regionOf({ about: 'commit' })]
  expect(bindingAnswer(answerOf({ regions }), { unit: 'run' }).regions).toEqual([regions[0]])
})

test('how an answer came about and what is gone is not told, what binds is', () => {
  const binding = {
    dependents: [
      {
        from_file: 'b.ts',
        from_anchor: 'g',
        nature: 'n',
        commit: 'd'.repeat(40),
        timestamp: '2025-01-01T00:00:00Z',
        context_level: 'enhanced' as const,
        intent: 'i',
      },
    ],
    cross_cutting: [{ description: 'Both.', regions: ['a.ts', 'b.ts'], commit: 'd'.repeat(40) }],
    open_corrections: [{ commit: 'd'.repeat(40), correction_type: 'flag', reason: 'Wrong.' }],
  }
  const answer = answerOf({
    ...binding,
    resolved: [{ file: 'a.ts', lines: { start: 1, end: 2 } }],
    diagnostics: [{ code: 'shallow', severity: 'warning', message: 'Shallow.' }],
  })
  const worthy = bindingAnswer(answer, { unit: undefined })
  expect(worthy).toMatchObject(binding)
  expect(worthy.diagnostics).toEqual([])
  expect(worthy).not.toHaveProperty('resolved')
})

describe('of the history is told', () => {
  it('a commit about the unit or the one around it, unless it changed more than 12 files', () => {
    expect(isTold({ files_changed: 12 })).toBe(true)
    expect(isTold({ files_changed: 13 })).toBe(false)
    expect(isTold({ about: 'enclosing_unit', files_changed: 12 })).toBe(true)
    expect(isTold({ about: 'enclosing_unit', files_changed: 13 })).toBe(false)
    expect(isTold({ files_changed: 12 }, undefined)).toBe(true)
  })

  it.each(['file', 'change'] as const)('one about the %s when it is small, argues, and a unit is edited', (about) => {
    expect(isTold({ about, files_changed: 4 })).toBe(true)
    expect(isTold({ about, files_changed: 5 })).toBe(false)
    expect(isTold({ about, files_changed: 4, passages: [] })).toBe(false)
    // Code outside units is imports and lists.
    expect(
      bindingAnswer(answerOf({ from_history: [reasonOf({ about, files_changed: 1 })] }), { unit: undefined })
        .from_history,
    ).toEqual([])
  })

  it('none of which the number of files is not known, which may be a merge', () => {
    expect(isTold({})).toBe(false)
    expect(isTold({ about: 'file' })).toBe(false)
  })

  it('any that names the unit, when its name is no ordinary word', () => {
    const naming = (name: string) => ({ files_changed: 90, about: 'change' as const, summary: `Lock in ${name}` })
    for (const unit of ['storeText', 'Store::storeText', 'store_text', 'v2Store'])
      expect(isTold(naming(unit.split('::').at(-1) ?? ''), unit)).toBe(true)
    for (const unit of ['store', 'Store', 'STORE', 'Big_Store::store'])
      expect(isTold(naming('store'), unit)).toBe(false)
    expect(isTold({ files_changed: 90, passages: [{ text: 'What storeText took.' }] }, 'storeText')).toBe(true)
    expect(isTold({ files_changed: 90, passages: [{ text: 'What restoreTexts took.' }] }, 'storeText')).toBe(false)
  })

  it('none that was reverted, but one that was fixed', () => {
    const by = (relation: 'reverts' | 'fixes') => ({ commit: 'e'.repeat(40), relation })
    expect(isTold({ files_changed: 1, replaced_by: by('reverts') })).toBe(false)
    expect(isTold({ files_changed: 1, replaced_by: by('fixes') })).toBe(true)
    expect(isTold({ summary: 'Lock in storeText', replaced_by: by('reverts') }, 'storeText')).toBe(false)
  })
})
