import {
  err,
  ok,
  okAsync,
  omitUndefined,
  safeTry,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitError } from '../contracts/git-backend.ts'
import { createFileTexts, type FileState } from '../place/file-texts.ts'
import type { ReadContext } from '../read/read-context.ts'
import type { ChangeExtents, OpenChangeExtents } from './change-extents.ts'
import { compareRevision, type ComparedFile, type RevisionStep } from './compare-revision.ts'
import { findSource, type MovedCode } from './find-source.ts'
import { continueWith, settleNames, type FollowedHistory } from './followed-history.ts'
import type { LineHistory, LineRevision, UnseenHistory } from './line-history.ts'
import { countLines, hullOf, toSpan, uniteSpans } from './line-spans.ts'
import type { FollowedLines } from './narrow-edits.ts'
import type { PastRevisions } from './past-revisions.ts'
import { withReadAhead } from './read-ahead.ts'
import { nameOfLines } from './name-of-lines.ts'
import { linkRevisions, type RevisionLinks } from './revision-links.ts'

/** The backends and caches needed to find line histories. */
export type LineHistoryDependencies = Pick<ReadContext, 'git' | 'pastAst' | 'fileHistory' | 'lineMaps' | 'storage'>

/** The dependencies of following lines, including results of earlier histories of the same files. */
export interface FollowDependencies extends LineHistoryDependencies {
  readonly changeExtents: OpenChangeExtents
  readonly findOlder: FindOlder
  readonly past: PastRevisions
}

/** Returns the cached history of lines in the state that a revision of the first file created. `at`: its position. */
export type FindOlder = (at: number, lines: FollowedLines) => Promise<FollowedHistory | undefined>

/** The history of lines, and the form in which it is cached. */
interface FoundLines {
  readonly history: LineHistory
  readonly followed: FollowedHistory
}

/** Lines of a file in a commit where following starts. */
export interface FollowStart extends FileState, FollowedLines {
  readonly head: CommitId
  /** The revisions of the file up to `head`. */
  readonly revisions: readonly FileRevision[]
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

/** Maximum number of files through which code is followed, not counting renames. */
const MAX_TRAILS = 20

/** Follows lines from a commit back to the commit that added them, through renames and moves. */
export function followLines(
  start: FollowStart,
  { maxRevisions, until }: FollowBounds,
  { changeExtents, findOlder, git, lineMaps, past, pastAst }: FollowDependencies,
  call: CallOptions,
): ResultAsync<FoundLines, GitError> {
  return safeTry(async function* () {
    const opened = createFileTexts({ git, pastAst, call, report: () => undefined })
    const trails: FileTrail[] = []
    let unseen: UnseenHistory | undefined
    let looked = 0
    let older: FollowedHistory | undefined
    // After a merge, and under another name, the result depends on which revisions are newer.
    const other = start.revisions.findIndex(({ parents, path }) => parents.length > 1 || path !== start.path)
    const firstOther = other < 0 ? start.revisions.length : other

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
        texts: withReadAhead(opened, git, statesToCompare(revisions, extents), call),
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

    /** Finds a cached history that continues this one, with the same result as following the lines further. */
    async function olderFrom(trail: FileTrail, index: number, lines: FollowedLines): Promise<typeof older> {
      const isOnlyOne = trails.length === 1 && trail.pending.size === 0
      if (index === 0 || !isOnlyOne || index >= firstOther) return undefined
      const known = await findOlder(index, lines)
      const isWhole = known?.unseen?.reason !== 'limit' && looked + (known?.looked ?? 0) <= maxRevisions
      return isWhole ? known : undefined
    }

    yield* schedule(await openTrail(start.path, start.revisions), start, start, -1, start.head)
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
      older = await olderFrom(trail, index, lines)
      if (older !== undefined) break
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
    const newer: FollowedHistory = {
      files: trails.map((trail) => ({ revisions: inOrder(trail), names: [] })),
      looked,
      ...omitUndefined({ unseen }),
    }
    const whole = older === undefined ? newer : continueWith(newer, older)
    const isOutOfTime = (): boolean => until?.aborted === true
    const settled = yield* settleNames(whole, (revision, file) => {
      const trail = trails[file]
      const unsettled = revision.name ?? ''
      if (trail === undefined || isOutOfTime()) return okAsync(unsettled)
      return nameIn(trail, revision).orElse((error) =>
        error.code === 'aborted' && isOutOfTime() ? ok(unsettled) : err(error),
      )
    })
    if (!isOutOfTime()) return ok(settled)
    // The results are kept. Missing names are determined by the next query.
    const missing: UnseenHistory = { reason: 'stopped', revisions: unseen?.revisions ?? 0 }
    return ok({ ...settled, history: { ...settled.history, unseen: missing } })
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
