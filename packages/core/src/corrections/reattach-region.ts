import {
  type CorrectionPlace,
  type CorrectionReceipt,
  err,
  isFolderPath,
  type LineRange,
  ok,
  parseRegionPath,
  type Result,
  ResultAsync,
} from '@chronicle/schema'
import type { AnnotateError } from '../annotate/annotate-error.ts'
import { anchorNotFound, locateRegion } from '../annotate/locate-region.ts'
import { locateFolder } from '../annotate/locate-folder.ts'
import { openAnnotatedFile, type AnnotatedCommit } from '../annotate/open-annotated-file.ts'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionSeams } from './correction-seams.ts'
import { openAnnotation } from './open-annotation.ts'
import { aimAt, listRegions, placeOf, selectRegions, type RegionSelection } from './select-regions.ts'
import { storeCorrections } from './store-corrections.ts'

/** What a new place is looked up with, besides what every correction is written with. */
export interface ReattachSeams extends CorrectionSeams {
  /** Absent: units are not looked up, and a unit has to be given with its lines. */
  readonly ast?: AstParser
}

/** A region, and where its code is. */
export interface ReattachInput extends RegionSelection {
  /** The commit that the annotation is on. */
  readonly commit: string
  readonly to: {
    /** A file, a folder (`src/mqtt/`) or the repository (`./`). */
    readonly file: string
    readonly anchor?: string
    readonly lines?: LineRange
  }
  /** The state that `to` speaks of. Default `HEAD`. */
  readonly at?: string
  readonly reason?: string
}

/**
 * Gives a region, one whose code was not found any more in particular, the place where its code is. The note stays as
 * it is: the place is stored beside it, with the commit in whose files it is stated, and readers go on from there.
 * Places that do not exist are refused. Several regions are the error `ambiguous_region`.
 */
export function reattachRegion(
  seams: ReattachSeams,
  input: ReattachInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError | AnnotateError> {
  return new ResultAsync(reattach(seams, input, options))
}

async function reattach(
  seams: ReattachSeams,
  input: ReattachInput,
  options: CorrectionOptions,
): Promise<Result<CorrectionReceipt, CorrectionError | AnnotateError>> {
  const { dryRun: _, ...call } = options
  const opened = await openAnnotation(input.commit, seams, call)
  if (opened.isErr()) return err(opened.error)
  const { commit, annotation } = opened.value
  const selected = selectRegions(opened.value, input)
  if (selected.isErr()) return err(selected.error)
  const [region, ...others] = selected.value
  if (region === undefined || others.length > 0) {
    const message = `${selected.value.length} regions of the annotation on ${commit.slice(0, 12)} fit: ${listRegions(selected.value)}. Name one by its unit, its id or words of its intent.`
    return err(codedError('ambiguous_region', message, { data: { commit, regions: selected.value.map(placeOf) } }))
  }
  const revision = input.at ?? 'HEAD'
  const at = await seams.git.resolve(revision, call)
  if (at.isErr()) return err(at.error)
  if (at.value === undefined) {
    const message = `Unknown revision: ${JSON.stringify(revision)}. Give the commit in whose files the place is.`
    return err(codedError('revision_not_found', message, { data: { revision } }))
  }
  const place = await findPlace(input.to, { id: at.value, revision }, seams, call)
  if (place.isErr()) return err(place.error)
  const { file, ast_anchor: anchor } = place.value
  const reason = input.reason ?? `The code is in ${anchor === undefined ? file : `${file}, ${anchor.name}`}.`
  const correction = {
    ...aimAt(region, annotation),
    correction_type: 'reattach' as const,
    place: place.value,
    at_commit: at.value,
    reason,
  }
  return storeCorrections([{ commit, correction, regions: [region] }], seams, options)
}

async function findPlace(
  { file, anchor, lines }: ReattachInput['to'],
  commit: AnnotatedCommit,
  seams: ReattachSeams,
  call: CallOptions,
): Promise<Result<CorrectionPlace, AnnotateError>> {
  const path = parseRegionPath(file)
  if (path.isErr()) return err(path.error)
  if (isFolderPath(path.value)) {
    const found = await locateFolder(path.value, commit, seams.git, call)
    return found.map(() => ({ file: path.value }))
  }
  const opened = await openAnnotatedFile(path.value, commit, seams, call)
  if (opened.isErr()) return err(opened.error)
  const place = {
    ...(anchor === undefined ? {} : { anchor: { name: anchor } }),
    ...(lines === undefined ? {} : { lines }),
  }
  const located = locateRegion(place, opened.value)
  if (located.isErr()) return err(located.error)
  if (located.value.anchorMatch === 'fuzzy') {
    return err(anchorNotFound(anchor ?? '', opened.value.outline?.units ?? [], opened.value))
  }
  const { ast_anchor, lines: found } = located.value
  return ok({
    file: path.value,
    ...(ast_anchor === undefined ? {} : { ast_anchor }),
    ...(found === undefined ? {} : { lines: found }),
  })
}
