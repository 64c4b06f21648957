import { err, ok, type CommitId, type Result } from '@chronicle/schema'
import { newestNotes } from '../../read/collect-dependents.ts'
import { matchAnchor } from '../../read/match-anchor.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { NamedScope } from '../../read/resolve-scope.ts'
import type { CorrectedNote } from '../../corrections/corrected-notes.ts'
import type { Opened } from '../place-query.ts'
import { isChangedBy } from './changed-by.ts'
import { createFileVersions, type FileVersions } from './file-versions.ts'
import { compareSpoken, type SpokenRegion } from './spoken-region.ts'
import { traceUnit, type TracedRegion, type UnitTrace } from './trace-unit.ts'

/** What was recorded about a place in the history of the standpoint. */
export interface FoundSteps {
  /** Oldest first, retracted ones included. */
  readonly regions: readonly TracedRegion[]
  /** Names of the unit, the present ones first; empty for a file. */
  readonly names: readonly string[]
}

/** Newest annotations of a file that are looked at. */
const MAX_ANNOTATIONS = 5000

/** Finds every region that speaks of the place, whether or not its commit still owns a line. */
export async function findSteps(
  scope: NamedScope,
  anchor: string | undefined,
  { context, standpoint, view }: Opened,
): Promise<Result<FoundSteps, ReadError>> {
  const { ancestry, call, correctedNotes, git, report } = context
  const annotated = await view.annotating(scope.paths, call)
  if (annotated.isErr()) return err(annotated.error)
  const ranks = await ancestry.rank(standpoint.head, annotated.value, call)
  if (ranks.isErr()) return err(ranks.error)
  const reachable = annotated.value.filter(({ commit }) => ranks.value.has(commit))
  const newest = newestNotes(reachable, MAX_ANNOTATIONS)
  if (newest.length < reachable.length) {
    const message = `${reachable.length} annotations may speak of ${scope.path}; the newest ${newest.length} were looked at.`
    report({ code: 'history_limited', severity: 'warning', message, path: scope.path })
  }
  const notes = await correctedNotes(newest, call)
  if (notes.isErr()) return err(notes.error)

  const spoken: SpokenRegion[] = []
  const ofCommit: SpokenRegion[] = []
  const troubled = new Set<CommitId>()
  for (const [commit, note] of notes.value) {
    for (const each of regionsOf(note, commit, ranks.value.get(commit) ?? 0)) {
      if (each.region.file === undefined) ofCommit.push(each)
      else if ((scope.paths as readonly string[]).includes(each.region.file)) spoken.push(each)
    }
    if (note.diagnostics.length > 0) troubled.add(commit)
  }
  const versionAt = createFileVersions(context)
  const trace = await traceNames(spoken, scope, anchor, versionAt)
  if (trace.isErr()) return err(trace.error)

  // What speaks of no path, or cannot be read, concerns a place that its commit changed.
  const named = new Set(spoken.map(({ commit }) => commit))
  const wide = new Set([
    ...ofCommit.map(({ commit }) => commit),
    ...[...troubled].filter((commit) => !named.has(commit)),
  ])
  const commits = await git.readCommits([...wide], call)
  if (commits.isErr()) return err(commits.error)
  const byTime = [...commits.value.values()].sort((a, b) => (ranks.value.get(b.id) ?? 0) - (ranks.value.get(a.id) ?? 0))
  const changing = new Set<CommitId>()
  for (const commit of byTime) {
    const changed = await isChangedBy(commit, scope.paths, trace.value.isOurs, versionAt)
    if (changed.isErr()) return err(changed.error)
    if (changed.value) changing.add(commit.id)
  }
  for (const commit of [...troubled].filter((id) => named.has(id) || changing.has(id)).sort()) {
    notes.value.get(commit)?.diagnostics.forEach(report)
  }
  const regions = [...trace.value.regions, ...ofCommit.filter(({ commit }) => changing.has(commit))]
  return ok({ regions: regions.sort(compareSpoken), names: trace.value.names })
}

/** The regions of a note with those that were retracted. */
export function regionsOf(
  { annotation, retracted }: CorrectedNote,
  commit: CommitId,
  rank: number,
): readonly SpokenRegion[] {
  if (annotation === undefined) return []
  return [...annotation.regions, ...retracted].map((region, position) => {
    return { commit, rank, annotation, region, position, retracted: position >= annotation.regions.length }
  })
}

/** A `UnitTrace`, or that of a file. */
type PlaceTrace = Omit<UnitTrace, 'isOurs'> & { readonly isOurs: UnitTrace['isOurs'] | undefined }

/** For a whole file all of its regions; where units cannot be told apart, those whose anchor is the name asked for. */
async function traceNames(
  spoken: readonly SpokenRegion[],
  scope: NamedScope,
  anchor: string | undefined,
  versionAt: FileVersions,
): Promise<Result<PlaceTrace, ReadError>> {
  if (scope.units !== undefined) {
    return traceUnit(spoken, scope, (await scope.outline())?.units ?? scope.units, versionAt)
  }
  if (anchor === undefined) return ok({ regions: spoken, names: [], isOurs: undefined })
  const isOurs = (name: string): boolean => matchAnchor(name, [anchor], (own) => own, { fuzzy: false }) !== undefined
  const regions = spoken.filter(({ region }) => region.ast_anchor !== undefined && isOurs(region.ast_anchor.name))
  return ok({ regions, names: [anchor], isOurs })
}
