import {
  omitUndefined,
  type CorrectionPlace,
  type CorrectionReceipt,
  err,
  isFolderPath,
  type LineRange,
  ok,
  parseRegionPath,
  type ResultAsync,
  safeTry,
} from '@chronicle/schema'
import type { AnnotateError } from '../annotate/annotate-error.ts'
import { anchorNotFound, locateRegion } from '../annotate/locate-region.ts'
import { locateFolder } from '../annotate/locate-folder.ts'
import { openAnnotatedFile, type AnnotatedCommit } from '../annotate/open-annotated-file.ts'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { requireOnly } from '../contracts/require-arguments.ts'
import { requireCommit } from '../contracts/require-commit.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { draftFor } from './draft-correction.ts'
import { openAnnotation } from './open-annotation.ts'
import { listRegions, placeOf, SELECTION_KINDS, selectRegions, type RegionSelection } from './select-regions.ts'
import { storeCorrections } from './store-corrections.ts'

/** What a new place is looked up with, besides what every correction is written with. */
export interface ReattachServices extends CorrectionServices {
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

const KINDS = { ...SELECTION_KINDS, commit: 'text', to: 'object', at: 'text?', reason: 'text?' } as const
const PLACE_KINDS = { file: 'text', anchor: 'text?', lines: 'lines?' } as const

/**
 * Gives a region, one whose code was not found any more in particular, the place where its code is. The note stays as
 * it is: the place is stored beside it, with the commit in whose files it is stated, and readers go on from there.
 * Places that do not exist are refused. Several regions are the error `ambiguous_region`.
 */
export function reattachRegion(
  seams: ReattachServices,
  input: ReattachInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError | AnnotateError> {
  return safeTry(async function* () {
    yield* requireOnly(input, KINDS, 'invalid_correction')
    yield* requireOnly(input.to, PLACE_KINDS, 'invalid_correction', 'to.')
    const opened = yield* openAnnotation(input.commit, seams, options)
    const { commit } = opened
    const selected = yield* selectRegions(opened, input)
    const [region, ...others] = selected
    if (region === undefined || others.length > 0) {
      const message = `${selected.length} regions of the annotation on ${commit.slice(0, 12)} fit: ${listRegions(selected)}. Name one by its unit, its id or words of its intent.`
      return err(codedError('ambiguous_region', message, { data: { commit, regions: selected.map(placeOf) } }))
    }
    const revision = input.at ?? 'HEAD'
    const at = yield* requireCommit(seams.git, revision, options, 'Give the commit in whose files the place is.')
    const place = yield* findPlace(input.to, { id: at, revision }, seams, options)
    const { file, ast_anchor: anchor } = place
    const reason = input.reason ?? `The code is in ${anchor === undefined ? file : `${file}, ${anchor.name}`}.`
    const draft = draftFor(region, opened, { correction_type: 'reattach', place, at_commit: at, reason })
    return storeCorrections([draft], seams, options)
  })
}

function findPlace(
  { file, anchor, lines }: ReattachInput['to'],
  commit: AnnotatedCommit,
  seams: ReattachServices,
  call: CallOptions,
): ResultAsync<CorrectionPlace, AnnotateError> {
  return safeTry(async function* () {
    const path = yield* parseRegionPath(file)
    if (isFolderPath(path)) {
      const found = await locateFolder(path, commit, seams.git, call)
      return found.map(() => ({ file: path }))
    }
    const opened = yield* openAnnotatedFile(path, commit, seams, call)
    const place = {
      ...(anchor === undefined ? {} : { anchor: { name: anchor } }),
      ...omitUndefined({ lines }),
    }
    const located = yield* locateRegion(place, opened)
    if (located.anchorMatch === 'fuzzy') {
      return err(anchorNotFound(anchor ?? '', opened.outline?.units ?? [], opened))
    }
    const { ast_anchor, lines: found } = located
    return ok({
      file: path,
      ...omitUndefined({ ast_anchor, lines: found }),
    })
  })
}
