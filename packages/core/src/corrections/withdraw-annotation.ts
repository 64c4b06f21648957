import {
  type CommitId,
  type CorrectionReceipt,
  type Diagnostic,
  err,
  ok,
  type Result,
  type ResultAsync,
  safeTry,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { requireKnownArguments } from '../contracts/require-arguments.ts'
import { requireCommit } from '../contracts/require-commit.ts'
import { findChangedRegions } from './changed-regions.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { openAnnotation, type OpenAnnotation } from './open-annotation.ts'
import { isSelective, SELECTION_KINDS, selectRegions, type RegionSelection } from './select-regions.ts'
import { storeCorrections } from './store-corrections.ts'
import { draftFor, type DraftCorrection } from './draft-correction.ts'

/** An annotation, or some of its regions, to retract or flag. */
export interface RetractInput extends RegionSelection {
  /** The annotated commit. */
  readonly commit: string
  readonly reason: string
}

/** An annotation, or some of its regions, to flag. */
export interface FlagAnnotationInput extends RetractInput {
  /**
   * Whether to flag only regions about lines that the commit changed, or about the commit as a whole. Default: all
   * regions.
   */
  readonly changedOnly?: boolean | undefined
}

/** An annotation, or some of its regions, replaced by newer reasoning. */
export interface SupersedeInput extends RegionSelection {
  /** The annotated commit. */
  readonly commit: string
  /** The commit with the newer reasoning. */
  readonly by: string
  readonly reason?: string | undefined
}

const RETRACT_KINDS = { ...SELECTION_KINDS, commit: 'text', reason: 'text' } as const
const FLAG_KINDS = { ...RETRACT_KINDS, changedOnly: 'boolean?' } as const
const SUPERSEDE_KINDS = { ...SELECTION_KINDS, commit: 'text', by: 'text', reason: 'text?' } as const

/** Flags the annotation of a commit, or some of its regions, wherever their code is. */
export function flagAnnotation(
  seams: CorrectionServices,
  input: FlagAnnotationInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return requireKnownArguments(input, FLAG_KINDS, 'invalid_correction').asyncAndThen(({ reason }) =>
    withdraw(seams, input, { correction_type: 'flag', reason }, options),
  )
}

/** Retracts an annotation or some of its regions: they are no longer shown unless requested. The note is unchanged. */
export function retractAnnotation(
  seams: CorrectionServices,
  input: RetractInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return requireKnownArguments(input, RETRACT_KINDS, 'invalid_correction').asyncAndThen(({ reason }) =>
    withdraw(seams, input, { correction_type: 'retract', reason }, options),
  )
}

/** Marks an annotation or some of its regions as replaced by newer reasoning, with a link to it. */
export function supersedeAnnotation(
  seams: CorrectionServices,
  input: SupersedeInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return safeTry(async function* () {
    yield* requireKnownArguments(input, SUPERSEDE_KINDS, 'invalid_correction')
    const by = yield* requireCommit(seams.git, input.by, options, 'Give the commit that the newer reasoning is on.')
    const newer = await openAnnotation(by, seams, options)
    if (newer.isErr() && newer.error.code !== 'region_not_found') return err(newer.error)
    const warnings = newer.isErr() ? [nothingNewer(by)] : []
    const reason = input.reason ?? `Superseded by the annotation on ${by.slice(0, 12)}.`
    const correction = { correction_type: 'supersede' as const, superseded_by: by, reason }
    return withdraw(seams, input, correction, options, warnings)
  })
}

function withdraw(
  seams: CorrectionServices,
  input: RegionSelection & Pick<FlagAnnotationInput, 'commit' | 'changedOnly'>,
  correction: DraftCorrection['correction'],
  options: CorrectionOptions,
  warnings: readonly Diagnostic[] = [],
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return safeTry(async function* () {
    const opened = yield* openAnnotation(input.commit, seams, options)
    const { commit } = opened
    if (correction.superseded_by === commit) {
      const message = `The annotation on ${commit.slice(0, 12)} cannot take its own place. Name another commit.`
      return err(codedError('invalid_correction', message, { data: { commit } }))
    }
    const drafts = yield* draftsFor(opened, input, correction)
    const { annotation } = opened
    const changed =
      input.changedOnly === true ? yield* findChangedRegions(commit, annotation.regions, seams.git, options) : undefined
    if (changed !== undefined && changed.length < annotation.regions.length) {
      if (changed.length === 0) return err(nothingChanged(commit))
      const isMeant = new Set(drafts.flatMap(({ regions }) => regions))
      const some = changed.filter((region) => isMeant.has(region)).map((region) => draftFor(region, opened, correction))
      return storeCorrections(some, seams, options, warnings)
    }
    return storeCorrections(drafts, seams, options, warnings)
  })
}

/** Returns one correction of the whole annotation, or one for each selected region. */
function draftsFor(
  open: OpenAnnotation,
  selection: RegionSelection,
  correction: DraftCorrection['correction'],
): Result<readonly DraftCorrection[], CorrectionError> {
  const { commit, annotation } = open
  if (!isSelective(selection)) return ok([{ commit, correction, regions: annotation.regions }])
  return selectRegions(open, selection).map((regions) => regions.map((region) => draftFor(region, open, correction)))
}

function nothingChanged(commit: CommitId): CorrectionError {
  const message = `The annotation on ${commit.slice(0, 12)} is about no line that the commit changed.`
  return codedError('region_not_found', message, { data: { commit, regions: [] } })
}

function nothingNewer(commit: CommitId): Diagnostic {
  const message = `There is no annotation on ${commit.slice(0, 12)} yet: readers are pointed there and find nothing.`
  return { code: 'no_newer_annotation', severity: 'warning', message, commit }
}
