import type { Clone } from './bundles.ts'
import { runOnce } from './measure.ts'
import type { Section } from './section.ts'

const COMMITS = 1000
/** What it must show. */
export const LEAST_PER_SECOND = 50
export const MOST_MEGABYTES = 200

interface Backfill {
  readonly commits: number
  /** How many commits came to what. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly milliseconds: number
  /** The largest resident set. */
  readonly megabytes: number
}

/** Annotating a history from its evidence alone, each in a process of its own. */
export async function backfill(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const speeds: number[] = []
  const memories: number[] = []
  for (const clone of clones) {
    const { commits, outcomes, milliseconds, megabytes } = await annotateNewest(clone)
    const speed = commits / (milliseconds / 1000)
    speeds.push(speed)
    memories.push(megabytes)
    const annotated = outcomes['annotated'] ?? 0
    rows.push([
      clone.name,
      String(commits),
      String(annotated),
      String(outcomes['skipped'] ?? 0),
      speed.toFixed(0),
      megabytes.toFixed(0),
    ])
  }
  const slowest = Math.min(...speeds)
  const largest = Math.max(...memories)
  return {
    title: 'Annotating a history without a model',
    about:
      `The newest ${COMMITS.toLocaleString('en')} commits of each history, annotated by the heuristic writer: gathered, written, ` +
      'checked, searched for secrets and stored as notes. Most commits give no reason that could be cited, and get no annotation.',
    columns: ['history', 'commits', 'annotated', 'skipped', 'commits per second', 'MB'],
    rows,
    claims: [
      {
        text: `at least ${LEAST_PER_SECOND} commits per second`,
        holds: slowest >= LEAST_PER_SECOND,
        measured: `${slowest.toFixed(0)} in the slowest`,
      },
      {
        text: `less than ${MOST_MEGABYTES} MB of memory`,
        holds: largest < MOST_MEGABYTES,
        measured: `${largest.toFixed(0)} MB in the largest`,
      },
    ],
  }
}

/** Annotates the newest commits of a history, in a process of its own. */
export function annotateNewest({ dir }: Clone): Promise<Backfill> {
  return runOnce('backfill-once.mjs', [dir, 'refs/notes/backfill', String(COMMITS)], dir)
}
