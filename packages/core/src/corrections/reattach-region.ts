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
import { requireKnownArguments } from '../contracts/require-arguments.ts'
import { requireCommit } from '../contracts/require-commit.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { draftFor } from './draft-correction.ts'
import { openAnnotation } from './open-annotation.ts'
import { listRegions, placeOf, SELECTION_KINDS, selectRegions, type RegionSelection } from './select-regions.ts'
import { storeCorrections } from './store-corrections.ts'

/** Dependencies of locating a new place, besides those of writing corrections. */
export interface ReattachServices extends CorrectionServices {
  /** Absent: units are not looked up, and an anchor requires lines. */
  readonly ast?: AstParser
}

/** A region and its new place. */
export interface ReattachInput extends RegionSelection {
  /** The annotated commit. */
  readonly commit: string
  readonly to: {
    /** A file, a folder (`src/mqtt/`) or the repository (`./`). */
    readonly file: string
    readonly anchor?: string | undefined
    readonly lines?: LineRange | undefined
  }
  /** The state to which `to` refers. Default `HEAD`. */
  readonly at?: string | undefined
  readonly reason?: string | undefined
}

const KINDS = { ...SELECTION_KINDS, commit: 'text', to: 'object', at: 'text?', reason: 'text?' } as const
const PLACE_KINDS = { file: 'text', anchor: 'text?', lines: 'lines?' } as const

/**
 * Gives a region a new place, for example if its code is no longer found. The note is unchanged: the place is stored
 * beside it, together with the commit to whose files it refers, and later reads continue from there. Places that do not
 * exist are rejected. Fails with `ambiguous_region` for several regions.
 */
export function reattachRegion(
  seams: ReattachServices,
  input: ReattachInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError | AnnotateError> {
  return safeTry(async function* () {
    yield* requireKnownArguments(input, KINDS, 'invalid_correction')
    yield* requireKnownArguments(input.to, PLACE_KINDS, 'invalid_correction', 'to.')
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
      const found = await locateFolder(path, commit, seams, call)
      return found.map(() => ({ file: path }))
    }
    const opened = yield* openAnnotatedFile(path, commit, seams, call)
    const place = {
      ...(anchor !== undefined && { anchor: { name: anchor } }),
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
