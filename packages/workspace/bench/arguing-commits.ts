import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createGitCli } from '@chronicle/git-cli'
import { okAsync, type CommitId } from '@chronicle/schema'
import { annotateCommits, createHeuristicWriter } from '@chronicle/writer'
import { asDisposable } from '../src/testing/as-disposable.ts'
import { runProgram } from '../src/demo/run-program.ts'
import type { Clone } from './bundles.ts'
import { percent, type Section } from './section.ts'

/** The minimum share of recorded commits, for each history with at least `MIN_COMMITS` commits that argue. */
const MIN_SHARE = 0.7
const MIN_COMMITS = 20

/**
 * Measures how many commits whose message argues are recorded without a model. The rule for arguing is separate from
 * what the writer accepts: two sentences with a word that people use to argue.
 */
export async function arguingCommits(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const shares: { readonly name: string; readonly share: number }[] = []
  for (const { name, dir } of clones) {
    const commits = await findArguing(dir)
    const recorded = await countRecorded(dir, commits)
    const share = commits.length === 0 ? 0 : recorded.annotated / commits.length
    if (commits.length >= MIN_COMMITS) shares.push({ name, share })
    rows.push([name, String(commits.length), String(recorded.annotated), String(recorded.regions), percent(share)])
  }
  const least = shares.toSorted((a, b) => a.share - b.share)[0]
  return {
    title: 'Commits that argue',
    about:
      'Commits by people, merges aside, that change code, and whose message has two sentences or more with a word that people argue ' +
      'with (because, since, instead, must, however, …), trailers, lists of links and code aside; and how many of them the ' +
      'heuristic writer records. The rule is not the writer’s own.',
    columns: ['history', 'arguing commits', 'recorded', 'regions', 'share'],
    rows,
    claims: [
      {
        text: `at least ${percent(MIN_SHARE)} recorded, of each history with ${MIN_COMMITS} or more`,
        holds: shares.every(({ share }) => share >= MIN_SHARE),
        measured: least === undefined ? 'none has so many' : `${percent(least.share)} of ${least.name}`,
      },
    ],
  }
}

const CUE =
  /\b(?:because|since|so that|due to|otherwise|instead|rather than|therefore|hence|thus|in order to|to (?:avoid|prevent|ensure)|must|never|however|unfortunately|previously|no longer|as a result|which means|this means|turns out|cannot|can't|doesn't|does not|isn't|is not|should|would|could|needs? to|but|only|fails?|failed|broken?|bugs?|problems?|wrong|incorrect|issue|allows?|now)\b/i
const EXCLUDED_LINES =
  /^(?:[\w-]+-by: |\s*[-*] \[[ x]\]|\s*(?:\[\d+\]:?|[-*])? ?https?:\S+$|\s*>|(?:fix(?:es)?|closes?|resolves?|refs?|see)\b.{0,12}#\d+\S*$|\s*\(cherry picked|#|git-svn-id)/i
/** Code files, without tests, documents or third-party files. */
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|c|h|cc|cpp|rb|java|sh)$/
const EXCLUDED_PATHS =
  /(?:^|\/)(?:tests?|specs?|__tests__|t|docs?|examples?|vendor|node_modules|packages\/(?:urllib3|chardet|charade|idna))\/|[._](?:test|spec)\.|(?:^|\/)test_|_test\./

async function findArguing(dir: string): Promise<readonly CommitId[]> {
  const format = '--format=%x00%H%x01%an%x01%B%x01'
  const log = await runProgram('git', ['log', '--no-merges', '--no-renames', '--name-only', format], { cwd: dir })
  const commits: CommitId[] = []
  for (const entry of log.split('\0')) {
    const [id = '', author = '', message = '', paths = ''] = entry.split('\u0001')
    const changesCode = paths.split('\n').some((path) => CODE.test(path) && !EXCLUDED_PATHS.test(path))
    const byProgram = /\[bot\]|dependabot|renovate|pyup/i.test(author)
    if (changesCode && !byProgram && hasArgument(message)) commits.push(id as CommitId)
  }
  return commits
}

function hasArgument(message: string): boolean {
  const prose = message
    .replace(/```[\s\S]*?(?:```|$)/g, '')
    .split('\n')
    .slice(1)
    .filter((line) => !EXCLUDED_LINES.test(line) && !/^(?: {4}|\t)/.test(line))
    .join('\n')
  const sentences = prose.split(/[.!?]\s+(?=[A-Z`])|\n\s*\n|\n\s*[-*] /)
  return sentences.filter((sentence) => CUE.test(sentence)).length >= 2
}

async function countRecorded(
  dir: string,
  commits: readonly CommitId[],
): Promise<{ readonly annotated: number; readonly regions: number }> {
  await using git = asDisposable(createGitCli({ dir }))
  let annotated = 0
  let regions = 0
  const seams = {
    git,
    ast: createTreeSitterParser(),
    writer: createHeuristicWriter(),
    redactor: {
      name: 'none',
      redact: (texts: readonly string[]) => okAsync(texts.map((text) => ({ text, secrets: [] }))),
    },
    clock: () => Date.now(),
  }
  for await (const event of annotateCommits(seams, commits, { dryRun: true, force: true })) {
    if (event.kind === 'stopped') throw new Error(event.error.message)
    if (event.kind !== 'commit') continue
    if (process.env['CHRONICLE_SHOW_SKIPPED'] === '1' && event.receipt.status !== 'annotated') {
      process.stderr.write(`${dir} ${event.receipt.commit} ${event.receipt.subject}: ${event.receipt.reason ?? ''}\n`)
    }
    if (event.receipt.status !== 'annotated') continue
    annotated++
    regions += event.receipt.regions?.length ?? 0
  }
  return { annotated, regions }
}
