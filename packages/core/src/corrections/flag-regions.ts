import {
  type CorrectionReceipt,
  DEFAULT_NOTES_REF,
  type Diagnostic,
  err,
  isFolderPath,
  type LineRange,
  ok,
  parseRegionPath,
  type ReadRegion,
  type Region,
  type Result,
  ResultAsync,
} from '@chronicle/schema'
import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadPipeline } from '../read/create-read-pipeline.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionSeams } from './correction-seams.ts'
import { openAnnotation, openNotes, type OpenAnnotation } from './open-annotation.ts'
import { createFindReattached } from './reattached-commits.ts'
import { aimAt, firstWords, hasId, hasWords, placeOf, selectedRegions } from './select-regions.ts'
import { storeCorrections, type DraftCorrection } from './store-corrections.ts'

/** What a flag is found by, besides what every correction is written with. */
export interface FlagSeams extends CorrectionSeams {
  /** Answers what is recorded about a place. */
  readonly read: ReadPipeline['execute']
  /** Knows what is recorded about paths, whether or not the code is still there. */
  readonly index: AnnotationIndex
}

/** What is doubted. */
export interface FlagInput {
  /** A file, a folder (`src/mqtt/`) or the repository (`./`); one that is gone under its former name. */
  readonly path: string
  /** A unit, by the name it has, or the one that it was recorded under. */
  readonly anchor?: string
  /** Lines as they are now, instead of an anchor. */
  readonly lines?: LineRange
  /** Only what is recorded on this commit. */
  readonly commit?: string
  /** Only the region of this id, as errors name it. */
  readonly id?: string
  /** Only regions whose intent has these words. */
  readonly intent?: string
  /** Flag all regions that are found, not one alone. */
  readonly all?: boolean
  readonly reason: string
}

/** More regions than this on one place are not told apart by people. */
const MAX_REGIONS = 1000

/**
 * Casts doubt on what is recorded about a place: what `read` finds there, or else, of code that is gone or goes by
 * another name, what was recorded under that name. Several regions are the error `ambiguous_region`, unless all of them
 * are meant; none is `region_not_found`.
 */
export function flagRegions(
  seams: FlagSeams,
  input: FlagInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return new ResultAsync(flag(seams, input, options))
}

async function flag(
  seams: FlagSeams,
  input: FlagInput,
  options: CorrectionOptions,
): Promise<Result<CorrectionReceipt, CorrectionError>> {
  const { dryRun: _, ...call } = options
  const found = await findRegions(seams, input, call)
  if (found.isErr()) return err(found.error)
  const { regions, diagnostics } = found.value
  if (regions.length === 0) return err(nothingFound(input))
  if (regions.length > 1 && input.all !== true) return err(ambiguous(regions, input))
  const drafts = regions.map(({ open, region }): DraftCorrection => {
    const correction = { ...aimAt(region, open.annotation), correction_type: 'flag' as const, reason: input.reason }
    return { commit: open.commit, correction, regions: [region] }
  })
  const distinct = new Map(drafts.map((draft) => [JSON.stringify([draft.commit, draft.correction]), draft]))
  return storeCorrections([...distinct.values()], seams, options, diagnostics)
}

/** A region as recorded, in its annotation. */
interface FoundRegion {
  readonly open: OpenAnnotation
  readonly region: Region
}

interface FoundRegions {
  readonly regions: readonly FoundRegion[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What `read` says of a place that is not there; what was recorded about it may still be found. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'file_not_found',
  'not_a_file',
  'anchor_not_found',
  'lines_out_of_bounds',
])

async function findRegions(
  seams: FlagSeams,
  input: FlagInput,
  call: CallOptions,
): Promise<Result<FoundRegions, CorrectionError>> {
  const shown = isFolderPath(input.path) ? ok({ regions: [], diagnostics: [] }) : await readRegions(seams, input, call)
  if (shown.isOk() && shown.value.regions.length > 0) return shown
  if (shown.isErr() && !NOT_THERE.has(shown.error.code)) return shown
  const recorded = await recordedRegions(seams, input, call)
  if (recorded.isErr()) return err(recorded.error)
  if (recorded.value.length === 0 && shown.isErr()) return shown
  return ok({ regions: recorded.value, diagnostics: [] })
}

/** What an answer shows about the place, as recorded. */
async function readRegions(
  seams: FlagSeams,
  input: FlagInput,
  call: CallOptions,
): Promise<Result<FoundRegions, CorrectionError>> {
  const { path, anchor, lines } = input
  const query = {
    files: [path],
    ...(anchor === undefined ? {} : { anchor }),
    ...(lines === undefined ? {} : { lines }),
    depth: 0,
    maxRegions: MAX_REGIONS,
  }
  const output = await seams.read(query, call)
  if (output.isErr()) return err(output.error)
  const shown = await onCommit(output.value.regions, input.commit, seams, call)
  if (shown.isErr()) return err(shown.error)
  const opened = new Map<string, OpenAnnotation>()
  for (const revision of new Set(shown.value.map(({ commit }) => commit))) {
    const annotation = await openAnnotation(revision, seams, call)
    if (annotation.isErr()) return err(annotation.error)
    opened.set(revision, annotation.value)
  }
  const found = shown.value.flatMap((each): readonly (FoundRegion & { readonly isWider: boolean })[] => {
    const open = opened.get(each.commit)
    const region = open && recordedRegion(each, open)
    if (open === undefined || region === undefined) return []
    if (!hasId(region, input.id) || !hasWords(region.intent, input.intent)) return []
    return [{ open, region, isWider: each.about !== undefined }]
  })
  // A doubt about a unit is no doubt about the rules of its folder, which answer beside it.
  const own = found.filter(({ isWider }) => !isWider)
  const regions = own.length > 0 ? own : found
  return ok({ regions, diagnostics: output.value.diagnostics.filter(isAboutTheName) })
}

/** What was recorded under the name of the place, wherever its code is now. */
async function recordedRegions(
  seams: FlagSeams,
  { path, anchor, lines, commit, id, intent }: FlagInput,
  call: CallOptions,
): Promise<Result<readonly FoundRegion[], CorrectionError>> {
  const file = parseRegionPath(path)
  if (file.isErr()) return err(file.error)
  // Lines as they are now say nothing about code that is not there.
  if (lines !== undefined && id === undefined && intent === undefined && commit === undefined) return ok([])
  let opened: Result<readonly OpenAnnotation[], CorrectionError>
  if (commit === undefined) {
    const view = await seams.index.refresh(call)
    if (view.isErr()) return err(view.error)
    const reattached = await createFindReattached(seams.git, seams.notesRefs ?? [DEFAULT_NOTES_REF])([file.value], call)
    if (reattached.isErr()) return err(reattached.error)
    const annotating = await view.value.annotating([file.value], call)
    if (annotating.isErr()) return err(annotating.error)
    const moved = await view.value.find([...reattached.value], call)
    if (moved.isErr()) return err(moved.error)
    const notes = new Map([...annotating.value, ...moved.value.values()].map((note) => [note.commit, note]))
    opened = await openNotes([...notes.values()], seams, call)
  } else {
    opened = (await openAnnotation(commit, seams, call)).map((open) => [open])
  }
  if (opened.isErr()) return err(opened.error)
  const selection = {
    file: file.value,
    ...(anchor === undefined ? {} : { anchor }),
    ...(id === undefined ? {} : { id }),
    ...(intent === undefined ? {} : { intent }),
  }
  return ok(opened.value.flatMap((open) => selectedRegions(open, selection).map((region) => ({ open, region }))))
}

function isAboutTheName({ code }: { readonly code: string }): boolean {
  return code === 'fuzzy_anchor'
}

async function onCommit(
  regions: readonly ReadRegion[],
  revision: string | undefined,
  { git }: CorrectionSeams,
  call: CorrectionOptions,
): Promise<Result<readonly ReadRegion[], CorrectionError>> {
  if (revision === undefined) return ok(regions)
  const id = await git.resolve(revision, call)
  if (id.isErr()) return err(id.error)
  const commit: string = id.value ?? revision.toLowerCase()
  return ok(regions.filter((region) => region.commit.startsWith(commit)))
}

/** The region of the note that an answer shows. */
function recordedRegion(shown: ReadRegion, { annotation, corrected }: OpenAnnotation): Region | undefined {
  const file = shown.recorded_file ?? shown.file
  const position = corrected.regions.findIndex(
    ({ region }) =>
      (region.file ?? file) === file &&
      region.intent === shown.intent &&
      region.ast_anchor?.name === shown.ast_anchor?.name &&
      region.lines?.start === shown.lines?.start &&
      region.lines?.end === shown.lines?.end,
  )
  return annotation.regions[position]
}

function nothingFound({ path, anchor, commit }: FlagInput): CorrectionError {
  const place = `${path}${anchor === undefined ? '' : ` ${anchor}`}`
  const where = commit === undefined ? '' : ` by an annotation on ${commit}`
  const message = `Nothing is recorded about ${place}${where}, so there is nothing to flag. Look with read ${place}.`
  return codedError('region_not_found', message, { data: { path, anchor, commit, regions: [] } })
}

function ambiguous(regions: readonly FoundRegion[], { path, anchor }: FlagInput): CorrectionError {
  const entries = regions.map(({ open, region }) => ({ commit: open.commit, ...placeOf(region) }))
  const list = entries.map((entry) =>
    [entry.commit.slice(0, 12), entry.id, entry.anchor, `(${firstWords(entry.intent)})`].filter(Boolean).join(' '),
  )
  const place = `${path}${anchor === undefined ? '' : ` ${anchor}`}`
  const message = `${regions.length} regions are recorded about ${place}: ${list.join('; ')}. Name one by its commit, its id, words of its intent, its anchor or its lines, or flag them all.`
  return codedError('ambiguous_region', message, { data: { path, anchor, regions: entries } })
}
