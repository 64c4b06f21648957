import {
  ANNOTATE_RECEIPT_SCHEMA,
  type AnnotateReceipt,
  type Annotation,
  contentId,
  DEFAULT_NOTES_REF,
  type Diagnostic,
  err,
  formatTimestamp,
  type NotesRef,
  ok,
  type RegionReceipt,
  type RepoPath,
  type Result,
  ResultAsync,
  withoutUnknownKeys,
} from '@chronicle/schema'
import { parseLiveAnnotation, validateAnnotation, type LiveAnnotationInput } from '@chronicle/schema/validate'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Redactor } from '../contracts/redactor.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { Commit, GitBackend } from '../contracts/git-backend.ts'
import type { AnnotateError } from './annotate-error.ts'
import { checkReferences } from './check-references.ts'
import { locateRegions, type OpenFile, type StoredRegion } from './locate-regions.ts'
import { openAnnotatedFile, type AnnotatedFile } from './open-annotated-file.ts'
import { redactAnnotation, secretNotice } from './redact-annotation.ts'
import { storeAnnotation } from './store-annotation.ts'

/** What the engine works with. */
export interface AnnotateSeams {
  readonly git: GitBackend
  /** Absent: no anchors are derived or checked. */
  readonly ast?: AstParser
  /** Milliseconds since the epoch: the annotation's timestamp. */
  readonly clock: () => number
  /** Default `refs/notes/chronicle`. */
  readonly notesRef?: NotesRef
  /** Takes secrets out of what is stored. Absent: texts are stored as they are. */
  readonly redactor?: Redactor
  /** Waits between attempts on a busy notes ref. Absent: no wait. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** How an annotation is stored. */
export interface AnnotateOptions extends CallOptions {
  /** Check and derive everything, write nothing. */
  readonly dryRun?: boolean
}

/**
 * Stores what the author of a commit states about it, and returns what was stored.
 *
 * `input` is parsed JSON, as short as `{"summary", "regions": [{"file", "anchor", "intent"}]}`: the commit defaults to
 * `HEAD`, and lines, anchors, types and signatures are derived from the files at that commit. An existing note is
 * merged with, never replaced; the same input twice is stored once. Nothing is written unless everything is valid.
 */
export function annotateLive(
  seams: AnnotateSeams,
  input: unknown,
  options: AnnotateOptions = {},
): ResultAsync<AnnotateReceipt, AnnotateError> {
  return new ResultAsync(annotate(seams, input, options))
}

async function annotate(
  seams: AnnotateSeams,
  input: unknown,
  options: AnnotateOptions,
): Promise<Result<AnnotateReceipt, AnnotateError>> {
  const parsed = parseLiveAnnotation(input)
  if (parsed.isErr()) return err(parsed.error)
  const live = withoutUnknownKeys(parsed.value.input)
  const blank = blankTexts(live)
  if (blank !== undefined) return err(blank)
  const { git } = seams
  const commit = await findCommit(live.commit, git, options)
  if (commit.isErr()) return err(commit.error)

  const open = openOnce((path) => {
    return openAnnotatedFile(path, { id: commit.value.id, revision: live.commit }, seams, options)
  })
  const regions = await locateRegions(live.regions, commit.value, open, git, options)
  if (regions.isErr()) return err(regions.error)
  const references = await checkReferences(live, open, git, options)

  const notesRef = seams.notesRef ?? DEFAULT_NOTES_REF
  const sleep = seams.sleep ?? (() => Promise.resolve())
  const stated = assemble(live, commit.value, regions.value, seams.clock())
  const redacted = await redactAnnotation(stated, seams.redactor, options)
  if (redacted.isErr()) return err(redacted.error)
  const { annotation, secrets } = redacted.value
  const writing = { ...options, dryRun: options.dryRun ?? false }
  const stored = await storeAnnotation(annotation, { git, notesRef, sleep, check: validateAnnotation }, writing)
  if (stored.isErr()) return err(stored.error)
  const { status, before, after, warnings } = stored.value
  const known = new Set(before?.regions.map(contentId))
  return ok({
    $schema: ANNOTATE_RECEIPT_SCHEMA,
    status,
    ...(options.dryRun === true ? { dry_run: true as const } : {}),
    commit: commit.value.id,
    subject: commit.value.message.trimStart().split('\n', 1)[0] ?? '',
    notes_ref: notesRef,
    regions: regions.value.map((region, index) => {
      return receiptOf({ ...region, region: annotation.regions[index] ?? region.region }, known)
    }),
    cross_cutting: live.cross_cutting.length,
    regions_in_note: after.regions.length,
    ignored: parsed.value.unknownKeys.map(({ key: _, ...ignored }) => ignored),
    warnings: [
      ...placeless(live),
      ...regions.value.flatMap((region) => region.warnings),
      ...references,
      ...secrets.map((secret) => secretNotice(secret, commit.value.id)),
      ...warnings,
    ],
  })
}

/** White space says nothing, though it is text. */
function blankTexts({ summary, regions }: LiveAnnotationInput): AnnotateError | undefined {
  const texts = [
    ['summary', summary],
    ...regions.map(({ intent }, index) => [`regions[${index}].intent`, intent]),
  ] as const
  const paths = texts.filter(([, text]) => text?.trim() === '').map(([path]) => path)
  if (paths.length === 0) return undefined
  const message = `The annotation is not valid: ${paths.map((path) => `${path}: expected text that is not blank`).join('; ')}`
  return codedError('invalid_annotation', message, { data: { paths } })
}

async function findCommit(
  revision: string,
  git: GitBackend,
  options: CallOptions,
): Promise<Result<Commit, AnnotateError>> {
  const id = await git.resolve(revision, options)
  if (id.isErr()) return err(id.error)
  if (id.value === undefined) {
    const unborn =
      revision === 'HEAD' ? 'The repository has no commit yet' : `Unknown revision: ${JSON.stringify(revision)}`
    const message = `${unborn}. Give a branch, a tag or a commit id in "commit", or commit first.`
    return err(codedError('revision_not_found', message, { data: { revision } }))
  }
  const commits = await git.readCommits([id.value], options)
  if (commits.isErr()) return err(commits.error)
  const commit = commits.value.get(id.value)
  if (commit !== undefined) return ok(commit)
  const message = `Commit ${id.value} is not in the repository. It may be damaged or incomplete: run git fsck.`
  return err(codedError('missing_object', message, { data: { id: id.value } }))
}

function openOnce(open: OpenFile): OpenFile {
  const files = new Map<RepoPath, Promise<Result<AnnotatedFile, AnnotateError>>>()
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
  now: number,
): Annotation {
  return {
    commit: commit.id,
    timestamp: formatTimestamp(now),
    ...(live.task === undefined ? {} : { task: live.task }),
    summary: live.summary,
    context_level: live.context_level,
    regions: regions.map(({ region }) => region),
    cross_cutting: live.cross_cutting,
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    read_from: [],
  }
}

function receiptOf({ region, anchorMatch }: StoredRegion, known: ReadonlySet<string>): RegionReceipt {
  const { file = '', ast_anchor: anchor, lines, intent, constraints } = region
  return {
    file,
    ...(anchor === undefined ? {} : { ast_anchor: anchor }),
    ...(lines === undefined ? {} : { lines }),
    intent,
    constraints: constraints.length,
    ...(anchorMatch === undefined ? {} : { anchor_match: anchorMatch }),
    ...(known.has(contentId(region)) ? { known: true as const } : {}),
  }
}

function placeless(live: LiveAnnotationInput): readonly Diagnostic[] {
  if (live.regions.length > 0 || live.cross_cutting.length > 0) return []
  const message =
    'The annotation names no place, so reading a file does not bring it up. Add regions: [{"file", "anchor", "intent"}].'
  return [{ code: 'no_regions', severity: 'warning', message }]
}
