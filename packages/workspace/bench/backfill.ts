import type { Clone } from './bundles.ts'
import { runOnce } from './measure.ts'
import { atLeast, below, megabytes, type Claim, type Section } from './section.ts'

const COMMITS = 1000

interface Backfill {
  readonly commits: number
  /** Number of commits by outcome. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly milliseconds: number
  /** Maximum resident set size. */
  readonly megabytes: number
}

/** Measures annotating each history from its evidence alone, in its own process. */
export async function backfill(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const speeds: number[] = []
  const memories: number[] = []
  for (const clone of clones) {
    const { commits, outcomes, speed, megabytes: memory } = await annotateNewest(clone)
    speeds.push(speed)
    memories.push(memory)
    const counts = [commits, outcomes['annotated'] ?? 0, outcomes['skipped'] ?? 0].map(String)
    rows.push([clone.name, ...counts, speed.toFixed(0), memory.toFixed(0)])
  }
  return {
    title: 'Annotating a history without a model',
    about:
      `The newest ${COMMITS.toLocaleString('en')} commits of each history, annotated by the heuristic writer: gathered, written, ` +
      'checked, searched for secrets and stored as notes. Most commits give no reason that could be cited, and get no annotation.',
    columns: ['history', 'commits', 'annotated', 'skipped', 'commits per second', 'MB'],
    rows,
    claims: speedAndMemoryClaims(Math.min(...speeds), Math.max(...memories), [' in the slowest', ' in the largest']),
  }
}

/** Returns the claims about annotating, for a speed in commits per second and a memory size in megabytes. */
export function speedAndMemoryClaims(
  speed: number,
  memory: number,
  [slowest, largest]: readonly [string, string] = ['', ''],
): readonly Claim[] {
  return [
    atLeast('at least 50 commits per second', speed, 50, (value) => `${value.toFixed(0)}${slowest}`),
    below('less than 200 MB of memory', memory, 200, (value) => `${megabytes(value)}${largest}`),
  ]
}

/** Annotates the newest commits of a history in its own process. */
export async function annotateNewest({ dir }: Clone): Promise<Backfill & { readonly speed: number }> {
  const args = [dir, 'refs/notes/backfill', String(COMMITS)]
  const measured = await runOnce<Backfill>('backfill-once.mjs', args, dir)
  return { ...measured, speed: measured.commits / (measured.milliseconds / 1000) }
}
