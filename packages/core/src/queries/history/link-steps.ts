import { err, ok, type Result, type StepLink } from '@chronicle/schema'
import { findRegion } from '../../read/follow-references.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { Opened } from '../place-query.ts'
import { regionsOf } from './find-steps.ts'
import { compareSpoken, type SpokenRegion } from './spoken-region.ts'

/** A region that speaks of other code, and what refers to it. */
export interface LinkedStep extends SpokenRegion {
  readonly linkedFrom: readonly StepLink[]
}

/** Steps added for what is linked. */
const MAX_LINKED = 50

/** The regions that the given ones link to directly and that are not among them, of commits in the history; oldest first. */
export async function linkSteps(
  steps: readonly SpokenRegion[],
  { context, standpoint, view }: Opened,
): Promise<Result<readonly LinkedStep[], ReadError>> {
  const { ancestry, call, correctedNotes, report } = context
  const names = new Set(steps.flatMap(({ region }) => region.related_annotations.map(({ commit }) => commit)))
  if (names.size === 0) return ok([])
  const found = await view.find([...names].sort(), call)
  if (found.isErr()) return err(found.error)
  const commits = await context.git.readCommits(
    [...found.value.values()].map(({ commit }) => commit),
    call,
  )
  if (commits.isErr()) return err(commits.error)
  const dated = [...new Map([...found.value.values()].map((note) => [note.commit, note])).values()].map((note) => {
    const time = commits.value.get(note.commit)?.committer.time
    return time === undefined ? note : { ...note, committedAt: time }
  })
  const ranks = await ancestry.rank(standpoint.head, dated, call)
  if (ranks.isErr()) return err(ranks.error)
  const notes = await correctedNotes(
    dated.filter(({ commit }) => ranks.value.has(commit)),
    call,
  )
  if (notes.isErr()) return err(notes.error)

  const known = new Set(steps.map(keyOf))
  const linked = new Map<string, LinkedStep>()
  for (const { commit: from, region } of steps) {
    for (const { commit: name, anchor, relationship } of region.related_annotations) {
      const commit = found.value.get(name)?.commit
      const note = commit && notes.value.get(commit)
      if (commit === undefined || note?.annotation === undefined) continue
      const target = findRegion(note.annotation.regions, anchor)
      const step = regionsOf(note, commit, ranks.value.get(commit) ?? 0).find((each) => each.region === target)
      if (step === undefined || known.has(keyOf(step))) continue
      const own = region.ast_anchor?.name
      const link: StepLink = { commit: from, ...(own === undefined ? {} : { anchor: own }), relationship }
      const others = linked.get(keyOf(step))?.linkedFrom ?? []
      linked.set(keyOf(step), { ...step, linkedFrom: [...others, link] })
    }
  }
  const all = [...linked.values()].sort(compareSpoken)
  if (all.length > MAX_LINKED) {
    const message = `The steps link to ${all.length} others; the newest ${MAX_LINKED} are shown.`
    report({ code: 'history_limited', severity: 'info', message })
  }
  return ok(all.slice(-MAX_LINKED))
}

function keyOf({ commit, position }: SpokenRegion): string {
  return `${commit} ${position}`
}
