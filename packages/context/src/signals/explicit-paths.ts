import type { RepoPath, TaskQuery } from '@chronicle/schema'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import { signal, type Signal } from './signal.ts'
import { createPathIndex } from '../imports/resolve/path-index.ts'
import { memoizeWeakly } from '../memoize.ts'

/** Scores by the kind of reference to a file, most certain first. */
const BY_PATH = 4
const BY_FRAME = 3
const BY_MODULE = 2
const BY_NAME = 1
/** Maximum number of files whose path ends with a name. A more common name identifies none of them. */
const MAX_MATCHING_FILES = 5
/** Maximum number of segments of a name to match. A longer name is not a path of a repository. */
const MAX_SEGMENTS = 30

/** Scores files that the task names, by path, stack frame or module. */
export const explicitPathsSignal: Signal = signal('explicit_paths', ({ query, snapshot }) =>
  namedFiles(query, snapshot),
)

/**
 * Returns the files that a task names, with higher scores for more certain references. If several files match a name,
 * its score is divided among them.
 */
export function namedFiles(query: TaskQuery, snapshot: KnowledgeSnapshot): ReadonlyMap<RepoPath, number> {
  const bySuffix = suffixIndex(snapshot)
  const scores = new Map<RepoPath, number>()
  const add = (paths: readonly RepoPath[], score: number): void => {
    if (paths.length > MAX_MATCHING_FILES) return
    for (const path of paths) scores.set(path, Math.max(scores.get(path) ?? 0, score / paths.length))
  }
  for (const hint of query.file_hints) add(filesOfHint(hint, bySuffix), hint.includes('/') ? BY_PATH : BY_NAME)
  for (const { path } of query.frames) add(filesOfHint(path, bySuffix), BY_FRAME)
  for (const name of query.modules) {
    const parts = name.split('.').slice(0, MAX_SEGMENTS)
    // `flask.json.provider.dumps` may be a module or a name inside one.
    for (let end = parts.length; end >= 2; end--) {
      const paths = filesOfModule(parts.slice(0, end), bySuffix)
      if (paths.length === 0) continue
      add(paths, BY_MODULE)
      break
    }
  }
  return scores
}

/** Returns the files that a path of a stack frame may mean. */
export function filesOfFrame(path: string, snapshot: KnowledgeSnapshot): readonly RepoPath[] {
  const paths = filesOfHint(path, suffixIndex(snapshot))
  return paths.length > MAX_MATCHING_FILES ? [] : paths
}

type SuffixIndex = (suffix: string) => readonly RepoPath[]

/** Returns a function that finds files by the last whole segments of their path. */
const suffixIndex = memoizeWeakly(({ files }: KnowledgeSnapshot): SuffixIndex => {
  const index = createPathIndex(files.map(({ path }) => path))
  return (suffix) => index.endingWith(suffix)
})

/**
 * Finds files by the longest suffix of a path that matches any file, which also covers paths on other machines and in
 * installed packages.
 */
function filesOfHint(hint: string, bySuffix: SuffixIndex): readonly RepoPath[] {
  const segments = withoutMention(hint, (path) => bySuffix(path).length > 0)
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .slice(-MAX_SEGMENTS)
  for (let from = 0; from < segments.length; from++) {
    // The last segment of a longer path is a weak hint: many files are called `index.js`.
    if (from > 0 && from === segments.length - 1 && /^(?:index|__init__|mod|main|utils?)\./.test(segments[from] ?? ''))
      return []
    const suffix = segments.slice(from).join('/')
    for (const candidate of [suffix, ...sourcesOf(suffix)]) {
      const paths = bySuffix(candidate)
      if (paths.length > 0) return paths
    }
  }
  return []
}

/** Returns the source files from which a file may be built. */
function sourcesOf(path: string): readonly string[] {
  const stem = /^(?<stem>.*)\.[cm]?jsx?$/.exec(path)?.groups?.['stem']
  return stem === undefined ? [] : [`${stem}.ts`, `${stem}.tsx`, `${stem}.mts`]
}

function filesOfModule(parts: readonly string[], bySuffix: SuffixIndex): readonly RepoPath[] {
  const path = parts.join('/')
  for (const candidate of [`${path}.py`, `${path}/__init__.py`, `${path}.java`, `${path}.kt`, `${path}.rs`]) {
    const paths = bySuffix(candidate)
    if (paths.length > 0) return paths
  }
  return []
}

/** Returns the path of a hint: agents mention a file as `@path`, but `@types/a.d.ts` may be its path. */
export function withoutMention(hint: string, exists: (path: string) => boolean): string {
  return exists(hint) ? hint : hint.replace(/^@/, '')
}
