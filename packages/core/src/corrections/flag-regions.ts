import {
  type CommitId,
  type CorrectionReceipt,
  err,
  type LineRange,
  ok,
  type ReadRegion,
  type Region,
  type Result,
  ResultAsync,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadPipeline } from '../read/create-read-pipeline.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionSeams } from './correction-seams.ts'
import { openAnnotation, type OpenAnnotation } from './open-annotation.ts'
import { aimAt, firstWords } from './select-regions.ts'
import { storeCorrections, type DraftCorrection } from './store-corrections.ts'

/** What a flag is found by, besides what every correction is written with. */
export interface FlagSeams extends CorrectionSeams {
  /** Answers what is recorded about a place. */
  readonly read: ReadPipeline['execute']
}

/** What is doubted. */
export interface FlagInput {
  readonly path: string
  readonly anchor?: string
  /** Lines as they are now, instead of an anchor. */
  readonly lines?: LineRange
  /** Only what is recorded on this commit. */
  readonly commit?: string
  /** Flag all regions that are found, not one alone. */
  readonly all?: boolean
  readonly reason: string
}

/** More regions than this on one place are not told apart by people. */
const MAX_REGIONS = 1000

/**
 * Casts doubt on what is recorded about a place, which is found as `read` finds it. Several regions are the error
 * `ambiguous_region`, unless all of them are meant; none is `region_not_found`.
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
  const { path, anchor, lines, reason } = input
  const { dryRun: _, ...call } = options
  const query = {
    files: [path],
    ...(anchor === undefined ? {} : { anchor }),
    ...(lines === undefined ? {} : { lines }),
    depth: 0,
    maxRegions: MAX_REGIONS,
  }
  const output = await seams.read(query, call)
  if (output.isErr()) return err(output.error)
  const found = await onCommit(output.value.regions, input.commit, seams, call)
  if (found.isErr()) return err(found.error)
  const regions = found.value
  if (regions.length === 0) return err(nothingFound(input))
  if (regions.length > 1 && input.all !== true) return err(ambiguous(regions, input))

  const opened = new Map<string, OpenAnnotation>()
  for (const revision of new Set(regions.map(({ commit }) => commit))) {
    const annotation = await openAnnotation(revision, seams, call)
    if (annotation.isErr()) return err(annotation.error)
    opened.set(revision, annotation.value)
  }
  const drafts = new Map<string, DraftCorrection>()
  for (const shown of regions) {
    const open = opened.get(shown.commit)
    const region = open && recordedRegion(shown, open)
    if (open === undefined || region === undefined) return err(nothingFound(input))
    const correction = { ...aimAt(region, open.annotation), correction_type: 'flag' as const, reason }
    drafts.set(JSON.stringify([open.commit, correction]), { commit: open.commit, correction, regions: [region] })
  }
  return storeCorrections([...drafts.values()], seams, options, output.value.diagnostics.filter(isAboutTheName))
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

function ambiguous(regions: readonly ReadRegion[], { path, anchor }: FlagInput): CorrectionError {
  const entries = regions.map(({ commit, ast_anchor: named, intent }) => ({
    commit: commit as CommitId,
    ...(named === undefined ? {} : { anchor: named.name }),
    intent: firstWords(intent),
  }))
  const list = entries.map((entry) =>
    [entry.commit.slice(0, 12), entry.anchor, `(${entry.intent})`].filter(Boolean).join(' '),
  )
  const place = `${path}${anchor === undefined ? '' : ` ${anchor}`}`
  const message = `${regions.length} regions are recorded about ${place}: ${list.join('; ')}. Name one with --commit <sha>, its anchor or --lines, or flag them all with --all.`
  return codedError('ambiguous_region', message, { data: { path, anchor, regions: entries } })
}
