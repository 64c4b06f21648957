import type { CommitId } from '@chronicle/schema'
import { subjectOf } from '@chronicle/core/text'
import type { CommitContext } from '../commit-context.ts'
import type { WroteEvent } from './transcript.ts'
import { lastSegment, type PathTest } from './create-path-test.ts'

/** The part of a commit that matching uses. */
export interface MatchedCommit {
  readonly id: CommitId
  readonly subject: string
  /** Milliseconds since the epoch. */
  readonly authoredAt: number
  readonly committedAt: number
}

/** A line that a tool call wrote and a commit contains. */
export interface CommittedLine {
  readonly path: string
  /** Line number after the commit; for a removed line, of the first replacing line, or else of the line before it. */
  readonly line: number
  readonly text: string
}

/** The lines of a tool call that one commit contains. */
export interface CommitShare {
  readonly commit: MatchedCommit
  readonly lines: readonly CommittedLine[]
}

/** Finds the commits that contain the lines of tool calls. */
export interface WriteMatcher {
  /** Compares a commit with all tool calls. */
  take(context: CommitContext): void
  /** Returns the commits that contain lines of a tool call, those with the most lines first. */
  sharesOf(write: WroteEvent): readonly CommitShare[]
}

/** Agent and git use the same clock, but git's times are whole seconds, and a commit takes a while. */
const CLOCK_SLACK_MS = 60_000
/** Maximum time between writing and committing a line. Later, it was probably written for something else. */
const LONGEST_WAIT_MS = 45 * 24 * 60 * 60 * 1000
/** Minimum number of letters and digits: finding a shorter line proves nothing. */
const FEWEST_CHARACTERS = 3

interface PlacedWrite {
  readonly write: WroteEvent
  readonly isWritten: PathTest
  readonly added: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

interface Candidate extends CommittedLine {
  readonly commit: MatchedCommit
}

/** Creates a matcher of tool calls, each with a test for the file that it wrote to. */
export function createWriteMatcher(writes: ReadonlyMap<WroteEvent, PathTest>): WriteMatcher {
  const candidates = new Map<WroteEvent, Map<string, Candidate[]>>()
  const byName = new Map<string, PlacedWrite[]>()
  for (const [write, isWritten] of writes) {
    const name = lastSegment(write.path ?? '')
    const added = new Set(write.added.filter(isTelling))
    const lines = { added, removed: new Set(added.size === 0 ? write.removed.filter(isTelling) : []) }
    byName.set(name, [...(byName.get(name) ?? []), { write, isWritten, ...lines }])
  }

  function addCommit({ commit, files }: CommitContext): void {
    const matched: MatchedCommit = {
      id: commit.id,
      subject: subjectOf(commit.message),
      authoredAt: commit.author.time * 1000,
      committedAt: commit.committer.time * 1000,
    }
    for (const file of files) {
      const paths = [...new Set([file.path, file.oldPath ?? file.path])]
      const placed = paths.flatMap((path) =>
        (byName.get(lastSegment(path)) ?? []).filter(
          ({ write, isWritten }) => isWithin(write.at, matched) && isWritten(path),
        ),
      )
      const lines = placed.length === 0 ? [] : changedLinesOf(file)
      for (const { write, added, removed } of placed) {
        const found = candidates.get(write) ?? new Map<string, Candidate[]>()
        candidates.set(write, found)
        for (const { text, line, isNew } of lines) {
          if (!(isNew ? added : removed).has(text)) continue
          found.set(text, [...(found.get(text) ?? []), { path: file.path, line, text, commit: matched }])
        }
      }
    }
  }

  function sharesOf(write: WroteEvent): readonly CommitShare[] {
    const shares = new Map<MatchedCommit, CommittedLine[]>()
    for (const [, found] of candidates.get(write) ?? []) {
      const first = found.toSorted((a, b) => orderOf(a, write.at) - orderOf(b, write.at))[0]
      if (first === undefined) continue
      const lines = shares.get(first.commit) ?? []
      // The same line may occur in several places of one commit.
      lines.push(...found.filter(({ commit }) => commit === first.commit))
      shares.set(first.commit, lines)
    }
    return [...shares].map(([commit, lines]) => ({ commit, lines })).sort((a, b) => b.lines.length - a.lines.length)
  }

  return { take: addCommit, sharesOf }
}

function isWithin(at: number | undefined, { committedAt, authoredAt }: MatchedCommit): boolean {
  if (at === undefined) return true
  return committedAt + CLOCK_SLACK_MS >= at && Math.min(authoredAt, committedAt) - at <= LONGEST_WAIT_MS
}

/** Orders the first commit made after the lines were written before commits that were amended or moved since. */
function orderOf({ commit: { authoredAt, committedAt } }: Candidate, at = -Infinity): number {
  return authoredAt + CLOCK_SLACK_MS >= at ? authoredAt : Number.MAX_SAFE_INTEGER / 2 + committedAt
}

export function isTelling(line: string): boolean {
  return (line.match(/[\p{L}\p{N}]/gu) ?? []).length >= FEWEST_CHARACTERS
}

interface ChangedLine {
  readonly text: string
  readonly line: number
  readonly isNew: boolean
}

function changedLinesOf({ hunks, before, after }: CommitContext['files'][number]): readonly ChangedLine[] {
  return hunks.flatMap((hunk): readonly ChangedLine[] => {
    const added = (after?.lines ?? []).slice(hunk.new.start - 1, hunk.new.start - 1 + hunk.new.count)
    const removed = (before?.lines ?? []).slice(hunk.old.start - 1, hunk.old.start - 1 + hunk.old.count)
    return [
      ...(hunk.new.count === 0 ? [] : added).map((text, index) => ({
        text: text.trim(),
        line: hunk.new.start + index,
        isNew: true,
      })),
      ...(hunk.old.count === 0 ? [] : removed).map((text) => ({
        text: text.trim(),
        line: Math.max(1, hunk.new.start),
        isNew: false,
      })),
    ]
  })
}
