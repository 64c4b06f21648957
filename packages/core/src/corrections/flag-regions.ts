import {
  DEFAULT_NOTES_REF,
  err,
  formatTimestamp,
  isFolderPath,
  MAX_FINDING_DIGITS,
  MIN_FINDING_DIGITS,
  ok,
  okAsync,
  omitUndefined,
  parseRegionPath,
  safeTry,
  type CorrectionReceipt,
  type LineRange,
  type ReadRegion,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import { validateCorrection } from '@chronicle/schema/validate'
import { foldText, passagesOf } from '../answer/fold-text.ts'
import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { requireKnownArguments } from '../contracts/require-arguments.ts'
import type { ReadPipeline } from '../read/create-read-pipeline.ts'
import { authorOf } from './author-of.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { openAnnotation, openNotes, type OpenAnnotation } from './open-annotation.ts'
import { createFindReattached } from './reattached-commits.ts'
import { firstWords, hasId, hasWords, listRegions, placeOf, filterRegions } from './select-regions.ts'
import { storeCorrections } from './store-corrections.ts'
import { draftFor } from './draft-correction.ts'

/** Dependencies of finding regions to flag, besides those of writing corrections. */
export interface FlagServices extends CorrectionServices {
  /** Reads the regions about a place. */
  readonly read: ReadPipeline['execute']
  /** Finds annotations of paths, even if the code no longer exists. */
  readonly index: AnnotationIndex
}

/** The regions to flag, and the reason. */
export interface FlagInput {
  /** A file, a folder (`src/mqtt/`) or the repository (`./`). Deleted ones have their former path. */
  readonly path: string
  /** A unit, by its current or recorded name. */
  readonly anchor?: string | undefined
  /** Current lines, instead of an anchor. */
  readonly lines?: LineRange | undefined
  /** Only regions recorded on this commit. */
  readonly commit?: string | undefined
  /** Only the region with this id, as shown in errors. */
  readonly id?: string | undefined
  /** Only regions whose intent contains these words. */
  readonly intent?: string | undefined
  /** Whether to flag all matching regions instead of only a single match. */
  readonly all?: boolean | undefined
  readonly reason: string
}

const KINDS = {
  path: 'text',
  anchor: 'text?',
  lines: 'lines?',
  commit: 'text?',
  id: 'text?',
  intent: 'text?',
  all: 'boolean?',
  reason: 'text',
} as const

/** Maximum number of regions of one place to read. People cannot tell more apart. */
const MAX_REGIONS = 1000

/**
 * Flags the regions of a place: those that `read` finds there or, if the code is gone or renamed, those recorded under
 * that name. Fails with `ambiguous_region` for several regions, unless `all` is set, and with `region_not_found` for
 * none.
 */
export function flagRegions(
  seams: FlagServices,
  input: FlagInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return safeTry(async function* () {
    yield* requireKnownArguments(input, KINDS, 'invalid_correction')
    const flag = { correction_type: 'flag' as const, reason: input.reason }
    const author = yield* authorOf(seams, options)
    // Problems of the text are reported before an ambiguous place.
    yield* validateCorrection({ ...flag, author, timestamp: formatTimestamp(seams.clock()) })
    const { regions, rules = [] } = yield* findRegions(seams, input, options)
    if (regions.length === 0) {
      const others = yield* otherRegions(seams, input, options)
      return err(nothingFound(input, others, rules))
    }
    if (regions.length > 1 && input.all !== true) return err(ambiguous(regions, input))
    const drafts = regions.map(({ open, region }) => draftFor(region, open, flag))
    const distinct = new Map(drafts.map((draft) => [JSON.stringify([draft.commit, draft.correction]), draft]))
    return storeCorrections([...distinct.values()], seams, options)
  })
}

/** Returns the regions of the place that the id or the words of an intent do not name. */
function otherRegions(
  seams: FlagServices,
  { id, intent, ...place }: FlagInput,
  call: CallOptions,
): ResultAsync<readonly FoundRegion[], CorrectionError> {
  if (id === undefined && intent === undefined) return okAsync([])
  return findRegions(seams, place, call).map(({ regions, rules = [] }) => [...regions, ...rules])
}

/** A region as recorded, with its annotation. */
interface FoundRegion {
  readonly open: OpenAnnotation
  readonly region: Region
}

interface FoundRegions {
  readonly regions: readonly FoundRegion[]
  /** Regions about the file or a folder that also apply to the place. They are flagged only if named explicitly. */
  readonly rules?: readonly FoundRegion[]
}

/** Error codes of `read` for a place that does not exist. Its recorded regions may still be found. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'file_not_found',
  'not_a_file',
  'anchor_not_found',
  'lines_out_of_bounds',
])

function findRegions(
  seams: FlagServices,
  input: FlagInput,
  call: CallOptions,
): ResultAsync<FoundRegions, CorrectionError> {
  return safeTry(async function* () {
    const shown = isFolderPath(input.path)
      ? ok<FoundRegions, CorrectionError>({ regions: [] })
      : await readRegions(seams, input, call)
    if (shown.isOk() && shown.value.regions.length > 0) return shown
    if (shown.isErr() && !NOT_THERE.has(shown.error.code)) return shown
    const recorded = yield* recordedRegions(seams, input, call)
    if (recorded.length === 0 && shown.isErr()) return shown
    return ok({
      regions: recorded,
      ...shown.map(({ rules }) => omitUndefined({ rules })).unwrapOr({}),
    })
  })
}

/** Returns the regions that an answer shows for the place, as recorded. */
function readRegions(
  seams: FlagServices,
  input: FlagInput,
  call: CallOptions,
): ResultAsync<FoundRegions, CorrectionError> {
  return safeTry(async function* () {
    const { path, anchor, lines } = input
    const query = {
      files: [path],
      ...omitUndefined({ anchor, lines }),
      exactName: true,
      // A quoted message would stand in place of what was inferred from it.
      sources: ['notes'] as const,
      depth: 0,
      maxRegions: MAX_REGIONS,
    }
    const output = yield* seams.read(query, call)
    const shown = yield* onCommit(output.regions, input.commit, seams, call)
    const opened = new Map<string, OpenAnnotation>()
    for (const revision of new Set(shown.map(({ commit }) => commit))) {
      const annotation = yield* openAnnotation(revision, seams, call)
      opened.set(revision, annotation)
    }
    const found = shown.flatMap((each): readonly (FoundRegion & Pick<ReadRegion, 'about'>)[] => {
      const open = opened.get(each.commit)
      if (open === undefined) return []
      const { about } = each
      return regionsOfEntry(each, open)
        .filter((region) => hasId(region, input.id) && hasWords(region.intent, input.intent))
        .map((region) => ({ open, region, ...omitUndefined({ about }) }))
    })
    const own = found.filter(({ about }) => about === undefined)
    const enclosing = found.filter(({ about }) => about === 'enclosing_unit')
    const isNamed = input.id !== undefined || input.intent !== undefined
    if (own.length > 0) return ok({ regions: own })
    if (enclosing.length > 0) return ok({ regions: enclosing })
    // Flagging a unit must not flag the rules of its folder, which the answer shows with it.
    return ok(isNamed ? { regions: found } : { regions: [], rules: found })
  })
}

/** Returns the regions recorded under the name of the place, wherever the code is now. */
function recordedRegions(
  seams: FlagServices,
  { path, anchor, lines, commit, id, intent }: FlagInput,
  call: CallOptions,
): ResultAsync<readonly FoundRegion[], CorrectionError> {
  return safeTry(async function* () {
    const file = yield* parseRegionPath(path)
    // Current line numbers cannot identify code that no longer exists.
    if (lines !== undefined && id === undefined && intent === undefined && commit === undefined) return ok([])
    let opened: readonly OpenAnnotation[]
    if (commit === undefined) {
      const view = yield* seams.index.refresh(call)
      const reattached = yield* createFindReattached(seams.git, seams.notesRefs ?? [DEFAULT_NOTES_REF])([file], call)
      const annotating = yield* view.annotating([file], call)
      const moved = yield* view.find([...reattached], call)
      const notes = new Map([...annotating, ...moved.values()].map((note) => [note.commit, note]))
      opened = yield* openNotes([...notes.values()], seams, call)
    } else {
      opened = [yield* openAnnotation(commit, seams, call)]
    }
    const selection = {
      file,
      ...omitUndefined({ anchor, id, intent }),
    }
    return ok(opened.flatMap((open) => filterRegions(open, selection).map((region) => ({ open, region }))))
  })
}

function onCommit(
  regions: readonly ReadRegion[],
  revision: string | undefined,
  { git }: CorrectionServices,
  call: CorrectionOptions,
): ResultAsync<readonly ReadRegion[], CorrectionError> {
  if (revision === undefined) return okAsync(regions)
  return git.resolve(revision, call).map((id) => {
    const commit: string = id ?? revision.toLowerCase()
    return regions.filter((region) => region.commit.startsWith(commit))
  })
}

/**
 * Returns the regions of a note that an answer's entry was merged from: several regions of one commit about one unit
 * form one entry.
 */
function regionsOfEntry(shown: ReadRegion, { annotation, corrected }: OpenAnnotation): readonly Region[] {
  const file = shown.recorded_file ?? shown.file
  const rules = shown.constraints.map(({ text }) => text)
  const shownTexts = new Set([...passagesOf(shown.intent), ...passagesOf(shown.reasoning), ...rules].map(foldText))
  return annotation.regions.filter((_, position) => {
    const { region, retracted = false } = corrected.regions[position] ?? {}
    return (
      region !== undefined &&
      !retracted &&
      (region.file ?? file) === file &&
      region.ast_anchor?.name === shown.ast_anchor?.name &&
      isWithin(region.lines, shown.lines) &&
      passagesOf(region.intent).every((passage) => shownTexts.has(foldText(passage)))
    )
  })
}

function isWithin(lines: LineRange | undefined, hull: LineRange | undefined): boolean {
  if (lines === undefined || hull === undefined) return lines === undefined
  return hull.start <= lines.start && lines.end <= hull.end
}

function nothingFound(
  { path, anchor, commit, id, intent }: FlagInput,
  others: readonly FoundRegion[],
  rules: readonly FoundRegion[],
): CorrectionError {
  const place = `${path}${anchor === undefined ? '' : ` ${anchor}`}`
  const where = commit === undefined ? '' : ` by an annotation on ${commit}`
  if (others.length > 0) {
    const asked = [...(id === undefined ? [] : [`the id ${id}`]), ...(intent === undefined ? [] : [`"${intent}"`])]
    const list = listRegions(others.slice(0, MAX_LISTED).map(({ region }) => region))
    const more = others.length > MAX_LISTED ? ` and ${others.length - MAX_LISTED} more` : ''
    const message = `No region about ${place}${where} has ${asked.join(' and ')}. There are: ${list}${more}.${aboutFindings(id)}`
    const regions = others.map(({ open, region }) => ({ commit: open.commit, ...placeOf(region) }))
    return codedError('region_not_found', message, { data: { path, anchor, commit, id, intent, regions } })
  }
  const next =
    rules.length === 0
      ? `Reading ${place} shows what there is.`
      : `The rules for it are recorded about its file, a folder or the repository: ${listRegions(rules.map(({ region }) => region))}. Name one by its id to flag it.`
  const message = `Nothing is recorded about ${place}${where}, so there is nothing to flag. ${next}`
  const regions = rules.map(({ open, region }) => ({ commit: open.commit, ...placeOf(region) }))
  return codedError('region_not_found', message, { data: { path, anchor, commit, regions } })
}

/** Maximum number of regions to list in a message. */
const MAX_LISTED = 20

/** The id of a finding of `check` is longer than a region's, and answers the finding instead. */
function aboutFindings(id = ''): string {
  return id.length >= MIN_FINDING_DIGITS && id.length <= MAX_FINDING_DIGITS
    ? ` The id of a finding answers it in a message of a commit: Chronicle-Ack: ${id} <why it is right>`
    : ''
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
