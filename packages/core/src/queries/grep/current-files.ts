import {
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type GrepMatch,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { isFolderPlace } from '../../place/folder-places.ts'
import type { Commit } from '../../contracts/git-backend.ts'
import { recordingOfRule } from '../../format/describe-region.ts'
import { correctionsOfRegion, recordingOfRegion } from '../../read/recording-of-region.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import type { ReadError } from '../../read/read-error.ts'
import { createFindCurrentPath } from '../find-current-path.ts'
import type { OpenedQuery } from '../place-query.ts'
import type { CollectedMatch } from './collect-matches.ts'

/** Maximum number of recorded files to follow that no longer exist; each may require a walk of the history. */
const MAX_FOLLOWED = 20

/** Returns matches in the form of the answer: with the current names of their files, and who recorded them. */
export function toCurrentMatches(
  collected: readonly CollectedMatch[],
  opened: OpenedQuery,
): ResultAsync<readonly GrepMatch[], ReadError> {
  return safeTry(async function* () {
    const files = yield* currentFiles(
      collected.flatMap(({ found: { file } }) => file ?? []),
      opened,
    )
    const { call, git } = opened.context
    const commits = yield* git.readCommits([...new Set(collected.map(({ found }) => found.commit))], call)
    return ok(collected.map((each) => describe(each, files, commits.get(each.found.commit))))
  })
}

/** The current path of each recorded file. `undefined` when it is gone; missing when it was not looked up. */
type CurrentFiles = ReadonlyMap<string, RepoPath | undefined>

function currentFiles(recorded: readonly string[], opened: OpenedQuery): ResultAsync<CurrentFiles, ReadError> {
  return safeTry(async function* () {
    const { context, queried } = opened
    const files = [...new Set(recorded)].filter((file) => !isFolderPlace(file))
    const now = new Map<string, RepoPath | undefined>()
    if (files.length === 0) return ok(now)
    const listed = yield* context.git.listFiles({ commit: queried.head }, undefined, context.call)
    const present = new Set<string>(listed)
    const absent = files.filter((file) => !present.has(file))
    for (const file of files) if (present.has(file)) now.set(file, file as RepoPath)
    const findCurrentPath = createFindCurrentPath(opened)
    for (const file of absent.slice(0, MAX_FOLLOWED)) {
      const found = yield* findCurrentPath(file)
      now.set(file, found)
    }
    if (absent.length > MAX_FOLLOWED) {
      const message = `${absent.length} recorded files are not there any more; ${MAX_FOLLOWED} were followed to their new names.`
      context.report({ code: 'renames_limited', severity: 'info', message })
    }
    return ok(now)
  })
}

function describe(
  { excerpt, found, otherCommits, otherPlaces }: CollectedMatch,
  now: CurrentFiles,
  made: Commit | undefined,
): GrepMatch {
  const { anchor, commit, committedAt, file, kind, level, places = otherPlaces, recordedIn, source } = found
  let recorded = recordedIn && recordingOfRegion(recordedIn.annotation, recordedIn.region, made)
  if (recordedIn !== undefined && kind === 'constraint')
    recorded = recordingOfRule(found.text, { corrections: correctionsOfRegion(recordedIn.region, made), recorded })
  const timestamp = commitTime(committedAt)
  const current = file === undefined ? undefined : (now.get(file) ?? file)
  const isGone = file !== undefined && now.has(file) && now.get(file) === undefined
  return {
    commit,
    ...omitUndefined({ timestamp }),
    context_level: level,
    ...omitUndefined({ recorded }),
    ...omitUndefined({ file: current }),
    ...(current !== file && { recorded_file: file ?? '' }),
    ...omitEmpty({ gone: isGone }),
    ...omitUndefined({ anchor }),
    kind,
    text: excerpt,
    ...omitUndefined({ source }),
    ...omitEmpty({ places, also_on: otherCommits, retracted: found.isRetracted }),
  }
}
