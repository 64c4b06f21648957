import {
  ANNOTATE_RECEIPT_SCHEMA,
  omitEmpty,
  omitUndefined,
  type AnnotateReceipt,
  type Annotation,
  contentId,
  DEFAULT_NOTES_REF,
  type Diagnostic,
  err,
  ok,
  type RegionReceipt,
  type RepoPath,
  type Result,
  type ResultAsync,
  safeTry,
  type StoredRecording,
  withoutUnknownKeys,
} from '@chronicle/schema'
import {
  type LiveAnnotation,
  type LiveAnnotationInput,
  parseRecordDocument,
  validateAnnotation,
} from '@chronicle/schema/validate'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { requireCommit } from '../contracts/require-commit.ts'
import type { Commit, GitBackend } from '../contracts/git-backend.ts'
import { createReadCorrections } from '../corrections/read-corrections.ts'
import type { AnnotateError } from './annotate-error.ts'
import { joinProblems } from './annotate-problems.ts'
import type { AnnotateOptions, AnnotateServices } from './annotate-services.ts'
import { checkReferences } from './check-references.ts'
import { createWorktreeComparison } from './check-uncommitted.ts'
import { locateFolder } from './locate-folder.ts'
import { locateRegions, type OpenFile, type StoredRegion } from './locate-regions.ts'
import { openAnnotatedFile, type AnnotatedFile, type OpenFileDependencies } from './open-annotated-file.ts'
import { recordingNow } from './recording-now.ts'
import { redactAnnotation, secretNotice } from './redact-annotation.ts'
import { checkNotWithdrawn } from './check-not-withdrawn.ts'
import { storeAnnotation } from './store-annotation.ts'
import { createSuggestions } from './suggestions.ts'
import { subjectOf } from '../text/subject-of.ts'

/** How to parse and store a document. */
export interface StatementOptions extends AnnotateOptions {
  readonly parse: (input: unknown) => Result<LiveAnnotation, AnnotateError>
  /** Whether line numbers are those of the working tree, and not those of the commit. */
  readonly linesOfWorktree?: boolean | undefined
}

/** Validates a document, locates its places at the commit, and merges it into the commit's note. */
export function storeStatement(
  seams: AnnotateServices,
  input: unknown,
  { parse, linesOfWorktree = false, tool, dryRun = false, ...options }: StatementOptions,
): ResultAsync<AnnotateReceipt, AnnotateError> {
  return safeTry(async function* () {
    const { git } = seams
    const opening = { ...seams, suggestions: createSuggestions(git, options) }
    const parsed = parse(input)
    if (parsed.isErr())
      return err(await withPlaceProblems(parsed.error, input, opening, { ...options, linesOfWorktree }))
    const live = withoutUnknownKeys(parsed.value.input)
    const commit = yield* findCommit(live.commit, git, options)
    const {
      regions,
      warnings: placeWarnings,
      problems,
    } = yield* checkPlaces(live, commit, opening, { ...options, linesOfWorktree })
    if (isSome(problems)) return err(joinProblems(problems))
    const recorded = yield* recordingNow(seams, tool, options)

    const subject = subjectOf(commit.message)
    const notesRef = seams.notesRef ?? DEFAULT_NOTES_REF
    const sleep = seams.sleep ?? (() => Promise.resolve())
    const stated = assemble(live, commit, regions, recorded)
    const { annotation, secrets } = yield* redactAnnotation(stated, seams.redactor, options)
    // A note requires a summary, but a document about existing code need not have one.
    const writing = { ...options, dryRun, summary: subject === '' ? commit.id : subject }
    const against = yield* createReadCorrections(git, [notesRef])([commit.id], options)
    const corrections = against.get(commit.id)?.corrections ?? []
    const check = (stored: Annotation): Result<void, AnnotateError> =>
      validateAnnotation(stored).andThen(() => checkNotWithdrawn(annotation, stored, corrections))
    const { status, before, after, warnings } = yield* storeAnnotation(
      annotation,
      { git, notesRef, sleep, check },
      writing,
    )
    // Storing skips the check if nothing changes.
    if (status === 'unchanged') yield* checkNotWithdrawn(annotation, after, corrections)
    const known = new Set(before?.regions.map(contentId))
    return ok({
      $schema: ANNOTATE_RECEIPT_SCHEMA,
      status,
      ...omitEmpty({ dry_run: dryRun }),
      commit: commit.id,
      subject,
      notes_ref: notesRef,
      regions: regions.map((region, index) => {
        return receiptOf({ ...region, region: annotation.regions[index] ?? region.region }, known)
      }),
      cross_cutting: live.cross_cutting.length,
      regions_in_note: after.regions.length,
      ignored: parsed.value.unknownKeys.map(({ key: _, ...ignored }) => ignored),
      warnings: [
        ...placeless(live),
        ...placeWarnings,
        ...secrets.map((secret) => secretNotice(secret, commit.id)),
        ...warnings,
      ],
    })
  })
}

/** The places of a document in the form to be stored, with warnings and problems. */
interface CheckedPlaces {
  readonly regions: readonly StoredRegion[]
  readonly warnings: readonly Diagnostic[]
  readonly problems: readonly AnnotateError[]
}

function checkPlaces(
  live: LiveAnnotationInput,
  commit: Commit,
  seams: OpenFileDependencies,
  { linesOfWorktree = false, ...call }: CallOptions & Pick<StatementOptions, 'linesOfWorktree'>,
): ResultAsync<CheckedPlaces, AnnotateError> {
  return safeTry(async function* () {
    const { git } = seams
    const at = { id: commit.id, revision: live.commit }
    const open = openOnce((path) => openAnnotatedFile(path, at, seams, call))
    const located = yield* locateRegions(live.regions, {
      open,
      checkFolder: (folder) => locateFolder(folder, at, seams, call),
      worktree: createWorktreeComparison(commit, git, call),
      linesOfWorktree,
    })
    const references = yield* checkReferences(live, open, git, call)
    const { regions } = located
    return ok({
      regions,
      warnings: [...regions.flatMap(({ warnings }) => warnings), ...references.warnings],
      problems: [...located.problems, ...references.problems],
    })
  })
}

/** Adds the problems of places to the error of an invalid document, so that both are reported at once. */
async function withPlaceProblems(
  error: AnnotateError,
  input: unknown,
  seams: OpenFileDependencies,
  options: CallOptions & Pick<StatementOptions, 'linesOfWorktree'>,
): Promise<AnnotateError> {
  if (typeof input !== 'object' || input === null) return error
  const { regions: given, commit: revision } = input as { readonly regions?: unknown; readonly commit?: unknown }
  const commit = await findCommit(typeof revision === 'string' ? revision : 'HEAD', seams.git, options)
  // The document's own error comes first. If places cannot be checked, that failure is reported once the document is
  // valid.
  if (commit.isErr() || !Array.isArray(given)) return error
  const problems: AnnotateError[] = []
  for (const [index, region] of (given as readonly unknown[]).entries()) {
    const alone = parseRecordDocument({ regions: [placeAlone(region)] })
    if (alone.isErr()) continue
    const checked = await checkPlaces(withoutUnknownKeys(alone.value.input), commit.value, seams, options)
    if (checked.isErr()) continue
    const name = (text: string): string =>
      text.startsWith('regions[0]') ? text.slice('regions[0]'.length) : `: ${text}`
    problems.push(
      ...checked.value.problems.map((each) => ({ ...each, message: `regions[${index}]${name(each.message)}` })),
    )
  }
  return joinProblems([error, ...problems])
}

/** Returns a minimal region with only the fields about places, if they are well-formed. */
function placeAlone(region: unknown): unknown {
  const { file, anchor, ast_anchor, lines, semantic_dependencies } = (region ?? {}) as Readonly<Record<string, unknown>>
  return { file, intent: 'x', ...definedOf({ anchor, ast_anchor, lines, semantic_dependencies }) }
}

function definedOf(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function isSome<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0
}

function findCommit(revision: string, git: GitBackend, options: CallOptions): ResultAsync<Commit, AnnotateError> {
  return safeTry(async function* () {
    const id = yield* requireCommit(git, revision, options, 'Give a branch, a tag or a commit id in "commit".')
    const commits = yield* git.readCommits([id], options)
    const commit = commits.get(id)
    if (commit !== undefined) return ok(commit)
    const message = `Commit ${id} is not in the repository. It may be damaged or incomplete: run git fsck.`
    return err(codedError('missing_object', message, { data: { id } }))
  })
}

function openOnce(open: OpenFile): OpenFile {
  const files = new Map<RepoPath, ResultAsync<AnnotatedFile, AnnotateError>>()
  return (path) => {
    const file = files.get(path) ?? open(path)
    files.set(path, file)
    return file
  }
}

function assemble(
  live: LiveAnnotationInput,
  commit: Commit,
  regions: readonly StoredRegion[],
  recorded: StoredRecording,
): Annotation {
  return {
    commit: commit.id,
    timestamp: recorded.at,
    ...omitUndefined({ task: live.task }),
    summary: live.summary,
    context_level: live.context_level,
    regions: regions.map(({ region }) => region),
    cross_cutting: live.cross_cutting,
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false, recorded },
    read_from: [],
  }
}

function receiptOf({ region, anchorMatch }: StoredRegion, known: ReadonlySet<string>): RegionReceipt {
  const { file = '', ast_anchor: anchor, lines, intent, constraints } = region
  return {
    file,
    ...omitUndefined({ ast_anchor: anchor, lines }),
    intent,
    constraints: constraints.length,
    ...omitUndefined({ anchor_match: anchorMatch }),
    ...omitEmpty({ known: known.has(contentId(region)) }),
  }
}

function placeless(live: LiveAnnotationInput): readonly Diagnostic[] {
  if (live.regions.length > 0 || live.cross_cutting.length > 0) return []
  const message =
    'The annotation names no place, so reading a file does not bring it up. Add regions: [{"file", "anchor", "intent"}].'
  return [{ code: 'no_regions', severity: 'warning', message }]
}
