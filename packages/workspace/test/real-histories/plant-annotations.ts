import type { CommitId } from '@chronicle/schema'
import { plantNotes, type FixtureRepository } from '@chronicle/testing'
import { pick, seededRandom } from './seeded-random.ts'

const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@ ?(.*)$/u

/** Annotates `count` real commits at random: a region for each of the first hunks, named by its hunk header. */
export async function plantAnnotations(
  repository: FixtureRepository,
  count: number,
  seed: number,
): Promise<readonly CommitId[]> {
  const random = seededRandom(seed)
  const all = (await repository.git('rev-list', '--no-merges', 'HEAD')).split('\n') as CommitId[]
  const chosen = [...new Set(Array.from({ length: count }, () => pick(all, random)))]
  const commits = chosen.filter((commit) => commit !== undefined).sort()
  const patches = await repository.gitBytes(
    ['diff-tree', '--stdin', '--root', '-r', '-p', '-U0', '-M', '--no-ext-diff'],
    {
      input: `${commits.join('\n')}\n`,
    },
  )
  const notes = new Map<CommitId, unknown>()
  let commit: CommitId | undefined
  let file: string | undefined
  let regions: unknown[] = []
  const known = new Set<string>(commits)
  for (const line of patches.toString('utf8').split('\n')) {
    if (known.has(line)) {
      commit = line as CommitId
      regions = []
      notes.set(commit, annotation(commit, regions))
    } else if (line.startsWith('+++ ')) file = line.startsWith('+++ b/') ? line.slice('+++ b/'.length) : undefined
    const hunk = HUNK.exec(line)
    if (hunk === null || file === undefined || commit === undefined || regions.length >= 12) continue
    const start = Number(hunk[1])
    const length = Number(hunk[2] ?? 1)
    if (length > 0) regions.push(region(commit, file, start, start + length - 1, hunk[3] ?? ''))
  }
  await plantNotes(repository, notes)
  return commits
}

function annotation(commit: CommitId, regions: readonly unknown[]): unknown {
  const even = Number.parseInt(commit.slice(0, 1), 16) % 2 === 0
  return {
    $schema: 'chronicle/v1',
    commit,
    timestamp: new Date(
      1_600_000_000_000 + (Number.parseInt(commit.slice(0, 8), 16) % 100_000) * 1_000_000,
    ).toISOString(),
    summary: `What ${commit.slice(0, 8)} was for.`,
    context_level: even ? 'enhanced' : 'inferred',
    regions,
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  }
}

function region(commit: CommitId, file: string, start: number, end: number, header: string): unknown {
  const name = /(\w+)\s*[(<{:]/u.exec(header)?.[1]
  return {
    file,
    ...(name === undefined ? {} : { ast_anchor: { type: 'function', name } }),
    lines: { start, end },
    intent: `Lines ${start} to ${end} of ${file} exist because of ${commit.slice(0, 8)}.`,
    constraints: [{ text: `Keep what ${commit.slice(0, 8)} ensured.`, source: 'author' }],
  }
}
