import { createHash } from 'node:crypto'
import type { CommitId, Region } from '@chronicle/schema'

/** A region that the heuristic writer made, to be judged by hand. */
export interface Drawn {
  readonly repository: string
  readonly commit: CommitId
  /** Which region of the annotation, from 0. */
  readonly index: number
  readonly region: Region
}

/** `count` regions in an order that the seed decides: an equal share of each repository, as far as it has them. */
export function drawSample(all: readonly Drawn[], count: number, seed: string): readonly Drawn[] {
  const shuffled = all
    .map((drawn) => ({ drawn, key: hash(`${seed} ${drawn.repository} ${drawn.commit} ${drawn.index}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ drawn }) => drawn)
  const repositories = [...new Set(shuffled.map(({ repository }) => repository))].sort()
  const share = Math.floor(count / repositories.length)
  const chosen = repositories.flatMap((name) =>
    shuffled.filter(({ repository }) => repository === name).slice(0, share),
  )
  const others = shuffled.filter((drawn) => !chosen.includes(drawn))
  return [...chosen, ...others.slice(0, count - chosen.length)].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function placeOf({ repository, commit, index }: Drawn): string {
  return `${repository} ${commit} ${String(index).padStart(3, '0')}`
}
