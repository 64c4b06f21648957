import type { BlobId, CodedError, LineRange, RepoPath, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/** Turns source text into its outline. */
export interface AstParser {
  readonly name: string
  /** Changes whenever outlines of the same text would differ, so that cached outlines can be told apart. */
  readonly version: string
  /** The language of a path, by its name alone. `undefined`: no grammar, line ranges only. */
  language(path: RepoPath): LanguageId | undefined
  /** Units in source order, outer before inner. Syntax errors are not failures: the outline is then `partial`. */
  outline(source: SourceText, options?: CallOptions): ResultAsync<Outline, AstError>
}

/** A lower-case language name: `rust`, `typescript`, `tsx`, `yaml`, … */
export type LanguageId = string

/** A source file, as text. */
export interface SourceText {
  readonly path: RepoPath
  readonly text: string
  /** Id of the blob, where known: the key under which an outline can be kept. */
  readonly blob?: BlobId
}

/** The units of one source file. */
export interface Outline {
  readonly language: LanguageId
  readonly units: readonly AstUnit[]
  /** The text has syntax errors; units that could be recognised are listed. */
  readonly partial: boolean
}

/** One named unit of a source file. */
export interface AstUnit {
  readonly type: AstUnitType
  /** Qualified, segments separated by `::`, without type parameters: `MqttClient::connect`. */
  readonly name: string
  /** Declaration up to its body, white space normalised. Absent for configuration stanzas. */
  readonly signature?: string
  /** From the first line of its doc comment, attributes and decorators to its last line. */
  readonly lines: LineRange
}

/** The kinds of units, in the words of the languages they come from. */
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

/** Why a file has no outline. `invalid_query`: what was given is no source. */
export type AstError = CodedError<'no_grammar' | 'grammar_failed' | 'source_too_large' | 'invalid_query' | 'aborted'>
