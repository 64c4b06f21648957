import * as fc from 'fast-check'

const FIRST_SURROGATE = 0xd800
const SURROGATES = 0x800

/**
 * Generates one character, of any code point except half surrogates: the unit of `fc.string({ unit })` for text of any
 * kind. It generates the same as fast-check's unit `'binary'`, which builds a table of all of Unicode at its first use:
 * that takes most of a second and 100 MB in every process.
 */
export function anyCodePoint(): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map(characterAt, positionOf)
}

function characterAt(position: number): string {
  return String.fromCodePoint(position < FIRST_SURROGATE ? position : position + SURROGATES)
}

/** Throws for any value that is not one character, as fast-check requires of an inverse. */
function positionOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('not one character')
  if (code < FIRST_SURROGATE) return code
  if (code < FIRST_SURROGATE + SURROGATES) throw new Error('half a surrogate')
  return code - SURROGATES
}
