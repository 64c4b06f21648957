import type { LineRange } from './annotation.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, RepoPath } from './ids.ts'
import type { Count, Ordinal, Share } from './limited-types.ts'

/** The identifier of the format of a context package. */
export const CONTEXT_OUTPUT_SCHEMA = 'chronicle-context/v1'

/** The code that a task needs, within a budget. */
export interface ContextPackage {
  readonly $schema: typeof CONTEXT_OUTPUT_SCHEMA
  /** The task in words, taken apart. */
  readonly task: TaskQuery
  /** The task as it is rendered: all of it, or its first lines. */
  readonly shown_task: string
  readonly base: ContextBase
  /** Files by relevance, the most relevant first, at most 100. */
  readonly scope: readonly ScopedFile[]
  /** Symbols by relevance, the most relevant first, at most 100. */
  readonly symbols: readonly ScopedSymbol[]
  /** What was packed, in the order of the ranking. */
  readonly files: readonly PackedFile[]
  /** Tests of the packed code, by the relevance of their files. */
  readonly tests: readonly TestExpectations[]
  /** Recorded constraints, risks and intents about the packed code. */
  readonly recorded: readonly RecordedNote[]
  /** How many more there are than fit. Absent: none. */
  readonly recorded_left_out?: Count
  /** `[importer, imported]` among the packed files, in byte order. */
  readonly dependency_edges: readonly (readonly [RepoPath, RepoPath])[]
  /** Tokens of the rendered text. */
  readonly token_count: Count
  /** Tokens that the rendered text may have. */
  readonly budget: Count
  readonly provenance: ContextProvenance
  readonly diagnostics: readonly Diagnostic[]
}

/** The state that the package was made from. */
export interface ContextBase {
  /** Absent: nothing is committed yet. */
  readonly commit?: CommitId
  /** `WORKTREE`, `INDEX`, or the commit itself. */
  readonly state: string
}

/** A file of the scope. */
export interface ScopedFile {
  readonly path: RepoPath
  readonly score: number
  readonly class: FileClass
  /** The task names it. */
  readonly seed?: true
  /** Why it is in scope other than by its score. */
  readonly expanded_via?: 'dependency' | 'co_change'
}

/** A symbol of the scope. */
export interface ScopedSymbol {
  readonly path: RepoPath
  /** Qualified, segments separated by `::`. */
  readonly name: string
  /** Kind of the unit: `function`, `class`, … */
  readonly kind: string
  readonly lines: LineRange
  readonly score: number
}

/** How much of a file or symbol is given. */
export type Detail = 'whole' | 'body' | 'signature' | 'name'

/** `primary`: to be edited, or read in full. `supporting`: used by a primary symbol. `type_context`: a type in use. */
export type Tier = 'primary' | 'supporting' | 'type_context'

/** A file of the package. */
export interface PackedFile {
  readonly path: RepoPath
  /** Place in the scope, from 1. */
  readonly rank: Ordinal
  /** As its grammar is called: `typescript`, `rust`. */
  readonly language?: string
  /** `whole`: all of its text is in one part. Otherwise the most that is given of any part. */
  readonly detail: Detail
  /** In the order of their lines. */
  readonly parts: readonly PackedPart[]
}

/** A part of a file: a symbol, or the whole file. */
export interface PackedPart {
  /** Qualified. Absent: the whole file, or code outside of units. */
  readonly name?: string
  readonly kind?: string
  readonly lines: LineRange
  readonly tier: Tier
  readonly detail: Detail
  /** The source of the lines, the signature, or the name, by `detail`. */
  readonly text: string
  /** First sentence of its documentation, with a signature. */
  readonly doc?: string
}

/** One test, and what it checks. */
export interface TestExpectation {
  readonly name: string
  readonly line: Ordinal
  readonly assertions: readonly string[]
}

/** What a test file expects of the packed code. */
export interface TestExpectations {
  readonly path: RepoPath
  readonly tests: readonly TestExpectation[]
}

/** Something recorded about the packed code. */
export interface RecordedNote {
  /** Of a rule for a folder, the folder and a slash; of one for the repository, `./`. */
  readonly path: RepoPath
  /** Absent: about the whole file. */
  readonly anchor?: string
  readonly kind: 'intent' | 'constraint' | 'risk' | 'rejected_alternative'
  readonly text: string
  /** The commit that it is recorded on. */
  readonly commit: CommitId
  /** How far it is trusted. Absent: not known, and taken for sure. */
  readonly confidence?: Share
  /** Somebody flagged it as wrong, or newer reasoning takes its place. */
  readonly flagged?: true
}

/** Why the package is as it is. */
export interface ContextProvenance {
  /** How files were ranked. */
  readonly profile: string
  /** Contributions of the signals to the score of each file of the scope, by path. */
  readonly scores: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly packing: PackingReport
}

/** What was packed and what was left out. */
export interface PackingReport {
  /** Tokens that everything of the scope would have had as it was first wanted. */
  readonly wanted_tokens: Count
  /** Parts that were given with less detail than wanted, or not at all, in the order of the ranking; at most 100. */
  readonly left_out: readonly LeftOut[]
  /** How many more there are. */
  readonly left_out_more: Count
}

/** Something that is not in the package, or only in part. */
export interface LeftOut {
  readonly path: RepoPath
  readonly name?: string
  readonly reason: 'budget' | 'signature_only'
  /** Tokens that it would have cost. */
  readonly tokens: Count
}

/** Kind of work that a task asks for. */
export type TaskType = 'bug_fix' | 'feature' | 'refactor' | 'test' | 'investigation'

/** A task in words, taken apart for retrieval. */
export interface TaskQuery {
  readonly raw_description: string
  readonly task_type: TaskType
  /** Identifiers and words that tell something, most telling first. */
  readonly keywords: readonly string[]
  /** Paths and file names that the task mentions, as written. */
  readonly file_hints: readonly string[]
  /** Identifiers that look like names of units. */
  readonly symbol_hints: readonly string[]
  /** Lines of stack traces, names of errors, and quoted messages. */
  readonly error_patterns: readonly string[]
  /** Words of the task that the knowledge base knows as concepts of files. */
  readonly concepts: readonly string[]
  /** First line of the task. */
  readonly title: string
  /** Stack frames, as they are named in the text, the innermost one where its language puts it. */
  readonly frames: readonly StackFrame[]
  /** Dotted names of modules: `flask.json.provider`. */
  readonly modules: readonly string[]
  /** Quoted strings and error messages of two words or more. */
  readonly phrases: readonly string[]
  /** Scope of a subject in the form of conventional commits. */
  readonly scope?: string
}

/** One line of a stack trace. */
export interface StackFrame {
  /** As written: absolute paths of other machines included. */
  readonly path: string
  readonly line?: Count
  /** Name of the function, qualified as its runtime does. */
  readonly symbol?: string
}

/** Kind of a file, by its path and whether its text says that it was generated. */
export type FileClass = 'source' | 'test' | 'doc' | 'fixture' | 'generated' | 'config' | 'declaration' | 'other'
