/** Words of a text in lower case: each identifier as a whole, and the parts that its capitals and underscores make. */
export class IdentifierTerms {
  readonly #known = new Map<string, readonly string[]>()

  /** The terms of a text in its order, repeated as often as they are there. */
  termsOf(text: string): readonly string[] {
    return (text.match(/[\p{L}\p{N}_$]{2,64}/gu) ?? []).flatMap((identifier) => this.#split(identifier))
  }

  #split(identifier: string): readonly string[] {
    const known = this.#known.get(identifier)
    if (known !== undefined) return known
    const parts = identifier
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part.length > 1)
    const whole = identifier.toLowerCase()
    const terms = parts.length === 1 && parts[0] === whole ? parts : [whole, ...parts]
    this.#known.set(identifier, terms)
    return terms
  }
}
