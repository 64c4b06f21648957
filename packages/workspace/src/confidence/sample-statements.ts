import type { GitBackend } from '@chronicle/core/contracts'
import type { CommitId, RepoPath } from '@chronicle/schema'
import { fileRole, isGenerated } from '../../../core/src/text/file-role.ts'
import { findStatements, type Statement } from './find-statements.ts'
import type { FileChange, MainlineCommit } from './mainline.ts'
import { contentWords } from './rule-words.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

/** A statement, and the commit and file that it was added to. */
export interface SampledStatement extends Statement {
  /** Index of the commit in the mainline. */
  readonly index: number
  readonly path: string
  /** The file as the commit left it. */
  readonly source: string
}

/** How much is drawn from one history. */
export interface SampleSize {
  /** Everything that is not intent alone. */
  readonly rules: number
  /** Sentences that say what code is for, and no more. */
  readonly intents: number
}

/** More than this from one file of one commit would let a few large commits speak for a history. */
const MAX_PER_CHANGE = { rules: 5, intents: 2 } as const
/** Commits that change more files move or import code rather than write it. */
const MAX_FILES = 100
/** Statements younger than this have nothing to be followed through. */
const FEWEST_COMMITS_LATER = 50

/** Draws statements that comments made, from all commits but the newest, with a fixed seed. */
export async function sampleStatements(
  git: GitBackend,
  mainline: readonly MainlineCommit[],
  size: SampleSize,
  seed: number,
): Promise<readonly SampledStatement[]> {
  const candidates = mainline
    .slice(0, -FEWEST_COMMITS_LATER)
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
  // Changes that may hold rules first: these are rare, and sentences about intent stand beside them too.
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

/** Libraries of others that stand among the code of a theme. */
const COPIED = /(?:^|\/)(?:jquery|underscore|bootstrap|modernizr|css3-mediaqueries|html5shiv)[^/]*\.js$/iu

function isOwnCode(path: string): boolean {
  return fileRole(path) === 'code' && !COPIED.test(path)
}

/** Words of rules; what has none is looked at last. */
const HINT =
  /\b(?:must|never|always|only|assum|ensure|requir|safe|unsafe|warn|todo|fixme|xxx|hack|note|important|instead|rather|beware|careful|don't|do not)/iu

/** Marks of comments in the languages that are followed. */
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

/** The text of a file in a commit; `undefined` where there is none. */
export async function readText(git: GitBackend, commit: string, path: string): Promise<string | undefined> {
  const file = await git.readFile({ commit: commit as CommitId }, path as RepoPath)
  if (file.isErr()) throw new Error(file.error.message, { cause: file.error })
  return file.value?.kind === 'file' ? new TextDecoder().decode(file.value.bytes) : undefined
}
