import type { MatchRule } from '@chronicle/schema'
import type { CommitFacts } from './commit-facts.ts'

/** The result of comparing the changes of two commits. */
export interface ComparedChanges {
  /** Whether they change the same lines in the same context, or neither changes anything. */
  readonly same: boolean
  /** Whether the files are also equal before and after. */
  readonly identical: boolean
  /** Whether both change the same files. */
  readonly samePaths: boolean
  /** Whether neither has a change of its own: merges, and commits that change no file. */
  readonly none: boolean
  /** Whether they change no file and no line in common, as far as that was asked. */
  readonly apart?: boolean
}

/** The evidence that a commit replaced another one. */
export interface Comparison {
  readonly commit: CommitFacts
  readonly rule: MatchRule
  /** Number of agreeing facts; more of them decide between candidates under the same rule. */
  readonly agreements: number
  readonly sameChange: boolean
  readonly why: readonly string[]
}

/**
 * Tolerance for clocks of different machines, in seconds: a commit is not the successor of one that was written later
 * than this after it.
 */
const CLOCK_SECONDS = 600

/**
 * Returns the evidence that `commit` replaced `lost`; `undefined` when it is not enough, or when something contradicts
 * it.
 */
export function compareCommits(
  lost: CommitFacts,
  commit: CommitFacts,
  changes: ComparedChanges,
): Comparison | undefined {
  const sameTime = lost.authoredAt === commit.authoredAt
  if (!sameTime && commit.committedAt < lost.authoredAt - CLOCK_SECONDS) return undefined
  if (isMerge(lost) !== isMerge(commit)) return undefined
  const sameAuthor = lost.author === commit.author
  const sameSubject = lost.subject !== '' && lost.subject === commit.subject
  const sameMessage = lost.message === commit.message
  const named = commit.sources.includes(lost.id) && changes.apart !== true
  const trailer = lost.changeIds.find((id) => commit.changeIds.includes(id))
  const sameMerge = isMerge(lost) && lost.tree === commit.tree
  const rule = ruleOf({ ...changes, sameMerge, sameTime, sameAuthor, sameSubject, sameMessage, named, trailer })
  if (rule === undefined) return undefined
  const why = [
    ...(named ? [`its message names ${lost.id.slice(0, 12)} as its source`] : []),
    ...(changes.identical ? ['it changes the same files in the same way'] : []),
    ...(changes.same && !changes.identical && !changes.none ? ['it changes the same lines (same patch id)'] : []),
    ...(changes.none ? [sameMerge ? 'both are merges with the same files' : 'neither changes a file by itself'] : []),
    ...(!changes.same && changes.samePaths ? ['it changes the same files'] : []),
    ...(trailer === undefined ? [] : [`both have the trailer "${trailer}"`]),
    ...(sameAuthor && sameTime ? ['same author and author time'] : sameAuthor ? ['same author'] : []),
    ...(!sameAuthor && sameTime ? ['same author time'] : []),
    ...(sameMessage ? ['same message'] : sameSubject ? ['same subject'] : []),
    ...(rule === 'same_change' ? differences({ sameAuthor, sameSubject }) : []),
  ]
  const agreements = [sameMessage, sameSubject, sameTime, sameAuthor, changes.same, changes.identical].filter(Boolean)
  return { commit, rule, agreements: agreements.length, sameChange: changes.same && !changes.none, why }
}

interface Agreements extends ComparedChanges {
  readonly sameTime: boolean
  readonly sameAuthor: boolean
  readonly sameSubject: boolean
  readonly sameMessage: boolean
  readonly named: boolean
  readonly sameMerge: boolean
  readonly trailer: string | undefined
}

function ruleOf(it: Agreements): MatchRule | undefined {
  // Commits without a change can only be compared by author, time and message, so all of them must be equal; for
  // merges, the tree instead of the message is enough.
  if (it.none) return it.sameTime && it.sameAuthor && (it.sameMessage || it.sameMerge) ? 'same_commit' : undefined
  if (it.same && it.sameTime && it.sameAuthor) return 'same_commit'
  if (it.named) return 'named'
  if (it.trailer !== undefined) return 'trailer'
  if (it.sameTime && it.sameAuthor && it.sameSubject) return 'amended'
  if (it.same && (it.sameTime || it.sameSubject || it.sameAuthor)) return 'same_change'
  return undefined
}

/** Returns what an equal change does not share, so that a reader can judge it. */
function differences({ sameAuthor, sameSubject }: Pick<Agreements, 'sameAuthor' | 'sameSubject'>): readonly string[] {
  return [...(sameAuthor ? [] : ['another author']), ...(sameSubject ? [] : ['another subject'])]
}

function isMerge({ parents }: CommitFacts): boolean {
  return parents.length > 1
}
