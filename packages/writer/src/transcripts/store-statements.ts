import {
  DEFAULT_NOTES_REF,
  ok,
  safeTry,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import {
  recordingNow,
  redactAnnotation,
  secretNotice,
  storeAnnotations,
  type AnnotateError,
  type StoredAnnotation,
} from '@chronicle/core/annotate'
import type { CallOptions, GitBackend, Redactor } from '@chronicle/core/contracts'
import { commitWarning } from '../commit-warning.ts'
import { distinct } from '../distinct.ts'
import { annotationsFromStatements, sourceOf } from './annotations-from-statements.ts'
import type { TranscriptStatement } from './find-statements.ts'

/** Dependencies of `storeStatements`. */
export interface StatementStoreServices {
  readonly git: GitBackend
  readonly redactor: Redactor
  readonly clock: () => number
  readonly notesRef?: NotesRef
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** The tool to name in the provenance, such as `git-chronicle 1.2.0`. */
  readonly tool?: string
}

/** The result of `storeStatements`. */
export interface StoredStatements {
  /** Whether each commit's note changed, by commit. */
  readonly commits: ReadonlyMap<CommitId, StoredAnnotation['status']>
  /** Statements that the notes already contained. */
  readonly known: ReadonlySet<TranscriptStatement>
  readonly warnings: readonly Diagnostic[]
}

/**
 * Stores statements in the notes of their commits, in one commit of the notes ref. What a note already cites is not
 * stored again. With `dryRun` nothing is written, and the result says what would be.
 */
export function storeStatements(
  seams: StatementStoreServices,
  statements: readonly TranscriptStatement[],
  { dryRun = false, ...call }: CallOptions & { readonly dryRun?: boolean } = {},
): ResultAsync<StoredStatements, AnnotateError> {
  return safeTry(async function* () {
    const all = yield* store(seams, statements, { ...call, dryRun: true })
    const { known } = all
    const added = await store(
      seams,
      statements.filter((each) => !known.has(each)),
      { ...call, dryRun },
    )
    return added.map(({ commits, warnings }) => ({
      commits: new Map([...[...all.commits.keys()].map((commit) => [commit, 'unchanged'] as const), ...commits]),
      known,
      warnings: distinct([...all.warnings, ...warnings]),
    }))
  })
}

function store(
  seams: StatementStoreServices,
  statements: readonly TranscriptStatement[],
  { dryRun, ...call }: CallOptions & { readonly dryRun: boolean },
): ResultAsync<StoredStatements, AnnotateError> {
  return safeTry(async function* () {
    if (statements.length === 0) return ok({ commits: new Map(), known: new Set(), warnings: [] })
    const { git, redactor, notesRef = DEFAULT_NOTES_REF } = seams
    const recorded = yield* recordingNow(seams, seams.tool, call)
    const subjects = new Map(statements.map(({ commit, subject }) => [commit, subject]))
    const warnings: Diagnostic[] = []
    const annotations = []
    for (const annotation of annotationsFromStatements(statements, recorded)) {
      const redacted = yield* redactAnnotation(annotation, redactor, call)
      annotations.push(redacted.annotation)
      warnings.push(...redacted.secrets.map((secret) => secretNotice(secret, annotation.commit)))
    }
    const stored = yield* storeAnnotations(
      annotations,
      { git, notesRef, sleep: seams.sleep ?? (() => Promise.resolve()), check: validateAnnotation },
      {
        ...call,
        dryRun,
        message: 'Record what was stated in transcripts with Chronicle',
        summary: (commit) => subjects.get(commit) ?? commit,
      },
    )
    const commits = new Map<CommitId, StoredAnnotation['status']>()
    const known = new Set<TranscriptStatement>()
    for (const [index, { commit }] of annotations.entries()) {
      const outcome = stored[index]
      if (outcome === undefined) continue
      if (outcome.isErr()) {
        const message = `Nothing was stored on ${commit.slice(0, 12)}: ${outcome.error.message}`
        warnings.push(commitWarning(commit, { code: 'statements_not_stored', message }))
        continue
      }
      commits.set(commit, outcome.value.status)
      const before = outcome.value.before?.regions ?? []
      for (const each of statements) if (each.commit === commit && isCited(each, before)) known.add(each)
    }
    return ok({ commits, known, warnings })
  })
}

function isCited(statement: TranscriptStatement, regions: readonly Region[]): boolean {
  const source = sourceOf(statement)
  return regions.some(({ evidence }) => evidence.some(({ url, quote }) => url === source && quote === statement.text))
}
