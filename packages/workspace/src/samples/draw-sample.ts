import type { Chronicle } from '@chronicle/node'
import type { CommitReceipt } from '@chronicle/writer'
import type { CommitId, Region, RepoPath } from '@chronicle/schema'
import type { Clone } from '../../bench/bundles.ts'
import { seededRandom, shuffled } from '../confidence/seeded-random.ts'
import { backfillCommits } from './backfill-commits.ts'
import type { Sample, SampledRegion, SampledSkip } from './sample.ts'
import { placeOfRegion, regionContent } from './region-content.ts'

/** The size of a sample. */
export interface SampleSize {
  readonly seed: number
  readonly regions: number
  readonly skipped: number
  /** Number of commits to examine in each history. */
  readonly commits: number
}

/** Minimum number of body lines, without blank lines and trailers, for a skipped commit to be sampled. */
const MIN_BODY_LINES = 3
/** Maximum number of lines of code that a judge is shown. */
const MAX_CODE_LINES = 40

/**
 * Draws regions that backfill records on real histories, and commits with a body for which it records nothing. The same
 * number of commits is drawn from each history, so that the longest does not dominate the sample. The sample is drawn
 * at random from their results. The same seed gives the same sample as long as backfill's results stay the same.
 */
export async function drawSample(clones: readonly Clone[], size: SampleSize): Promise<Sample> {
  const random = seededRandom(size.seed)
  const regions: Drawn[] = []
  const skipped: Drawn[] = []
  const histories: Record<string, string> = {}
  const opened: Chronicle[] = []
  try {
    for (const { dir, name } of clones) {
      const started = performance.now()
      const { chronicle, receipts } = await backfillCommits(dir, (commits) => {
        histories[name] = commits[0] ?? ''
        return shuffled(commits, random).slice(0, size.commits)
      })
      opened.push(chronicle)
      const messages = await messagesOf(receipts, chronicle)
      for (const receipt of receipts) {
        const drawn = { repository: name, chronicle, receipt, message: messages.get(receipt.commit) ?? '' }
        for (const region of receipt.regions) regions.push({ ...drawn, region })
        if (receipt.regions.length === 0 && bodyOf(drawn.message).length >= MIN_BODY_LINES) skipped.push(drawn)
      }
      console.error(`${name}: ${receipts.length} commits in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    }
    const chosen = shuffled(regions, random).slice(0, size.regions)
    const silent = shuffled(skipped, random).slice(0, size.skipped)
    const { seed, commits } = size
    return {
      ...{ seed, histories, commits_of_each: commits },
      regions: await mapSequentially(chosen, sampledRegion),
      skipped: await mapSequentially(silent, sampledSkip),
    }
  } finally {
    await Promise.all(opened.map((each) => each.close()))
  }
}

interface Drawn {
  readonly repository: string
  readonly chronicle: Chronicle
  readonly receipt: CommitReceipt
  readonly message: string
  readonly region?: Region
}

async function mapSequentially<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<readonly R[]> {
  const made: R[] = []
  for (const item of items) made.push(await make(item))
  return made
}

async function messagesOf(
  receipts: readonly CommitReceipt[],
  { git }: Chronicle,
): Promise<ReadonlyMap<CommitId, string>> {
  const commits = await git.readCommits(receipts.map(({ commit }) => commit))
  if (commits.isErr()) throw new Error(commits.error.message)
  return new Map([...commits.value].map(([id, { message }]) => [id, message]))
}

function bodyOf(message: string): readonly string[] {
  return message
    .trim()
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '' && !/^[A-Z][\w-]+: \S/u.test(line))
}

async function sampledRegion({ repository, chronicle, receipt, message, region }: Drawn): Promise<SampledRegion> {
  if (region === undefined) throw new Error('A region was to be drawn.')
  const { file = '', ast_anchor: anchor, lines } = region
  const text = await textAt(chronicle, receipt.commit, file)
  const first = lines?.start ?? 1
  const code =
    text?.split('\n').slice(first - 1, Math.min(lines?.end ?? MAX_CODE_LINES, first + MAX_CODE_LINES - 1)) ?? []
  return {
    ...{ repository, commit: receipt.commit, message: message.trim() },
    place: placeOfRegion(region),
    today: await placeToday(chronicle, file, anchor?.name),
    code: code.join('\n'),
    region: regionContent(region),
    ...{ supported: null, useful: null, right_place: null, readable: null, why: '' },
  }
}

async function textAt({ git }: Chronicle, revision: string, file: string): Promise<string | undefined> {
  const commit = await git.resolve(revision)
  if (commit.isErr()) throw new Error(commit.error.message)
  if (commit.value === undefined) return undefined
  const content = await git.readFile({ commit: commit.value }, file as RepoPath)
  if (content.isErr()) throw new Error(content.error.message)
  return content.value?.kind === 'file' ? new TextDecoder().decode(content.value.bytes) : undefined
}

async function placeToday(chronicle: Chronicle, file: string, anchor: string | undefined): Promise<string> {
  const text = await textAt(chronicle, 'HEAD', file)
  if (text === undefined) return 'no such file today'
  if (anchor === undefined) return file
  const outline = await chronicle.ast.outline({ path: file as RepoPath, text })
  const unit = outline.isOk() ? outline.value.units.find(({ name }) => name === anchor) : undefined
  return unit === undefined
    ? `${file}, without a unit of that name`
    : `${file} (lines ${unit.lines.start}-${unit.lines.end})`
}

async function sampledSkip({ repository, chronicle, receipt, message }: Drawn): Promise<SampledSkip> {
  const changes = await chronicle.git.changesOf?.([receipt.commit])
  if (changes?.isErr()) throw new Error(changes.error.message)
  const files = changes?.isOk() ? (changes.value[0]?.files ?? []) : []
  return {
    ...{ repository, commit: receipt.commit, message: message.trim() },
    files: files.slice(0, 20).map(({ newPath, oldPath }) => newPath ?? oldPath ?? ''),
    reason: receipt.reason ?? receipt.status,
    ...{ should_have_been_recorded: null, why: '' },
  }
}
