import { memoize } from '../../memoize.ts'

/**
 * Splits a text into words in lower case: each identifier as a whole, and its parts, as divided by capitals and
 * underscores.
 */
export class IdentifierTerms {
  readonly #split = memoize(partsOf)

  /** Returns the terms of a text in order, with repetitions. */
  termsOf(text: string): readonly string[] {
    return (text.match(/[\p{L}\p{N}_$]{2,64}/gu) ?? []).flatMap((identifier) => this.#split(identifier))
  }
}

function partsOf(identifier: string): readonly string[] {
  const parts = identifier
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > 1)
  const whole = identifier.toLowerCase()
  return parts.length === 1 && parts[0] === whole ? parts : [whole, ...parts]
}
