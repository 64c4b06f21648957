import { omitEmpty } from '@chronicle/schema'
import type { AstUnit } from '@chronicle/core/contracts'
import type { SymbolReferences } from './file-facts.ts'
import { ownName } from '../words/own-name.ts'

/** Maximum number of names of a unit. A unit that mentions more is a list, and its names say nothing about it. */
const MAX_NAMES = 200

const TYPES: ReadonlySet<AstUnit['type']> = new Set([
  ...(['class', 'struct', 'enum', 'union', 'trait', 'interface', 'protocol', 'impl', 'extension', 'object'] as const),
])
const WORD = /[A-Za-z_$\u00aa-\uffff][\w$\u00aa-\uffff]*/g

/** Collects the names that a unit mentions. */
export class ReferenceCollector {
  readonly #own: string
  readonly #inherits: ReadonlySet<string>
  readonly #types: ReadonlySet<string>
  readonly #calls = new Set<string>()
  /** Names mentioned other than by a call. Those in the signature are base classes or types. */
  readonly #uses = new Set<string>()

  constructor(unit: AstUnit) {
    this.#own = ownName(unit.name)
    const { signature = '' } = unit
    const named = signature.indexOf(this.#own)
    const rest = named === -1 ? signature : signature.slice(named + this.#own.length)
    const words = new Set([...rest.matchAll(WORD)].map(([word]) => word))
    const isType = TYPES.has(unit.type)
    this.#inherits = isType ? words : new Set()
    this.#types = isType ? new Set() : words
  }

  /** Adds a word of the code, found at the given offset of the text. */
  add(word: string, text: string, offset: number): void {
    if (word === this.#own || this.#calls.size + this.#uses.size >= MAX_NAMES) return
    if (isCall(text, offset + word.length)) {
      this.#calls.add(word)
      this.#uses.delete(word)
    } else if (!this.#calls.has(word)) this.#uses.add(word)
  }

  references(): SymbolReferences {
    const seen = new Set([...this.#calls, ...this.#uses])
    const inherits = [...this.#inherits].filter((name) => seen.has(name))
    const types = [...this.#types].filter((name) => seen.has(name) && !this.#calls.has(name))
    const calls = [...this.#calls].filter((name) => !this.#inherits.has(name))
    return omitEmpty({ calls, inherits, types })
  }
}

function isCall(text: string, end: number): boolean {
  let next = end
  if (text.charAt(next) === '!') next++
  while (text.charAt(next) === ' ') next++
  return text.charAt(next) === '('
}
