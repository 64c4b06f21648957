import type { FixtureRepository } from '@chronicle/testing'
import { isOwnSource } from './past-units.ts'
import { pick, seededRandom } from '../../src/confidence/seeded-random.ts'

/** One hunk of a commit, as an agent's edit tool would apply it to the parent commit. */
export interface RealEdit {
  readonly commit: string
  readonly parent: string
  readonly file: string
  readonly old: string
  readonly new: string
}

/** Maximum number of hunks per commit, since an agent makes several edits for one purpose. */
const MAX_HUNKS = 4
/** Maximum number of lines that an edit replaces. */
const MAX_LINES = 40

/** Chooses edits at random: a commit with exactly one parent, then its first hunks in existing files. */
export async function chooseRealEdits(
  repository: FixtureRepository,
  count: number,
  seed: number,
): Promise<readonly RealEdit[]> {
  const random = seededRandom(seed)
  const commits = (await repository.git('rev-list', '--no-merges', '--min-parents=1', 'HEAD')).split('\n')
  const chosen: RealEdit[] = []
  const usedCommits = new Set<string>()
  for (let tries = 0; chosen.length < count && tries < count * 20; tries++) {
    const commit = pick(commits, random)
    if (commit === undefined || usedCommits.has(commit)) continue
    usedCommits.add(commit)
    const edits = await editsOf(repository, commit)
    chosen.push(...edits.slice(0, Math.min(MAX_HUNKS, count - chosen.length)))
  }
  return chosen
}

async function editsOf(repository: FixtureRepository, commit: string): Promise<readonly RealEdit[]> {
  const parent = await repository.git('rev-parse', `${commit}^`)
  const patch = await repository.git(
    ...['diff', '-U2', '--no-renames', '--diff-filter=M', '--no-ext-diff', '--src-prefix=a/', '--dst-prefix=b/'],
    ...[parent, commit],
  )
  return patch.split(/^diff --git .*\n/mu).flatMap((part) => {
    const [, file = ''] = /^\+\+\+ b\/(.*)$/mu.exec(part) ?? []
    if (!isOwnSource(file)) return []
    return part
      .split(/^@@ .*\n/mu)
      .slice(1)
      .flatMap((hunk): RealEdit[] => {
        const lines = hunk.replace(/\n$/u, '').split('\n')
        if (lines.length > MAX_LINES || lines.some((line) => line.startsWith('\\'))) return []
        const side = (mark: string): string =>
          lines.flatMap((line) => (line.startsWith(' ') || line.startsWith(mark) ? [line.slice(1)] : [])).join('\n')
        return [{ commit, parent, file, old: side('-'), new: side('+') }]
      })
  })
}
