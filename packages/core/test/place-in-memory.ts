import { completeRegion, omitUndefined, type CommitId, type Region } from '@chronicle/schema'
import { createLineParser, createMemoryGit, type MemoryGitDescription } from '@chronicle/testing'
import { findDrift } from '../src/place/find-drift.ts'
import { placeCandidates } from '../src/place/place-candidates.ts'
import type { Placement } from '../src/place/placement.ts'
import type { PlaceableRegion } from '../src/place/recorded-region.ts'
import { openTargetFile } from '../src/place/target-file.ts'
import { openQuery, resolvePlace } from '../src/queries/place-query.ts'
import { createQueryContext } from '../src/read/query-context.ts'

/** A history, a region recorded in it, and the state and path to look for the region in. */
export interface PlacingCase extends Pick<MemoryGitDescription, 'commits' | 'index'> {
  readonly region: Partial<Region>
  /** Index of the annotated commit. Default 0. */
  readonly recordedAt?: number
  /** Default: the path of the region. */
  readonly path?: string
  /** Default `INDEX`, which equals `HEAD` if nothing is staged. */
  readonly at?: string
}

/** The result of placing a region. */
export interface PlacedCase {
  /** `undefined` if its code is gone. */
  readonly placement: Placement | undefined
  /** The commits that changed the code, as indexes into the history. */
  readonly driftedBy: readonly (number | string)[]
}

/** The file that all cases use. */
export const FILE = 'src/a.ts'

/** Returns a history of one file from its contents, oldest first. */
export function statesOf(...contents: readonly string[]): Pick<PlacingCase, 'commits'> {
  return { commits: contents.map((content) => ({ files: { [FILE]: content } })) }
}

export function unitRegion(name: string, more: Partial<Region> = {}): Partial<Region> {
  return { ast_anchor: { type: 'function', name }, ...more }
}

/** Places a region in a file of an in-memory repository, whose units are parsed as the line language. */
export async function placeInMemory(given: PlacingCase): Promise<PlacedCase> {
  const { commits: planned, index, recordedAt = 0, at = 'INDEX' } = given
  const { git, commits } = createMemoryGit({ commits: planned, ...omitUndefined({ index }) })
  const base = createQueryContext({ git, ast: createLineParser({ endings: ['.ts'] }) })
  const opened = (await openQuery(at, base, {}, () => undefined))._unsafeUnwrap()
  const region = completeRegion({ file: FILE, intent: 'x', ...given.region })
  const file = given.path ?? region.file ?? FILE
  const scope = (await resolvePlace({ file }, opened))._unsafeUnwrap()
  const target = (await openTargetFile(scope, true, opened.placing))._unsafeUnwrap()
  const commit = commits[recordedAt] as CommitId
  const made = (await git.readCommits([commit]))._unsafeUnwrap().get(commit)?.committer.time ?? 0
  const recorded: PlaceableRegion = { commit, committedAt: made, region, recordedIn: commit }
  const [placed] = (await placeCandidates([recorded], target, opened.placing))._unsafeUnwrap()
  const placement = placed?.placement
  if (placement === undefined) return { placement, driftedBy: [] }
  const drift = (await findDrift(recorded, placement, target, opened.placing))._unsafeUnwrap()
  return { placement, driftedBy: drift.map((id) => (id === 'uncommitted' ? id : commits.indexOf(id as CommitId))) }
}
