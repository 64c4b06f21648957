import { describe, expect, it } from 'vitest'
import { interleave } from './interleave.ts'
import { outputOf, regionOf } from '../../test/read-fixture.ts'
import type { TrimStep } from './withheld-steps.ts'

const group = (length: number) => ({ description: 'x'.repeat(length), regions: [], commit: '' })
const regionStep = (region: number): TrimStep => ({ kind: 'region', region })
const fieldStep = (region: number, to: 'first_sentence' | 'nothing' = 'nothing'): TrimStep => ({
  kind: 'field',
  region,
  cut: { field: 'reasoning', to },
})
const groupStep = (entry: number): TrimStep => ({ kind: 'entry', list: 'cross_cutting', entry })
/** Other texts of a region besides its reasoning. */
const REST = 'a'.repeat(40) + '2025-01-01T00:00:00Z' + 'enhanced' + 'exact' + 'a.ts' + 'fresh' + 'Why.'

describe('the order of what goes from regions and from outside of them', () => {
  it('takes the next step from the longer part', () => {
    const output = outputOf({
      regions: [regionOf(), regionOf()],
      cross_cutting: [group(REST.length), group(REST.length), group(REST.length)],
    })
    const outside = [groupStep(2), groupStep(1), groupStep(0)]
    expect(interleave(output, [regionStep(0), regionStep(1)], outside)).toEqual({
      // 3 against 2: outside; 2 against 2: a region; 2 against 1: outside; 1 against 1: a region.
      together: [groupStep(2), regionStep(0), groupStep(1), regionStep(1)],
      later: [groupStep(0)],
    })
  })

  it('leaves alone what is outside as long as regions are longer', () => {
    const output = outputOf({ regions: [regionOf()], cross_cutting: [group(REST.length)] })
    expect(interleave(output, [regionStep(0)], [groupStep(0)])).toEqual({
      together: [regionStep(0)],
      later: [groupStep(0)],
    })
    expect(interleave(output, [regionStep(0)], [])).toEqual({ together: [regionStep(0)], later: [] })
  })

  it('counts what a field took from its region, and a sentence that stays for nothing', () => {
    const output = outputOf({
      regions: [regionOf({ reasoning: 'x'.repeat(1000) })],
      cross_cutting: [group(REST.length + 500), group(1)],
    })
    const outside = [groupStep(0), groupStep(1)]
    expect(interleave(output, [fieldStep(0, 'first_sentence'), regionStep(0)], outside).together).toEqual([
      fieldStep(0, 'first_sentence'),
      regionStep(0),
    ])
    expect(interleave(output, [fieldStep(0), regionStep(0)], outside).together).toEqual([
      fieldStep(0),
      groupStep(0),
      regionStep(0),
    ])
  })

  it('goes on with regions when there is nothing more outside of them', () => {
    const output = outputOf({ regions: [regionOf(), regionOf()], cross_cutting: [group(9000)] })
    expect(interleave(output, [regionStep(0), regionStep(1)], [groupStep(0)])).toEqual({
      together: [groupStep(0), regionStep(0), regionStep(1)],
      later: [],
    })
  })

  it('counts lists that are not there for nothing', () => {
    const step: TrimStep = { kind: 'entry', list: 'resolved', entry: 0 }
    expect(interleave(outputOf({ regions: [regionOf()] }), [regionStep(0)], [step]).later).toEqual([step])
  })

  it('takes a region for what is left of it after its fields', () => {
    const output = outputOf({
      regions: [regionOf({ reasoning: 'x'.repeat(1000) }), regionOf({ intent: 'y'.repeat(600) })],
      cross_cutting: [group(650), group(1)],
    })
    const steps = [fieldStep(0), regionStep(0), regionStep(1)]
    expect(interleave(output, steps, [groupStep(0), groupStep(1)])).toEqual({
      together: steps,
      later: [groupStep(0), groupStep(1)],
    })
  })
})
