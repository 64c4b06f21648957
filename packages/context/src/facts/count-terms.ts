import { termsOf } from '../words/terms.ts'

/** Fields of a document in the collection `files`, in the order of its lengths and of the first counts of a term. */
export const FILE_FIELDS = ['definitions', 'documentation', 'body'] as const
export type FileField = (typeof FILE_FIELDS)[number]

/** Term of files whose text says that they were generated. */
export const GENERATED_TERM = 'generated:'

/** Returns the term that finds files which import a module. Words contain no `:`. */
export function importTerm(name: string): string {
  return `import:${name.toLowerCase()}`
}

/** Number of occurrences in a symbol's body that an occurrence in its name is worth. */
const NAME_WEIGHT = 3

/**
 * Counts the terms of a file, in the whole file by field and in each of its symbols. The counts of a term are those of
 * `FILE_FIELDS`, followed by pairs: the position of a symbol in `FileFacts.symbols`, and the term's weight in it.
 */
export class TermCounts {
  readonly #fields = FILE_FIELDS.map(() => new Map<string, number>())
  readonly #symbols: Map<string, number>[] = []
  readonly #lengths = FILE_FIELDS.map(() => 0)
  readonly #symbolLengths: number[] = []

  constructor(symbols: number) {
    for (let symbol = 0; symbol < symbols; symbol++) {
      this.#symbols.push(new Map())
      this.#symbolLengths.push(0)
    }
  }

  /** Counts a word of the text. `symbol` is the innermost symbol that contains it. */
  addWord(word: string, field: FileField, symbol: number | undefined): void {
    for (const term of termsOf(word)) this.#add(term, field, symbol, 1)
  }

  /** Counts the name of a symbol. */
  addName(name: string, symbol: number, weight: number = NAME_WEIGHT): void {
    for (const term of termsOf(name)) {
      this.#addTo(term, 'definitions', 1)
      this.#addToSymbol(term, symbol, weight)
    }
  }

  /** Counts the name of a symbol's container. */
  addOwner(name: string, symbol: number): void {
    for (const term of termsOf(name)) this.#addToSymbol(term, symbol, 1)
  }

  /** Adds a term that cannot be a word, so that the file can be found by it. */
  addSyntheticTerm(term: string): void {
    this.#addTo(term, 'body', 1)
  }

  /** Counts the name of an imported module. */
  addImport(name: string): void {
    this.addSyntheticTerm(importTerm(name))
  }

  get lengths(): readonly number[] {
    return this.#lengths
  }

  get symbolLengths(): readonly number[] {
    return this.#symbolLengths
  }

  /** Returns the counts of each term. */
  terms(): ReadonlyMap<string, readonly number[]> {
    const terms = new Map<string, number[]>()
    for (const [field, counts] of this.#fields.entries()) {
      for (const [term, count] of counts) {
        let entry = terms.get(term)
        if (entry === undefined) terms.set(term, (entry = FILE_FIELDS.map(() => 0)))
        entry[field] = count
      }
    }
    for (const [symbol, counts] of this.#symbols.entries()) {
      for (const [term, count] of counts) {
        let entry = terms.get(term)
        if (entry === undefined) terms.set(term, (entry = FILE_FIELDS.map(() => 0)))
        entry.push(symbol, count)
      }
    }
    return terms
  }

  #add(term: string, field: FileField, symbol: number | undefined, count: number): void {
    this.#addTo(term, field, count)
    if (symbol !== undefined) this.#addToSymbol(term, symbol, count)
  }

  #addTo(term: string, field: FileField, count: number): void {
    const index = FILE_FIELDS.indexOf(field)
    const counts = this.#fields[index]
    counts?.set(term, (counts.get(term) ?? 0) + count)
    this.#lengths[index] = (this.#lengths[index] ?? 0) + count
  }

  #addToSymbol(term: string, symbol: number, count: number): void {
    const counts = this.#symbols[symbol]
    counts?.set(term, (counts.get(term) ?? 0) + count)
    this.#symbolLengths[symbol] = (this.#symbolLengths[symbol] ?? 0) + count
  }
}
