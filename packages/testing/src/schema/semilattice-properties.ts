import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Law } from '../law.ts'

/** Returns the properties of every merge: the result depends neither on order nor on repetition. */
export function semilatticeProperties<Note>(
  merge: (a: Note, b: Note) => Note,
  note: () => fc.Arbitrary<Note>,
): readonly Law[] {
  const [one, two, three] = [note(), note(), note()] as const
  return [
    {
      name: 'which side comes first does not matter',
      property: fc.property(one, two, (a, b) => {
        expect(merge(a, b)).toEqual(merge(b, a))
      }),
    },
    {
      name: 'the order in which three are merged does not matter',
      property: fc.property(one, two, three, (a, b, c) => {
        expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
      }),
    },
    {
      name: 'merging what is already in changes nothing',
      property: fc.property(one, two, (a, b) => {
        const merged = merge(a, b)
        expect(merge(merged, a)).toEqual(merged)
        expect(merge(merged, merged)).toEqual(merged)
      }),
    },
  ]
}
