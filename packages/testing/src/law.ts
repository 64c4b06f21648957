import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { SUITE_OPTIONS } from './suite-options.ts'

/** The name of a law, and the property that states it. */
export interface Law {
  readonly name: string
  readonly property: fc.IProperty<unknown>
}

/** Declares laws as tests of the surrounding suite, with the given number of runs each. */
export function declareLaws(
  title: string,
  laws: readonly { readonly name: string; readonly property: fc.IRawProperty<unknown> }[],
  numRuns: number,
): void {
  describe(title, SUITE_OPTIONS, () => {
    for (const { name, property } of laws) it(name, () => fc.assert(property, { numRuns }))
  })
}
