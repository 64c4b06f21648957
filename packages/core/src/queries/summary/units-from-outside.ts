import { ok, safeTry, type CommitId, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { listLog } from '../../contracts/list-log.ts'
import { neutralisePath } from '../../format/neutralise-text.ts'
import { definitionsIn, lastWord } from '../../place/former-homes.ts'
import { foldersOf, isFolderPlace, REPOSITORY_PLACE } from '../../place/folder-places.ts'
import { hasWords, linesIn } from '../../place/lines-with-words.ts'
import { reachableOf } from '../../place/only-reachable.ts'
import { openIn } from '../../place/state-in.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { OpenedQuery } from '../place-query.ts'
import { goneKey } from './collect-file-notes.ts'
import { fileName } from '../../text/file-name.ts'

/** Maximum number of commits of one folder or file to examine, newest first. */
const MAX_COMMITS = 1000
/** Maximum number of files changed by a commit that may move single units between them. */
const MAX_TOGETHER = 50
/** Maximum number of former places of files of the folder whose commits are listed too. */
const MAX_FORMER_PLACES = 3

/**
 * Returns the recorded units that may have been moved into a folder from files outside of it, as pairs of `file` and
 * anchor: those of annotated files that commits changed together with the folder, or with a place from which its files
 * were renamed. A file of the folder appears to define a unit of the name, or has half of the lines of a unit whose name
 * its file no longer has.
 */
export function unitsFromOutside(
  folder: RepoPath | '',
  here: ReadonlySet<RepoPath>,
  opened: OpenedQuery,
): ResultAsync<ReadonlySet<string>, ReadError> {
  const { context, placing, queried, view } = opened
  return safeTry(async function* () {
    const { call, correctedNotes, git } = context
    const found = new Set<string>()
    const annotated = folder === '' ? [] : yield* view.pathsUnder('', call)
    const others = new Set(annotated.flatMap(({ path }) => (here.has(path) || isFolderPlace(path) ? [] : path)))
    if (others.size === 0) return ok(found)
    const present = new Set(yield* git.listFiles({ commit: queried.head }, undefined, call))
    const changes = yield* changesOfPlace(folder, present, opened)
    const near = new Set(changes.flat())
    const moving = changes.filter(({ length }) => length <= MAX_TOGETHER)
    const donors = new Set(moving.flat().filter((path) => others.has(path)))
    if (donors.size === 0) return ok(found)
    const noted = yield* reachableOf(yield* view.annotating([...donors], call), placing)
    const recorded = new Map<string, RecordedUnit>()
    for (const [commit, { annotation }] of yield* correctedNotes(noted, call)) {
      for (const { ast_anchor: anchor, file, lines } of annotation?.regions ?? []) {
        if (anchor === undefined || !donors.has(file as RepoPath)) continue
        const path = file as RepoPath
        const now = present.has(path) ? path : ((yield* placing.pathNow(path)) ?? path)
        if (!here.has(now))
          recorded.set(goneKey(now, anchor.name), { commit, path, now, lines, word: lastWord(anchor.name) })
      }
    }
    const words = new Set([...recorded.values()].map(({ word }) => word))
    const defined = new Set<string>()
    const within = new Set<string>()
    for (const path of near) {
      const text = here.has(path) ? yield* openIn(queried.head, [path], placing.texts) : undefined
      for (const word of definitionsIn(text?.lines() ?? [], words)) defined.add(word)
      for (const line of text?.lines() ?? []) within.add(line.trim())
    }
    for (const [key, { commit, lines, now, path, word }] of recorded) {
      if (defined.has(word)) found.add(key)
      if (defined.has(word) || lines === undefined) continue
      const left = yield* openIn(queried.head, [now], placing.texts)
      if (left?.lines().some((line) => line.includes(word)) === true) continue
      const older = yield* openIn(commit, [path], placing.texts)
      const own = linesIn(older?.lines() ?? [], lines).filter(hasWords)
      if (own.filter((line) => within.has(line.trim())).length * 2 >= own.length) found.add(key)
    }
    return ok(found)
  })
}

/** A recorded unit of a file outside of the folder. */
interface RecordedUnit {
  readonly commit: CommitId
  readonly path: RepoPath
  /** The current path. */
  readonly now: RepoPath
  readonly lines: LineRange | undefined
  /** The last part of the name. */
  readonly word: string
}

/**
 * Returns the paths that each commit of a folder changed, and each commit of places that are no longer there and changed
 * together with it: first those that lost a file of a name that came here.
 */
function changesOfPlace(
  folder: RepoPath | '',
  present: ReadonlySet<RepoPath>,
  { context: { call, git, report }, queried }: OpenedQuery,
): ResultAsync<readonly (readonly RepoPath[])[], ReadError> {
  return safeTry(async function* () {
    if (git.changedPaths === undefined) return ok([])
    const changes = new Map<CommitId, readonly RepoPath[]>()
    const folders = new Set([...present].flatMap(foldersOf))
    const placeOf = (path: RepoPath): RepoPath => {
      const gone = foldersOf(path).find((above) => !folders.has(above) && above !== REPOSITORY_PLACE)
      return (gone?.slice(0, -1) ?? path) as RepoPath
    }
    const places = new Set<RepoPath>([folder as RepoPath])
    const others = new Set<RepoPath>()
    const add = (former: Iterable<RepoPath>): void => {
      for (const place of former) if (places.size <= MAX_FORMER_PLACES) places.add(place)
    }
    let visited = 0
    for (const place of places) {
      const listed = yield* listLog(git, { from: queried.head, path: place, limit: MAX_COMMITS + 1 }, call)
      const commits = listed.slice(0, MAX_COMMITS).map(({ id }) => id)
      if (listed.length > MAX_COMMITS) {
        const message = `Only the newest ${MAX_COMMITS} commits of ${neutralisePath(place)} were searched for units that were moved from other folders.`
        report({ code: 'history_limited', severity: 'info', message, path: place })
      }
      const isHere = (path: RepoPath): boolean => path === place || path.startsWith(`${place}/`)
      for (const [commit, paths] of yield* git.changedPaths(commits, call)) {
        changes.set(commit, paths)
        const came = new Set(paths.filter(isHere).map(fileName))
        const gone = paths.filter((path) => !present.has(path) && !isHere(path) && !path.startsWith(`${folder}/`))
        add(gone.filter((path) => came.has(fileName(path))).map(placeOf))
        for (const path of gone) others.add(placeOf(path))
      }
      if (++visited === places.size) add(others)
    }
    return ok([...changes.values()])
  })
}
