import type { LineRange } from './annotation.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, RepoPath } from './ids.ts'
import type { Count, Ordinal, Share } from './limited-types.ts'

/** The identifier of the format of a context package. */
export const CONTEXT_OUTPUT_SCHEMA = 'chronicle-context/v1'

/** The code that a task needs, within a budget. */
export interface ContextPackage {
  readonly $schema: typeof CONTEXT_OUTPUT_SCHEMA
  /** The task in words, parsed. */
  readonly task: TaskQuery
  /** The task as rendered: all of it, or its first lines. */
  readonly shown_task: string
  readonly base: ContextBase
  /** Files of the scope, most relevant first. At most 100. */
  readonly scope: readonly ScopedFile[]
  /** Symbols of the scope, most relevant first. At most 100. */
  readonly symbols: readonly ScopedSymbol[]
  /** The packed files, in the order of the ranking. */
  readonly files: readonly PackedFile[]
  /** Tests of the packed code, in the order of the relevance of their files. */
  readonly tests: readonly TestExpectations[]
  /** Recorded constraints, risks and intents about the packed code. */
  readonly recorded: readonly RecordedNote[]
  /** Number of further ones that did not fit. Absent if none. */
  readonly recorded_left_out?: Count
  /** Pairs `[importer, imported]` of packed files, in byte order. */
  readonly dependency_edges: readonly (readonly [RepoPath, RepoPath])[]
  /** Tokens of the rendered text. */
  readonly token_count: Count
  /** Maximum number of tokens of the rendered text. */
  readonly budget: Count
  readonly provenance: ContextProvenance
  readonly diagnostics: readonly Diagnostic[]
}

/** The state that the package was made from. */
export interface ContextBase {
  /** Absent if nothing is committed yet. */
  readonly commit?: CommitId
  /** `WORKTREE`, `INDEX`, or the commit itself. */
  readonly state: string
}

/** A file of the scope. */
export interface ScopedFile {
  readonly path: RepoPath
  readonly score: number
  readonly class: FileClass
  /** Present if the task names the file. */
  readonly seed?: true
  /** Why it is in the scope, if not because of its score. */
  readonly expanded_via?: 'dependency' | 'co_change'
}

/** A symbol of the scope. */
export interface ScopedSymbol {
  readonly path: RepoPath
  /** Qualified name, with segments separated by `::`. */
  readonly name: string
  /** Kind of the unit: `function`, `class`, … */
  readonly kind: string
  readonly lines: LineRange
  readonly score: number
}

/** How much of a file or symbol is included. */
export type Detail = 'whole' | 'body' | 'signature' | 'name'

/**
 * `primary`: to be edited, or read in full. `supporting`: used by a primary symbol. `type_context`: a type that is
 * used.
 */
export type Tier = 'primary' | 'supporting' | 'type_context'

/** A file of the package. */
export interface PackedFile {
  readonly path: RepoPath
  /** Position in the scope, from 1. */
  readonly rank: Ordinal
  /** The name of its grammar: `typescript`, `rust`. */
  readonly language?: string
  /** `whole`: one part contains all of its text. Otherwise the highest detail of any part. */
  readonly detail: Detail
  /** In the order of the lines. */
  readonly parts: readonly PackedPart[]
}

/** A part of a file: a symbol, or the whole file. */
export interface PackedPart {
  /** Qualified name. Absent for the whole file, or for code outside of units. */
  readonly name?: string
  readonly kind?: string
  readonly lines: LineRange
  readonly tier: Tier
  readonly detail: Detail
  /** The source lines, the signature, or the name, depending on `detail`. */
  readonly text: string
  /** First sentence of its documentation, only with a signature. */
  readonly doc?: string
}

/** A test and its assertions. */
export interface TestExpectation {
  readonly name: string
  readonly line: Ordinal
  readonly assertions: readonly string[]
}

/** The tests of a test file for the packed code. */
export interface TestExpectations {
  readonly path: RepoPath
  readonly tests: readonly TestExpectation[]
}

/** A recorded statement about the packed code. */
export interface RecordedNote {
  /** For a rule of a folder, the folder with a trailing slash; for a rule of the repository, `./`. */
  readonly path: RepoPath
  /** Absent if it is about the whole file. */
  readonly anchor?: string
  readonly kind: 'intent' | 'constraint' | 'risk' | 'rejected_alternative'
  readonly text: string
  /** The commit that it is recorded on. */
  readonly commit: CommitId
  /** Its confidence. Absent if unknown, which counts as certain. */
  readonly confidence?: Share
  /** Present if somebody flagged it as wrong, or if newer reasoning supersedes it. */
  readonly flagged?: true
}

/** How the package was made. */
export interface ContextProvenance {
  /** The ranking profile. */
  readonly profile: string
  /** The contribution of each signal to the score of each file in the scope, by path. */
  readonly scores: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly packing: PackingReport
}

/** What was packed and what was omitted. */
export interface PackingReport {
  /** Tokens that the whole scope would take in the detail first requested. */
  readonly wanted_tokens: Count
  /** Parts with less detail than requested, or none, in the order of the ranking. At most 100. */
  readonly left_out: readonly LeftOut[]
  /** Number of further omitted parts. */
  readonly left_out_more: Count
}

/** Something that the package omits, or contains only in part. */
export interface LeftOut {
  readonly path: RepoPath
  readonly name?: string
  readonly reason: 'budget' | 'signature_only'
  /** Tokens that it would have taken. */
  readonly tokens: Count
}

/** The kind of work that a task requires. */
export type TaskType = 'bug_fix' | 'feature' | 'refactor' | 'test' | 'investigation'

/** A task in words, parsed for retrieval. */
export interface TaskQuery {
  readonly raw_description: string
  readonly task_type: TaskType
  /** Identifiers and informative words, most informative first. */
  readonly keywords: readonly string[]
  /** Paths and file names that the task mentions, as written. */
  readonly file_hints: readonly string[]
  /** Identifiers that look like names of units. */
  readonly symbol_hints: readonly string[]
  /** Lines of stack traces, error names, and quoted messages. */
  readonly error_patterns: readonly string[]
  /** Words of the task that are concepts of files in the knowledge base. */
  readonly concepts: readonly string[]
  /** The first line of the task. */
  readonly title: string
  /** Stack frames in the order of the text, so the position of the innermost one depends on the language. */
  readonly frames: readonly StackFrame[]
  /** Dotted module names: `flask.json.provider`. */
  readonly modules: readonly string[]
  /** Quoted strings and error messages of two words or more. */
  readonly phrases: readonly string[]
  /** The scope of a subject in conventional commit format. */
  readonly scope?: string
}

/** One line of a stack trace. */
export interface StackFrame {
  /** As written, including absolute paths of other machines. */
  readonly path: string
  readonly line?: Count
  /** Function name, as qualified by its runtime. */
  readonly symbol?: string
}

/** The kind of a file, by its path and by whether its text says that it is generated. */
export type FileClass = 'source' | 'test' | 'doc' | 'fixture' | 'generated' | 'config' | 'declaration' | 'other'
