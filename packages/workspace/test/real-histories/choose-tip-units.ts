import type { AstUnit } from '@chronicle/core'
import type { CommitId, RepoPath } from '@chronicle/schema'
import { ownSources, textAt, type RealHistory } from './past-units.ts'
import { pick, seededRandom } from '../../src/confidence/seeded-random.ts'

/** A unit at the tip of a history. */
export interface TipUnit {
  readonly file: RepoPath
  readonly unit: AstUnit
}

const TYPES: ReadonlySet<string> = new Set(['function', 'method', 'class', 'struct', 'interface', 'type', 'constant'])

/** Chooses units at the tip at random: a source file, then one of its units. */
export async function chooseTipUnits(
  { ast, git, repository }: RealHistory,
  count: number,
  seed: number,
): Promise<readonly TipUnit[]> {
  const random = seededRandom(seed)
  const head = (await repository.git('rev-parse', 'HEAD')) as CommitId
  const files = await ownSources(repository, head)
  const chosen = new Map<string, TipUnit>()
  for (let tries = 0; chosen.size < count && tries < count * 8; tries++) {
    const file = pick(files, random)
    if (file === undefined) break
    const outline = await ast.outline({ path: file, text: await textAt(git, head, file) })
    const unit = pick(outline.isErr() ? [] : outline.value.units.filter(({ type }) => TYPES.has(type)), random)
    if (unit !== undefined) chosen.set(`${file} ${unit.name} ${unit.lines.start}`, { file, unit })
  }
  return [...chosen.values()]
}
