import {
  err,
  errAsync,
  ok,
  omitUndefined,
  safeTry,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { FileContent, FileRevision, GitError } from '../contracts/git-backend.ts'
import { createFileTexts, type FileState, type FileText } from '../place/file-texts.ts'
import type { ReadContext } from '../read/read-context.ts'
import { outlineOnce } from '../read/outline-once.ts'
import type { ChangeExtents, OpenChangeExtents } from './change-extents.ts'
import { compareRevision, type ComparedFile, type RevisionStep } from './compare-revision.ts'
import { findSource, type MovedCode } from './find-source.ts'
import type { LineHistory, LineRevision, UnseenHistory } from './line-history.ts'
import { countLines, hullOf, toSpan, uniteSpans } from './line-spans.ts'
import type { FollowedLines } from './narrow-edits.ts'
import type { PastRevisions } from './past-revisions.ts'
import { withReadAhead } from './read-ahead.ts'
import { nameOfLines } from './name-of-lines.ts'
import { nameRevisions } from './name-revisions.ts'
import { linkRevisions, type RevisionLinks } from './revision-links.ts'

/** The backends and caches needed to find line histories. */
export type LineHistoryDependencies = Pick<ReadContext, 'git' | 'pastAst' | 'fileHistory' | 'lineMaps' | 'storage'>

/** The dependencies of following lines, including results of earlier histories of the same files. */
export interface FollowDependencies extends LineHistoryDependencies {
  readonly changeExtents: OpenChangeExtents
  readonly past: PastRevisions
}

/** Lines of a file in a commit where following starts. */
export interface FollowStart extends FileState, FollowedLines {
  readonly head: CommitId
}

/** How far back lines are followed. */
export interface FollowBounds {
  readonly maxRevisions: number
  readonly until: AbortSignal | undefined
}

/** The history of one file, with the lines still to be compared in its revisions. */
interface FileTrail extends ComparedFile {
  readonly revisions: readonly FileRevision[]
  readonly links: RevisionLinks
  readonly pending: Map<number, FollowedLines>
  /** Lines that were already compared. */
  readonly followed: Map<number, FollowedLines>
  readonly found: Map<number, LineRevision>
}

type OpenedTrail = ResultAsync<{ readonly trail: FileTrail; readonly after: number }, GitError>

/** Maximum number of older states to parse for one history. Beyond it, edits are followed as git does. */
const MAX_OUTLINES = 60
/** Internal error that is never returned to a caller. */
const OUT_OF_TIME = codedError('aborted', 'There is no time left to name what was found.')
/** Maximum number of files through which code is followed, not counting renames. */
const MAX_TRAILS = 20

/** Follows lines from a commit back to the commit that added them, through renames and moves. */
export function followLines(
  start: FollowStart,
  { maxRevisions, until }: FollowBounds,
  { changeExtents, fileHistory, git, lineMaps, past, pastAst }: FollowDependencies,
  call: CallOptions,
): ResultAsync<LineHistory, GitError> {
  return safeTry(async function* () {
    const opened = createFileTexts({ git, pastAst, call, report: () => undefined })
    const trails: FileTrail[] = []
    let unseen: UnseenHistory | undefined
    let looked = 0
    let parsed = 0

    const unitsOf = (path: RepoPath, content: FileContent): FileText['units'] => {
      const outline = outlineOnce(path, content, { ast: pastAst, call, report: () => undefined })
      const parse: FileText['units'] = async () => (++parsed <= MAX_OUTLINES ? (await outline())?.units : undefined)
      let units: ReturnType<FileText['units']> | undefined
      return () => (units ??= parse())
    }

    async function openTrail(path: RepoPath, revisions: readonly FileRevision[]): Promise<FileTrail> {
      const states = revisions.flatMap((each) =>
        each.blob === undefined ? [] : [{ path: each.path, blob: each.blob }],
      )
      const extents = await changeExtents(path)
      const trail: FileTrail = {
        revisions,
        links: linkRevisions(revisions, past, call),
        extents,
        maps: await lineMaps(path),
        texts: withReadAhead(opened, git, statesToCompare(revisions, extents), { call, unitsOf }),
        pending: new Map(),
        followed: new Map(),
        found: new Map(),
        paths: [...new Set(states.map((state) => state.path))],
      }
      trails.push(trail)
      return trail
    }

    /** Opens the history of the file from which a commit moved code, starting at its parent. */
    function openElsewhere({ commit, parents }: FileRevision, from: FileState, trail: FileTrail): OpenedTrail {
      return safeTry(async function* () {
        const after = trail.revisions.findIndex((each) => each.commit === commit)
        const [parent] = parents
        if (parent === undefined) return ok({ trail, after })
        const here = yield* trail.links.find(from, after, parent)
        if (here !== undefined) return ok({ trail, after })
        const revisions = yield* past.list(parent, from.path, call)
        return ok({ trail: await openTrail(from.path, revisions), after: -1 })
      })
    }

    /** Schedules lines of a commit's state for comparison at the revision that created this state. */
    function schedule(
      trail: FileTrail,
      state: FileState,
      lines: FollowedLines,
      after: number,
      commit: CommitId,
    ): ResultAsync<void, GitError> {
      return safeTry(async function* () {
        const index = yield* trail.links.find(state, after, commit)
        if (index === undefined) {
          // For a merge, a parent's file under a guessed name need not be this file.
          const isMerge = (trail.revisions[after]?.parents.length ?? 0) > 1
          if (!isMerge) unseen ??= { reason: 'unreadable', revisions: trail.revisions.length - after - 1 }
          return ok(undefined)
        }
        const known = trail.pending.get(index) ?? trail.followed.get(index)
        const spans = known === undefined ? lines.spans : uniteSpans([...known.spans, ...lines.spans])
        const isKnown = countLines(spans) === countLines(known?.spans ?? [])
        if (!isKnown) trail.pending.set(index, { spans, name: known?.name ?? lines.name })
        return ok(undefined)
      })
    }

    /** Searches the commit's deleted code for lines that it added. If found, they are followed from there. */
    function followMovedCode(
      trail: FileTrail,
      revision: FileRevision,
      { spans, name }: FollowedLines,
    ): ResultAsync<MovedCode | undefined, GitError> {
      return safeTry(async function* () {
        const { blob, path } = revision
        const lines = hullOf(spans)
        if (blob === undefined || lines === undefined || trails.length >= MAX_TRAILS) return ok(undefined)
        const text = yield* trail.texts.open({ path, blob })
        if (text === undefined) return ok(undefined)
        const search = { git, texts: trail.texts, maps: trail.maps, call, hasUnits: (each: RepoPath) => hasUnits(each) }
        const source = await findSource({ text, lines, name, revision }, search)
        if (source.isErr() || source.value === undefined) return source
        const { state } = source.value
        const next = yield* openElsewhere(revision, state, trail)
        const [parent] = revision.parents
        const found = { spans: [toSpan(source.value.lines)], name: source.value.name }
        if (parent === undefined) return ok(undefined)
        const waiting = await schedule(next.trail, state, found, next.after, parent)
        return waiting.isErr() ? err(waiting.error) : source
      })
    }

    function hasUnits(path: RepoPath): boolean {
      return pastAst?.language(path) !== undefined
    }

    function follow(trail: FileTrail, index: number, lines: FollowedLines): ResultAsync<void, GitError> {
      return safeTry(async function* () {
        const revision = trail.revisions[index]
        if (revision === undefined) return ok(undefined)
        const step = yield* compareRevision(revision, lines, trail)
        if (step === undefined) {
          unseen ??= { reason: 'unreadable', revisions: trail.revisions.length - index }
          return ok(undefined)
        }
        const { found, onward }: RevisionStep = step
        for (const { parent, state, ...rest } of onward) {
          yield* schedule(trail, state, rest, index, parent)
        }
        if (found === undefined) return ok(undefined)
        const source = yield* onward.length > 0 ? ok(undefined) : await followMovedCode(trail, revision, lines)
        const { name } = source ?? {}
        const before = source && {
          path: source.state.path,
          lines: source.lines,
          ...omitUndefined({ name }),
        }
        trail.found.set(index, before === undefined ? found : { ...found, before: { ...before, by: 'move' } })
        return ok(undefined)
      })
    }

    const history = yield* fileHistory(start.head, start.path, call)
    yield* schedule(await openTrail(start.path, history.revisions), start, start, -1, start.head)
    for (;;) {
      const trail = trails.find(({ pending }) => pending.size > 0)
      if (trail === undefined) break
      const index = Math.min(...trail.pending.keys())
      const lines = trail.pending.get(index)
      const stop = until?.aborted === true ? 'stopped' : looked >= maxRevisions ? 'limit' : undefined
      if (lines === undefined || stop !== undefined) {
        unseen = { reason: stop ?? 'limit', revisions: trail.revisions.length - index }
        break
      }
      trail.pending.delete(index)
      trail.followed.set(index, lines)
      looked++
      const followed = await follow(trail, index, lines)
      if (followed.isErr()) {
        if (followed.error.code !== 'aborted' || until?.aborted !== true) return err(followed.error)
        unseen = { reason: 'stopped', revisions: trail.revisions.length - index }
        break
      }
    }
    for (const { extents, maps } of trails) await Promise.all([extents.save(), maps.save()])
    const lists: (readonly LineRevision[])[] = []
    for (const trail of trails) {
      const found = inOrder(trail)
      const named = await nameRevisions(found, (revision) =>
        until?.aborted === true ? errAsync(OUT_OF_TIME) : nameIn(trail, revision),
      )
      if (named.isErr()) {
        if (named.error.code !== 'aborted' || until?.aborted !== true) return err(named.error)
        // The results are kept. Missing names are determined by the next query.
        unseen ??= { reason: 'stopped', revisions: 0 }
      }
      lists.push(named.unwrapOr(found))
    }
    const revisions = mergeByTime(lists)
    return ok({ revisions, ...omitUndefined({ unseen }) })
  })
}

/** Returns the name of the unit in a revision. */
function nameIn(
  { revisions, texts }: FileTrail,
  { commit, lines, name = '', path }: LineRevision,
): ResultAsync<string, GitError> {
  return safeTry(async function* () {
    const blob = revisions.find((each) => each.commit === commit)?.blob
    const text = yield* blob === undefined ? ok(undefined) : await texts.open({ path, blob })
    return ok(nameOfLines((await text?.units()) ?? [], [toSpan(lines)], name))
  })
}

/**
 * Returns the states of a file that must be read to find its changes. States near the followed lines are read when
 * needed.
 */
function statesToCompare(revisions: readonly FileRevision[], extents: ChangeExtents): readonly FileState[] {
  return revisions.flatMap(({ blob, path, previousBlob, previousPath = path }): readonly FileState[] => {
    if (blob === undefined) return []
    const now = { path, blob }
    if (previousBlob === undefined) return [now]
    const before = { path: previousPath, blob: previousBlob }
    return extents.has(before, now) ? [] : [now, before]
  })
}

function inOrder({ found }: FileTrail): readonly LineRevision[] {
  return [...found].sort(([a], [b]) => a - b).map(([, revision]) => revision)
}

/** Merges lists ordered newest first into one with the same order. */
function mergeByTime(lists: readonly (readonly LineRevision[])[]): readonly LineRevision[] {
  const merged: LineRevision[] = []
  const positions = lists.map(() => 0)
  for (;;) {
    let best: { readonly list: number; readonly revision: LineRevision } | undefined
    for (const [list, revisions] of lists.entries()) {
      const revision = revisions[positions[list] ?? 0]
      if (revision === undefined || (best !== undefined && revision.committedAt <= best.revision.committedAt)) continue
      best = { list, revision }
    }
    if (best === undefined) return merged
    merged.push(best.revision)
    positions[best.list] = (positions[best.list] ?? 0) + 1
  }
}
