import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { commitTime } from '../contracts/commit-time.ts'
import type { FileContent } from '../contracts/git-backend.ts'
import { listLog } from '../contracts/list-log.ts'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'
import { fileRole } from '../text/file-role.ts'
import { findMissingFile } from './find-gone.ts'
import { nearestPaths } from './nearest-paths.ts'
import { shownName } from '../text/shown-name.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import { describeLink, linkTarget, type LinkTarget } from './symbolic-link.ts'

/** Returns the error for a missing file, with the path that may have been meant. */
export async function missingFileError(
  path: RepoPath,
  { head, at }: Pick<QueriedCommit, 'head' | 'at'>,
  edited: FileContent | undefined,
  context: ReadContext,
): Promise<ReadError> {
  const { git, call } = context
  const revision = at === 'WORKTREE' || at === 'INDEX' ? 'HEAD' : at
  const shown = shownName(path)
  const message = `File not found: ${shown}. Does it exist at ${revision}?`
  const submodule = await enclosingSubmodule(path, head, { git, call })
  if (submodule !== undefined) {
    const inner = `${shown} is inside the submodule ${neutralisePath(submodule)}. Run the query there.`
    return codedError('file_not_found', inner, { data: { path, submodule, nearest: [] } })
  }
  const link = await enclosingLink(path, head, { git, call })
  if (link !== undefined) {
    const behind = `File not found: ${shown}. ${describeLink(link.folder, link.target)}`
    const { path: folder } = link.target
    if (folder === undefined) return codedError('file_not_found', behind, { data: { path, nearest: [] } })
    const meant = `${folder}${path.slice(link.folder.length)}`
    const hint = `Name ${neutralisePath(meant)} instead.`
    return codedError('file_not_found', `${behind} ${hint}`, { data: { path, nearest: [meant] } })
  }
  // After an abort, nothing that was searched for is known to be absent.
  if (call.signal?.aborted === true) return codedError('aborted', 'The call was aborted before the file was found.')
  if (edited !== undefined) {
    const uncommitted = `File not found: ${shown} is not committed yet, so nothing is recorded about it. A check tells what is recorded about code that was moved into it.`
    return codedError('file_not_found', uncommitted, { data: { path, nearest: [] } })
  }
  const files = await git.listFiles({ commit: head }, undefined, call)
  if (files.isErr()) {
    if (files.error.code === 'aborted') return files.error
    return codedError('file_not_found', message, { data: { path }, cause: files.error })
  }
  const inside = files.value.filter((file) => file.startsWith(`${path}/`))
  if (inside.length > 0) {
    const isCode = (file: string): number => (fileRole(file) === 'code' ? 1 : 0)
    inside.sort((a, b) => isCode(b) - isCode(a))
    const folder = `${shown} is a folder. Name files in it, for example ${inside.slice(0, 3).map(neutralisePath).join(', ')}; a summary covers all of it.`
    return codedError('not_a_file', folder, { data: { path, files: inside.slice(0, 20) } })
  }
  const file = files.value.find((known) => path.startsWith(`${known}#`))
  if (file !== undefined) {
    const unit = neutralisePath(path.slice(file.length + 1))
    const hint = `${neutralisePath(file)} does. Name a unit in it with an anchor: ${unit}.`
    return codedError('file_not_found', `${message} ${hint}`, { data: { path, nearest: [file] } })
  }
  const gone = await findGoneFolder(path, head, context)
  if (gone.isErr()) return gone.error
  if (gone.value !== undefined) {
    const { commit, now = [], since } = gone.value
    const moved = now.map((each) => ` A file of it is now ${neutralisePath(each)}.`).join('')
    const before = ` A summary at ${commit.slice(0, 12)}^ has what was known about it.`
    const hint = `File not found: ${shown}. It was a folder, which ${since}${moved}${before}`
    return codedError('file_not_found', hint, { data: { path, nearest: now, commit } })
  }
  const nearest = nearestPaths(path, files.value)
  const unit = /[/.]/.test(path) ? '' : ` Name a unit with its file: <path>:${shown}.`
  const hint = nearest.length === 0 ? '' : ` Nearest paths: ${nearest.map(neutralisePath).join(', ')}`
  return codedError('file_not_found', message + unit + hint, { data: { path, nearest } })
}

/** Maximum number of files of a folder that is gone for which a current path is searched. */
const MAX_FOLLOWED = 5

/** A folder that a commit removed. */
interface GoneFolder {
  readonly commit: CommitId
  /** Describes the commit: `is gone since 3f2a1c9 (2026-01-31): Drop the old client.` */
  readonly since: string
  /** The current path of one of its files. Absent if the first of them were deleted. */
  readonly now?: readonly [RepoPath]
}

function findGoneFolder(
  path: RepoPath,
  head: QueriedCommit['head'],
  context: ReadContext,
): ResultAsync<GoneFolder | undefined, ReadError> {
  const { call, git } = context
  return safeTry(async function* () {
    const [last] = yield* listLog(git, { from: head, path, limit: 1 }, call)
    for (const parent of last?.parents ?? []) {
      const files = yield* git.listFiles({ commit: parent }, path, call)
      if (last === undefined || files.length === 0) continue
      const date = commitTime(last.committedAt)?.slice(0, 10) ?? ''
      const since = `is gone since ${last.id.slice(0, 7)} (${date}): ${neutralise(last.subject)}.`
      for (const file of files.slice(0, MAX_FOLLOWED)) {
        const lost = yield* findMissingFile(file, { head }, context)
        if (lost !== undefined && 'renamedTo' in lost) return ok({ commit: last.id, since, now: [lost.renamedTo] })
      }
      return ok({ commit: last.id, since })
    }
    return ok(undefined)
  })
}

/** Returns the submodule that contains a path; its files belong to another repository. */
export async function enclosingSubmodule(
  path: RepoPath,
  head: QueriedCommit['head'],
  seams: Pick<ReadContext, 'git' | 'call'>,
): Promise<string | undefined> {
  return (await enclosing('submodule', path, head, seams))?.folder
}

/** Returns the symbolic link that a path leads through; git has no files behind a link. */
async function enclosingLink(
  path: RepoPath,
  head: QueriedCommit['head'],
  seams: Pick<ReadContext, 'git' | 'call'>,
): Promise<{ readonly folder: RepoPath; readonly target: LinkTarget } | undefined> {
  const found = await enclosing('symlink', path, head, seams)
  return found && { folder: found.folder, target: linkTarget(found.folder, found.content) }
}

/** Maximum number of folders that are inspected. No project nests a submodule or a link deeper. */
const MAX_DEPTH = 64

async function enclosing(
  kind: FileContent['kind'],
  path: RepoPath,
  head: QueriedCommit['head'],
  { git, call }: Pick<ReadContext, 'git' | 'call'>,
): Promise<{ readonly folder: RepoPath; readonly content: FileContent } | undefined> {
  const segments = path.split('/')
  for (let length = 1; length < segments.length && length <= MAX_DEPTH; length++) {
    const folder = segments.slice(0, length).join('/') as RepoPath
    const entry = await git.readFile({ commit: head }, folder, call)
    if (entry.isOk() && entry.value?.kind === kind) return { folder, content: entry.value }
  }
  return undefined
}
