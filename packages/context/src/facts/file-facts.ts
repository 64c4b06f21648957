import type { AstUnitType, LanguageId } from '@chronicle/core/contracts'
import type { LineRange } from '@chronicle/schema'
import type { ImportFacts } from '../imports/import-facts.ts'

/** Facts extracted from one file's content, independent of its path. */
export interface FileFacts {
  /** Absent if the parser has no grammar for the file. */
  readonly language?: LanguageId
  /** In source order, outer symbols before inner ones. */
  readonly symbols: readonly SymbolFacts[]
  readonly imports: readonly ImportFacts[]
  /** String literals of two words or more, in source order. */
  readonly strings: readonly StringFacts[]
  /** First sentence of the documentation at the top of the file. */
  readonly doc?: string
}

/** One named unit of a file. */
export interface SymbolFacts {
  /** Qualified name, segments separated by `::`. */
  readonly name: string
  readonly kind: AstUnitType
  readonly lines: LineRange
  /**
   * The declaration up to the body, with white space normalised. For a value or type on one line, that line. Absent for
   * configuration stanzas.
   */
  readonly signature?: string
  /** Line on which the declaration begins, if comments or attributes of the symbol precede it. */
  readonly declaredAt?: number
  /** First sentence of the symbol's documentation. */
  readonly doc?: string
  readonly references: SymbolReferences
}

/**
 * Names that a symbol mentions, each in one list only, in source order. Keywords and the symbol's own name are omitted.
 */
export interface SymbolReferences {
  /** Names that are called, constructed, or expanded as a macro. */
  readonly calls?: readonly string[]
  /** Base classes, traits and interfaces. */
  readonly inherits?: readonly string[]
  /** Other names in the signature. */
  readonly types?: readonly string[]
}

/** A string literal. */
export interface StringFacts {
  readonly text: string
  /** 1-based line number. */
  readonly line: number
}
