import type { BlameHunk, BlameRequest } from '@chronicle/core/contracts'
import { omitUndefined, type LineRange } from '@chronicle/schema'
import { GitFailure } from './git-failure.ts'
import type { Repository } from './open-repository.ts'
import { createBlameParser } from './parse-blame.ts'
import { readFile } from './read-file.ts'
import { findEntry, isRepoPath, resolveCommit } from './repository-objects.ts'

/** Who last changed each line. What is absent, empty or no file has no lines. */
export async function blame(repository: Repository, request: BlameRequest): Promise<readonly BlameHunk[]> {
  if (!isRepoPath(request.path) || request.ranges?.length === 0) return []
  if (request.at === 'WORKTREE') await repository.worktree()
  try {
    return await blameByGit(repository, request)
  } catch (error) {
    if (!(error instanceof GitFailure) || error.error.code !== 'git_failed') throw error
    return explainFailure(repository, request, error)
  }
}

async function blameByGit(repository: Repository, request: BlameRequest): Promise<readonly BlameHunk[]> {
  const { at, path, ranges = [], since = 0 } = request
  const { top, shallowEdge } = await repository.locate()
  const staged = at === 'INDEX' ? await readFile(repository, 'INDEX', path) : undefined
  if (at === 'INDEX' && staged?.kind !== 'file' && staged?.kind !== 'symlink') return []
  const parser = createBlameParser()
  await repository.run({
    args: [
      // A configured file of ignored commits would falsify the answer, or be missing and make git fail.
      ...['blame', '--incremental', '--root', '--no-progress', '--no-textconv', '--no-ignore-revs-file'],
      // With a zone, because git takes a short number without one for something else than seconds.
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
  return parser.end().map((hunk) => (isEdge(hunk) ? { ...hunk, boundary: true } : hunk))
}

/** Git fails where the answer is that there are no lines, or that none of them is committed. */
async function explainFailure(
  repository: Repository,
  request: BlameRequest,
  failure: GitFailure,
): Promise<readonly BlameHunk[]> {
  const { at, path, ranges } = request
  const [, lineCount] = /has only (\d+) lines?/.exec(failure.message) ?? []
  if (lineCount !== undefined && ranges !== undefined) {
    const inside = clip(ranges, Number(lineCount))
    return inside.length === 0 ? [] : blameByGit(repository, { ...request, ranges: inside })
  }
  const file = await readFile(repository, at, path)
  if (file === undefined || file.kind === 'submodule' || file.bytes.length === 0) return []
  if (typeof at === 'object') throw failure
  const head = await resolveCommit(repository.objects, 'HEAD')
  if (head !== undefined && (await findEntry(repository.objects, head, path)) !== undefined) throw failure
  const lines = clip(ranges ?? [{ start: 1, end: Infinity }], countLines(file.bytes))
  return lines.map((range) => ({
    commit: undefined,
    originalPath: path,
    original: range,
    final: range,
    boundary: false,
  }))
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
