import * as fc from 'fast-check'

export * from 'fast-check'

/** Maximum number of cases of a property for each mutant. A failure they find is also found with all cases. */
const MAX_CASES = 20

/** Replaces `assert` of fast-check while mutants are tried: fewer cases, and no shrinking. */
export const assert: typeof fc.assert = ((property: fc.IRawProperty<unknown>, options: fc.Parameters<unknown> = {}) =>
  fc.assert(property, {
    ...options,
    endOnFailure: true,
    numRuns: Math.min(MAX_CASES, options.numRuns ?? MAX_CASES),
  })) as typeof fc.assert

const fewerCases: typeof fc = { ...fc, assert }

export default fewerCases
