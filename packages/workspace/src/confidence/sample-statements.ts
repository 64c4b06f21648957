import type { GitBackend } from '@chronicle/core/contracts'
import type { CommitId, RepoPath } from '@chronicle/schema'
import { fileRole, isGenerated } from '../../../core/src/text/file-role.ts'
import { findStatements, type Statement } from './find-statements.ts'
import type { FileChange, MainlineCommit } from './mainline.ts'
import { contentWords } from './rule-words.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

/** A statement, with the commit and the file that it was added to. */
export interface SampledStatement extends Statement {
  /** Index of the commit in the mainline. */
  readonly index: number
  readonly path: string
  /** The text of the file after the commit. */
  readonly source: string
}

/** Maximum number of statements drawn from one history. */
export interface SampleSize {
  /** Statements other than intents. */
  readonly rules: number
  /** Statements that only say what code is for. */
  readonly intents: number
}

/** Maximum number of statements from one file of one commit, so that a few large commits do not dominate a history. */
const MAX_PER_CHANGE = { rules: 5, intents: 2 } as const
/** Maximum number of files that a commit changes. Larger commits usually move or import code. */
const MAX_FILES = 100
/** Minimum number of later commits, through which a statement can be followed. */
const MIN_LATER_COMMITS = 50

/** Draws statements made in comments, from all commits except the newest, with a fixed seed. */
export async function sampleStatements(
  git: GitBackend,
  mainline: readonly MainlineCommit[],
  size: SampleSize,
  seed: number,
): Promise<readonly SampledStatement[]> {
  const candidates = mainline
    .slice(0, -MIN_LATER_COMMITS)
    .flatMap(({ changes }, index) =>
      changes.length > MAX_FILES
        ? []
        : changes
            .filter(({ path, addedText }) => isOwnCode(path) && COMMENT.test(addedText))
            .map((change) => ({ index, change, hints: HINT.test(change.addedText) })),
    )
  const drawn = shuffled(candidates, seededRandom(seed))
  const sample: SampledStatement[] = []
  const left = { ...size }
  // Changes that may contain rules come first, because rules are rare, and such changes contain intents too.
  for (const { index, change } of [...drawn.filter((each) => each.hints), ...drawn.filter((each) => !each.hints)]) {
    if (left.rules <= 0 && left.intents <= 0) break
    const commit = mainline[index]
    if (commit === undefined) continue
    const found = await statementsOf(git, commit, change)
    const counts = { rules: 0, intents: 0 }
    for (const statement of shuffled(found.statements, seededRandom(seed + index))) {
      const group = statement.kind === 'intent' ? 'intents' : 'rules'
      if (left[group] <= 0 || counts[group] >= MAX_PER_CHANGE[group]) continue
      left[group]--
      counts[group]++
      sample.push({ ...statement, index, path: change.path, source: found.source })
    }
  }
  return sample
}

/** Third-party libraries among the code of a theme. */
const THIRD_PARTY_PATHS = /(?:^|\/)(?:jquery|underscore|bootstrap|modernizr|css3-mediaqueries|html5shiv)[^/]*\.js$/iu

function isOwnCode(path: string): boolean {
  return fileRole(path) === 'code' && !THIRD_PARTY_PATHS.test(path)
}

/** Words of rules. Changes without any of them are read last. */
const HINT =
  /\b(?:must|never|always|only|assum|ensure|requir|safe|unsafe|warn|todo|fixme|xxx|hack|note|important|instead|rather|beware|careful|don't|do not)/iu

/** Comment markers of the followed languages. */
const COMMENT = /(?:\/\/|\/\*|^\s*\*|#|"""|''')/mu

async function statementsOf(
  git: GitBackend,
  commit: MainlineCommit,
  change: FileChange,
): Promise<{ readonly source: string; readonly statements: readonly Statement[] }> {
  const source = await readText(git, commit.id, change.path)
  if (source === undefined || isGenerated(source)) return { source: '', statements: [] }
  const removed = contentWords(commit.changes.map(({ removedText }) => removedText).join('\n'))
  return { source, statements: findStatements(change, source, removed) }
}

/** Returns the text of a file in a commit; `undefined` if it does not exist. */
export async function readText(git: GitBackend, commit: string, path: string): Promise<string | undefined> {
  const file = await git.readFile({ commit: commit as CommitId }, path as RepoPath)
  if (file.isErr()) throw new Error(file.error.message, { cause: file.error })
  return file.value?.kind === 'file' ? new TextDecoder().decode(file.value.bytes) : undefined
}
