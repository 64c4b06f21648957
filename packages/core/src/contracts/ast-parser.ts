import type { BlobId, CodedError, LineRange, RepoPath, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/** Parses source text into an outline. */
export interface AstParser {
  readonly name: string
  /** Changes whenever outlines of the same text would differ. Part of the cache key of outlines. */
  readonly version: string
  /** Returns the language of a path, by its name alone. `undefined`: no grammar, line ranges only. */
  language(path: RepoPath): LanguageId | undefined
  /**
   * Returns the units in source order, outer before inner. Syntax errors are not failures: the outline is then
   * `partial`.
   */
  outline(source: SourceText, options?: CallOptions): ResultAsync<Outline, AstError>
}

/** A lower-case language name: `rust`, `typescript`, `tsx`, `yaml`, … */
export type LanguageId = string

/** A source file, as text. */
export interface SourceText {
  readonly path: RepoPath
  readonly text: string
  /** Blob id, if known: the cache key of the outline. */
  readonly blob?: BlobId
}

/** The units of one source file. */
export interface Outline {
  readonly language: LanguageId
  readonly units: readonly AstUnit[]
  /** Whether the text has syntax errors. Units that could be recognised are listed. */
  readonly partial: boolean
}

/** One named unit of a source file. */
export interface AstUnit {
  readonly type: AstUnitType
  /** Qualified, segments separated by `::`, without type parameters: `MqttClient::connect`. */
  readonly name: string
  /** Declaration up to its body, white space normalised. Absent for configuration stanzas. */
  readonly signature?: string
  /** From the first line of its doc comment, attributes or decorators to its last line. */
  readonly lines: LineRange
}

/** The kinds of units, in the terms of their languages. */
export type AstUnitType =
  | 'function'
  | 'method'
  | 'constructor'
  | 'getter'
  | 'setter'
  | 'class'
  | 'struct'
  | 'enum'
  | 'union'
  | 'trait'
  | 'interface'
  | 'protocol'
  | 'impl'
  | 'extension'
  | 'object'
  | 'module'
  | 'namespace'
  | 'type'
  | 'constant'
  | 'variable'
  | 'field'
  | 'property'
  | 'macro'
  | 'test'
  | 'config'

/** Reasons why a file has no outline. `invalid_query`: the argument is not a source. */
export type AstError = CodedError<'no_grammar' | 'grammar_failed' | 'source_too_large' | 'invalid_query' | 'aborted'>
