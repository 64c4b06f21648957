import {
  err,
  isFolderPath,
  ok,
  omitUndefined,
  safeTry,
  type Diagnostic,
  type LineRange,
  type Region,
  type RegionReceipt,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { LiveRegion } from '@chronicle/schema/validate'
import { codedError } from '../contracts/coded-error.ts'
import type { AnnotateError } from './annotate-error.ts'
import { isProblem } from './annotate-problems.ts'
import type { WorktreeComparison } from './check-uncommitted.ts'
import { anchorNotFound, locateRegion, type LocatedRegion, type RegionPlace } from './locate-region.ts'
import type { AnnotatedFile } from './open-annotated-file.ts'

/** Opens a file at the annotated commit. Each file is opened only once. */
export type OpenFile = (path: RepoPath) => ResultAsync<AnnotatedFile, AnnotateError>

/** Dependencies of locating regions. */
export interface LocateDependencies {
  readonly open: OpenFile
  readonly checkFolder: (path: RepoPath) => ResultAsync<void, AnnotateError>
  readonly worktree: WorktreeComparison
  /** Whether line numbers are those of the working tree, and not those of the commit. */
  readonly linesOfWorktree: boolean
}

/** A region in the form to be stored, with its anchor match and warnings. */
export interface StoredRegion {
  readonly region: Region
  readonly anchorMatch: RegionReceipt['anchor_match'] | undefined
  readonly warnings: readonly Diagnostic[]
}

/** Located regions, or all problems of their places. */
export interface LocatedRegions {
  readonly regions: readonly StoredRegion[]
  readonly problems: readonly AnnotateError[]
}

/** Locates each region at the commit. Fails only for reasons unrelated to the places. */
export function locateRegions(
  regions: readonly LiveRegion[],
  dependencies: LocateDependencies,
): ResultAsync<LocatedRegions, AnnotateError> {
  return safeTry(async function* () {
    const stored: StoredRegion[] = []
    const problems: AnnotateError[] = []
    for (const [index, region] of regions.entries()) {
      const located = await locateOne(region, dependencies)
      if (located.isOk()) stored.push(located.value)
      else if (isProblem(located.error)) problems.push(atRegion(located.error, index, regions.length))
      else return err(located.error)
    }
    return ok({ regions: stored, problems })
  })
}

function locateOne(
  region: LiveRegion,
  { open, checkFolder, linesOfWorktree, worktree }: LocateDependencies,
): ResultAsync<StoredRegion, AnnotateError> {
  return safeTry(async function* () {
    if (isFolderPath(region.file)) {
      const wrong = placeInFolder(region)
      if (wrong !== undefined) return err(wrong)
      const found = await checkFolder(region.file)
      return found.map(() => ({ region, anchorMatch: undefined, warnings: [] }))
    }
    const file = yield* open(region.file)
    let { lines } = region
    if (linesOfWorktree && lines !== undefined) {
      lines = yield* worktree.committedLines(file, lines)
      if (lines === undefined) return err(onlyInWorktree(region))
    }
    const located = yield* locateRegion(placeOf({ ...region, lines }), file)
    if (located.anchorMatch === 'fuzzy') {
      // A nearly correct name reads well but may mean another unit, so the author has to choose.
      return err(anchorNotFound(region.ast_anchor?.name ?? '', file.outline?.units ?? [], file))
    }
    const place = { lines: located.lines, givenByLines: lines !== undefined && !linesOfWorktree }
    const edited = yield* worktree.check(file, place)
    const warnings = [...ownWarning(located, region.file), ...(edited === undefined ? [] : [edited])]
    return ok({ region: withPlace(region, located), anchorMatch: located.anchorMatch, warnings })
  })
}

function onlyInWorktree({ file, lines }: LiveRegion): AnnotateError {
  const range = lines === undefined ? '' : `:${lines.start}-${lines.end}`
  const message = `${file}${range} is in the working tree only: commit it first.`
  return codedError('lines_out_of_bounds', message, { data: { path: file, ...lines } })
}

function placeInFolder({ file, ast_anchor: anchor, lines }: LiveRegion): AnnotateError | undefined {
  if (anchor === undefined && lines === undefined) return undefined
  const message = `${file} is a folder, which has no units and no lines. Leave out the anchor and the lines, or name a file.`
  return codedError('invalid_annotation', message, { data: { path: file } })
}

function placeOf({
  ast_anchor: anchor,
  lines,
}: Pick<LiveRegion, 'ast_anchor'> & { readonly lines: LineRange | undefined }): RegionPlace {
  return omitUndefined({ lines, anchor })
}

/** Replaces the given place with the located one: a name becomes a qualified name with type and signature. */
function withPlace(region: LiveRegion, { ast_anchor: anchor, lines }: LocatedRegion): Region {
  const { ast_anchor: _, lines: __, ...rest } = region
  return {
    ...rest,
    ...omitUndefined({ ast_anchor: anchor, lines }),
  }
}

function ownWarning({ warning }: LocatedRegion, path: RepoPath): readonly Diagnostic[] {
  return warning === undefined ? [] : [{ ...warning, severity: 'warning', path }]
}

/** Adds the number of the region to the error if there are several. */
function atRegion(error: AnnotateError, index: number, count: number): AnnotateError {
  const message = count === 1 ? error.message : `regions[${index}]: ${error.message}`
  return { ...error, message, data: { ...error.data, region: index } }
}
