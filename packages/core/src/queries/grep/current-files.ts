import {
  formatPlace,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type GrepMatch,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import { recordingOfRule } from '../../format/describe-region.ts'
import { unitNamed } from '../../read/find-current-unit.ts'
import { correctionsOfRegion, recordingOfRegion } from '../../read/recording-of-region.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { OpenedQuery } from '../place-query.ts'
import { currentPaths } from '../renamed-paths.ts'
import type { CollectedMatch } from './collect-matches.ts'

/** Maximum number of recorded files to follow that no longer exist; each may require a walk of the history. */
const MAX_FOLLOWED = 20

/** Returns matches in the form of the answer: with the current names of their files, and who recorded them. */
export function toCurrentMatches(
  collected: readonly CollectedMatch[],
  opened: OpenedQuery,
): ResultAsync<readonly GrepMatch[], ReadError> {
  return safeTry(async function* () {
    const recorded = collected.flatMap(({ found: { file } }) => (file as RepoPath | undefined) ?? [])
    const files: ReadonlyMap<string, RepoPath | undefined> = yield* currentPaths(recorded, opened, MAX_FOLLOWED)
    const { call, git } = opened.context
    const commits = yield* git.readCommits([...new Set(collected.map(({ found }) => found.commit))], call)
    const matches: GrepMatch[] = []
    for (const each of collected) {
      const { anchor = '', commit, file } = each.found
      const unit = yield* anchor === '' || file === undefined
        ? ok({})
        : await whereUnitIs(anchor, files.get(file) ?? file, opened)
      matches.push({ ...describe(each, files, commits.get(commit)), ...unit })
    }
    return ok(matches)
  })
}

function whereUnitIs(
  anchor: string,
  file: string,
  { placing: { unitNow, unitsOf } }: OpenedQuery,
): ResultAsync<Pick<GrepMatch, 'anchor_gone' | 'moved_to'>, ReadError> {
  return safeTry(async function* () {
    const now = yield* await unitNow(anchor, file)
    if (now !== undefined) return ok({ moved_to: formatPlace({ file: now.path, anchor: now.name }) })
    const units = await unitsOf(file)
    return ok(omitEmpty({ anchor_gone: units !== undefined && unitNamed(units, anchor) === undefined }))
  })
}

function describe(
  { excerpt, found, otherCommits, otherPlaces }: CollectedMatch,
  now: ReadonlyMap<string, RepoPath | undefined>,
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
