import { ok, omitUndefined, safeTry, type ResultAsync, type StepLink } from '@chronicle/schema'
import { findRegion } from '../../read/follow-references.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { OpenedQuery } from '../place-query.ts'
import { regionsOf } from './find-steps.ts'
import { compareByRank, regionKey, type RankedRegion } from './ranked-region.ts'

/** A region about other code, and the steps that link to it. */
export interface LinkedStep extends RankedRegion {
  readonly linkedFrom: readonly StepLink[]
}

/** Maximum number of linked steps that are added. */
const MAX_LINKED = 50

/**
 * Finds the regions that the given ones link to directly and that are not among them, from commits in the history;
 * oldest first.
 */
export function linkSteps(
  steps: readonly RankedRegion[],
  { context, queried, view }: OpenedQuery,
): ResultAsync<readonly LinkedStep[], ReadError> {
  return safeTry(async function* () {
    const { ancestry, call, correctedNotes, report } = context
    const names = new Set(steps.flatMap(({ region }) => region.related_annotations.map(({ commit }) => commit)))
    if (names.size === 0) return ok([])
    const found = yield* view.find([...names].sort(), call)
    const commits = yield* context.git.readCommits(
      [...found.values()].map(({ commit }) => commit),
      call,
    )
    const dated = [...new Map([...found.values()].map((note) => [note.commit, note])).values()].map((note) => {
      const time = commits.get(note.commit)?.committer.time
      return time === undefined ? note : { ...note, committedAt: time }
    })
    const ranks = yield* ancestry.rank(queried.head, dated, call)
    const notes = yield* correctedNotes(
      dated.filter(({ commit }) => ranks.has(commit)),
      call,
    )

    const known = new Set(steps.map(regionKey))
    const linked = new Map<string, LinkedStep>()
    for (const { commit: from, region } of steps) {
      for (const { commit: name, anchor, relationship } of region.related_annotations) {
        const commit = found.get(name)?.commit
        const note = commit && notes.get(commit)
        if (commit === undefined || note?.annotation === undefined) continue
        const target = findRegion(note.annotation.regions, anchor)
        const step = regionsOf(note, commit, ranks.get(commit) ?? 0).find((each) => each.region === target)
        if (step === undefined || known.has(regionKey(step))) continue
        const own = region.ast_anchor?.name
        const link: StepLink = { commit: from, ...omitUndefined({ anchor: own }), relationship }
        const others = linked.get(regionKey(step))?.linkedFrom ?? []
        linked.set(regionKey(step), { ...step, linkedFrom: [...others, link] })
      }
    }
    const all = [...linked.values()].sort(compareByRank)
    if (all.length > MAX_LINKED) {
      const message = `The steps link to ${all.length} others; the newest ${MAX_LINKED} are shown.`
      report({ code: 'history_limited', severity: 'info', message })
    }
    return ok(all.slice(-MAX_LINKED))
  })
}
