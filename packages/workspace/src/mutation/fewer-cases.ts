import * as fc from 'fast-check'

export * from 'fast-check'

/** A property is tried with so many cases for each mutant. What they find, all cases find. */
const MAX_CASES = 20

/** Stands for fast-check while mutants are tried: fewer cases, and no search for the smallest. */
export const assert: typeof fc.assert = ((property: fc.IRawProperty<unknown>, options: fc.Parameters<unknown> = {}) =>
  fc.assert(property, {
    ...options,
    endOnFailure: true,
    numRuns: Math.min(MAX_CASES, options.numRuns ?? MAX_CASES),
  })) as typeof fc.assert

const fewerCases: typeof fc = { ...fc, assert }

export default fewerCases
