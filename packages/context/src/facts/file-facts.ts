import type { AstUnitType, LanguageId } from '@chronicle/core/contracts'
import type { LineRange } from '@chronicle/schema'
import type { ImportFacts } from '../imports/import-facts.ts'

/** Facts of one file's content, whatever path it has. */
export interface FileFacts {
  /** Absent: the parser has no grammar for it. */
  readonly language?: LanguageId
  /** In source order, outer before inner. */
  readonly symbols: readonly SymbolFacts[]
  readonly imports: readonly ImportFacts[]
  /** String literals of two words or more, in source order. */
  readonly strings: readonly StringFacts[]
  /** First sentence of the documentation at the top of the file. */
  readonly doc?: string
}

/** One named unit of a file. */
export interface SymbolFacts {
  /** Qualified, segments separated by `::`. */
  readonly name: string
  readonly kind: AstUnitType
  readonly lines: LineRange
  /**
   * The declaration up to the body, white space normalised; of a value or type on one line, that line. Absent for
   * configuration stanzas.
   */
  readonly signature?: string
  /** First sentence of its documentation. */
  readonly doc?: string
  readonly references: SymbolReferences
}

/** Names that a symbol mentions, each in one list, in source order. Keywords and the symbol's own name are left out. */
export interface SymbolReferences {
  /** Called, constructed, or expanded as a macro. */
  readonly calls?: readonly string[]
  /** Base classes, traits and interfaces. */
  readonly inherits?: readonly string[]
  /** In the signature, other than those. */
  readonly types?: readonly string[]
}

/** A string literal. */
export interface StringFacts {
  readonly text: string
  /** 1-based. */
  readonly line: number
}
