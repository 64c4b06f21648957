import {
  type Diagnostic,
  err,
  ok,
  type Region,
  type RegionReceipt,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import type { LiveRegion } from '@chronicle/schema/validate'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Commit, GitBackend } from '../contracts/git-backend.ts'
import type { AnnotateError } from './annotate-error.ts'
import { checkAttribution } from './check-attribution.ts'
import { locateRegion, type LocatedRegion, type RegionPlace } from './locate-region.ts'
import type { AnnotatedFile } from './open-annotated-file.ts'

/** Opens a file at the annotated commit; the same file is opened once. */
export type OpenFile = (path: RepoPath) => Promise<Result<AnnotatedFile, AnnotateError>>

/** A region as it will be stored, and how that came about. */
export interface StoredRegion {
  readonly region: Region
  readonly anchorMatch: RegionReceipt['anchor_match'] | undefined
  readonly warnings: readonly Diagnostic[]
}

/** Finds each region's place at the commit. The first one that has none is the error. */
export async function locateRegions(
  regions: readonly LiveRegion[],
  commit: Commit,
  open: OpenFile,
  git: GitBackend,
  call: CallOptions,
): Promise<Result<readonly StoredRegion[], AnnotateError>> {
  const stored: StoredRegion[] = []
  for (const [index, region] of regions.entries()) {
    const file = await open(region.file)
    if (file.isErr()) return err(atRegion(file.error, index, regions))
    const located = locateRegion(placeOf(region), file.value)
    if (located.isErr()) return err(atRegion(located.error, index, regions))
    const attribution = await checkAttribution(file.value, located.value.lines, commit, git, call)
    const warnings = [...ownWarning(located.value, region.file), ...(attribution === undefined ? [] : [attribution])]
    stored.push({ region: withPlace(region, located.value), anchorMatch: located.value.anchorMatch, warnings })
  }
  return ok(stored)
}

function placeOf({ ast_anchor: anchor, lines }: LiveRegion): RegionPlace {
  return {
    ...(lines === undefined ? {} : { lines }),
    ...(anchor === undefined ? {} : { anchor }),
  }
}

/** What was found replaces what was given: a name becomes a qualified name with type and signature. */
function withPlace(region: LiveRegion, { ast_anchor: anchor, lines }: LocatedRegion): Region {
  const { ast_anchor: _, lines: __, ...rest } = region
  return {
    ...rest,
    ...(anchor === undefined ? {} : { ast_anchor: anchor }),
    ...(lines === undefined ? {} : { lines }),
  }
}

function ownWarning({ warning }: LocatedRegion, path: RepoPath): readonly Diagnostic[] {
  return warning === undefined ? [] : [{ ...warning, severity: 'warning', path }]
}

/** Says which region it is, when there are several to choose from. */
function atRegion(error: AnnotateError, index: number, regions: readonly LiveRegion[]): AnnotateError {
  const message = regions.length === 1 ? error.message : `regions[${index}]: ${error.message}`
  return { ...error, message, data: { ...error.data, region: index } }
}
