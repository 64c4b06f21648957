import type { BlameHunk, BlameRequest, GitError } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, safeTry, type LineRange, type ResultAsync } from '@chronicle/schema'
import { fetchMissingTrees } from './fetch-missing-trees.ts'
import type { Repository } from './open-repository.ts'
import { createBlameParser } from './parse-blame.ts'
import { readFile } from './read-file.ts'
import { findEntry, isRepoPath, resolveCommit } from './repository-objects.ts'

/** Returns the commit that last changed each line. An absent path, an empty file or a non-file has no lines. */
export function blame(repository: Repository, request: BlameRequest): ResultAsync<readonly BlameHunk[], GitError> {
  return safeTry(async function* () {
    if (!isRepoPath(request.path) || request.ranges?.length === 0) return ok([])
    if (request.at === 'WORKTREE') yield* repository.worktree()
    return blameByGit(repository, request).orElse((error) =>
      error.code === 'git_failed' ? explainFailure(repository, request, error) : err(error),
    )
  })
}

function blameByGit(repository: Repository, request: BlameRequest): ResultAsync<readonly BlameHunk[], GitError> {
  return safeTry(async function* () {
    const { at, path, ranges = [], since = 0 } = request
    if (typeof at === 'object' && since === 0) yield* fetchMissingTrees(repository, [at.commit])
    const { top, shallowEdge } = yield* repository.locate()
    const staged = at === 'INDEX' ? yield* readFile(repository, 'INDEX', path) : undefined
    if (at === 'INDEX' && staged?.kind !== 'file' && staged?.kind !== 'symlink') return ok([])
    const parser = createBlameParser()
    yield* repository.run({
      args: [
        // A configured file of ignored commits would falsify the answer, or its absence would make git fail.
        ...['blame', '--incremental', '--root', '--no-progress', '--no-textconv', '--no-ignore-revs-file'],
        // With a time zone, because git does not read a short number without one as seconds.
        ...(since > 0 ? [`--since=@${Math.floor(since)} +0000`] : []),
        ...ranges.map(({ start, end }) => `-L${start},${end}`),
        ...(staged === undefined ? [] : ['--contents', '-']),
        ...(typeof at === 'object' ? [at.commit] : []),
        ...['--', path],
      ],
      cwd: top,
      onOutput: parser.push,
      ...omitUndefined({ input: staged?.bytes }),
    })
    const isEdge = (hunk: BlameHunk): boolean => hunk.commit !== undefined && shallowEdge.has(hunk.commit)
    return ok(parser.end().map((hunk) => (isEdge(hunk) ? { ...hunk, boundary: true } : hunk)))
  })
}

/** Handles failures of git where the correct answer is that there are no lines, or that no line is committed. */
function explainFailure(
  repository: Repository,
  request: BlameRequest,
  failure: GitError,
): ResultAsync<readonly BlameHunk[], GitError> {
  return safeTry(async function* () {
    const { at, path, ranges } = request
    const [, lineCount] = /has only (\d+) lines?/.exec(failure.message) ?? []
    if (lineCount !== undefined && ranges !== undefined) {
      const inside = clip(ranges, Number(lineCount))
      return inside.length === 0 ? ok([]) : blameByGit(repository, { ...request, ranges: inside })
    }
    const file = yield* readFile(repository, at, path)
    if (file === undefined || file.kind === 'submodule' || file.bytes.length === 0) return ok([])
    if (typeof at === 'object') return err(failure)
    const head = yield* resolveCommit(repository.objects, 'HEAD')
    if (head !== undefined && (yield* findEntry(repository, head, path)) !== undefined) {
      return err(failure)
    }
    const lines = clip(ranges ?? [{ start: 1, end: Infinity }], countLines(file.bytes))
    return ok(
      lines.map((range) => ({
        commit: undefined,
        originalPath: path,
        original: range,
        final: range,
        boundary: false,
      })),
    )
  })
}

function clip(ranges: readonly LineRange[], lineCount: number): readonly LineRange[] {
  return ranges
    .filter(({ start }) => start <= lineCount)
    .map(({ start, end }) => ({ start, end: Math.min(end, lineCount) }))
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte === 10) count++
  return bytes.at(-1) === 10 ? count : count + 1
}
