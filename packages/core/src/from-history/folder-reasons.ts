import {
  ok,
  okAsync,
  safeTry,
  type CommitId,
  type HistoryReason,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { ShownTexts } from '../answer/shown-texts.ts'
import type { NoteRef } from '../contracts/annotation-index.ts'
import { listLog } from '../contracts/list-log.ts'
import { messageReason } from '../notes/message-reason.ts'
import type { OpenedQuery } from '../queries/place-query.ts'
import type { ReadError } from '../read/read-error.ts'
import { fileRole } from '../text/file-role.ts'
import type { FoundReasons } from './history-reasons.ts'
import { reasonOfMessage } from './reason-of-message.ts'
import { withoutRecorded, wordsOfAnnotations } from './recorded-words.ts'
import { quoteMessages } from './quote-messages.ts'
import { withReplacements } from './with-replacements.ts'
import { withoutTaskItems } from './without-task-items.ts'

/** Maximum numbers of newest commits of a folder to examine, and of messages to read. */
const MAX_COMMITS = 120
const MAX_MESSAGES = 60
/** Maximum number of files of a folder to list for a commit. If there are more, none is listed. */
const MAX_NAMED_FILES = 3

/**
 * Finds the reasons in the messages of the newest commits that changed a folder (`''` for the repository), unless they
 * are recorded. If some of these commits changed code, the others are omitted. Returns `undefined` if there is no
 * history source.
 */
export function findFolderReasons(
  folder: RepoPath | '',
  { context, queried, view }: Pick<OpenedQuery, 'context' | 'queried' | 'view'>,
  isRecordedShown: boolean,
): ResultAsync<Omit<FoundReasons, 'tests'> | undefined, ReadError> {
  return safeTry(async function* () {
    const { call, git, historySource } = context
    if (historySource === undefined) return ok(undefined)
    const path = folder === '' ? {} : { path: folder }
    const listed = yield* listLog(git, { from: queried.head, ...path, limit: MAX_COMMITS + 1 }, call)
    const newest = listed.slice(0, MAX_COMMITS).map(({ id }) => id)
    const annotated = yield* view.find(newest, call)
    const recorded = yield* wordsBesideMessages([...annotated.values()], context)
    const silent = newest.filter((id) => !annotated.has(id) || recorded.has(id))
    const paths = yield* git.changedPaths?.(silent, call) ?? okAsync(new Map<CommitId, readonly RepoPath[]>())
    const changing = changingCode(silent, paths, folder)
    const ids = changing.slice(0, MAX_MESSAGES)
    // If there are more, commits older than the last one read were not examined.
    const last = ids.length < changing.length ? ids.at(-1) : undefined
    const looked = last === undefined ? newest.length : newest.indexOf(last) + 1
    const commits = yield* git.readCommits(ids, call)
    const found = ids.flatMap((id) => commits.get(id) ?? [])
    const quotedMessages = quoteMessages(found.map(({ message }) => message))
    const speaking = found.flatMap((commit, index) => {
      const own =
        quotedMessages[index] &&
        withoutRecorded(quotedMessages[index], isRecordedShown ? recorded.get(commit.id) : undefined, {
          showsSubjects: false,
        })
      const reason = own && reasonOfMessage(commit, withoutTaskItems(own, paths.get(commit.id)?.length))
      return reason === undefined ? [] : [withFiles(reason, folder, paths.get(commit.id))]
    })
    const reasons = withReplacements(speaking, found)
    const bound = listed.length > looked ? { newest_only: true as const } : {}
    return ok({ reasons, stats: { commits: looked, speaking: reasons.length, ...bound } })
  })
}

/** Returns the recorded words of those annotated commits whose messages are quoted too. */
function wordsBesideMessages(
  commits: readonly NoteRef[],
  { call, notes }: OpenedQuery['context'],
): ResultAsync<ReadonlyMap<CommitId, ShownTexts>, ReadError> {
  return notes(commits, call).map((read) => {
    const annotations = [...read].flatMap(([commit, { annotation }]) =>
      annotation !== undefined && messageReason(annotation) !== undefined ? [[commit, annotation] as const] : [],
    )
    return wordsOfAnnotations(new Map(annotations))
  })
}

/** Returns the commits that changed code of the folder, or may have. If none did, returns all of them. */
function changingCode(
  commits: readonly CommitId[],
  paths: ReadonlyMap<CommitId, readonly RepoPath[]>,
  folder: RepoPath | '',
): readonly CommitId[] {
  const changing = commits.filter((id) => {
    const changed = paths.get(id) ?? []
    return changed.length === 0 || changed.some((path) => isBelow(path, folder) && fileRole(path) === 'code')
  })
  return changing.length === 0 ? commits : changing
}

function isBelow(path: RepoPath, folder: RepoPath | ''): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

/**
 * Adds the files of the folder that the commit changed. If there are many, the reason is about the change as a whole.
 */
function withFiles(
  reason: HistoryReason,
  folder: RepoPath | '',
  changed: readonly RepoPath[] | undefined,
): HistoryReason {
  if (changed === undefined || changed.length === 0) return reason
  const files = changed.filter((path) => isBelow(path, folder))
  return {
    ...reason,
    files_changed: changed.length,
    ...(files.length > MAX_NAMED_FILES ? { about: 'change' } : { files }),
  }
}
