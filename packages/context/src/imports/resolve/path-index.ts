import { groupBy, type RepoPath } from '@chronicle/schema'

/** An index of the paths of one state of the repository. */
export interface PathIndex {
  readonly paths: readonly RepoPath[]
  /** Returns the path if such a file exists. */
  file(path: string | undefined): RepoPath | undefined
  /** Whether the folder contains a file, at any depth. The root is `''`. */
  isFolder(path: string): boolean
  /** Returns the files directly in a folder. */
  filesIn(folder: string): readonly RepoPath[]
  /** Returns the files of that name, in any folder. */
  named(name: string): readonly RepoPath[]
  /** Returns the files whose last segments equal the suffix. */
  endingWith(suffix: string): readonly RepoPath[]
  /** Returns the folders whose last segments equal the suffix. */
  foldersEndingWith(suffix: string): readonly string[]
}

/** Indexes a list of paths. */
export function createPathIndex(paths: readonly RepoPath[]): PathIndex {
  const files: ReadonlySet<string> = new Set(paths)
  const folders = new Map<string, RepoPath[]>([['', []]])
  for (const path of paths) {
    for (const folder of foldersAbove(folderOf(path))) if (!folders.has(folder)) folders.set(folder, [])
    folders.get(folderOf(path))?.push(path)
  }
  const names = groupBy(paths, nameOf)
  const folderNames = groupBy(folders.keys(), nameOf)
  const named = (name: string): readonly RepoPath[] => names.get(name) ?? []
  return {
    paths,
    file: (path) => (path !== undefined && files.has(path) ? (path as RepoPath) : undefined),
    isFolder: (path) => folders.has(path),
    filesIn: (folder) => folders.get(folder) ?? [],
    named,
    endingWith: (suffix) => named(nameOf(suffix)).filter((path) => endsWithSegments(path, suffix)),
    foldersEndingWith: (suffix) =>
      (folderNames.get(nameOf(suffix)) ?? []).filter((folder) => endsWithSegments(folder, suffix)),
  }
}

function endsWithSegments(path: string, suffix: string): boolean {
  return path === suffix || path.endsWith(`/${suffix}`)
}

/** Returns the folder of a path, `''` for the root. The root is its own folder. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}

/** Returns the last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Resolves a path relative to a folder of the repository. Returns `undefined` if the result is outside of it, or if an
 * argument is absent.
 */
export function joinPath(folder: string | undefined, relative: string | undefined): string | undefined {
  if (folder === undefined || relative === undefined) return undefined
  const segments = folder === '' ? [] : folder.split('/')
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}

/** Yields the folder and its ancestors, nearest first and the root last. */
export function* foldersAbove(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at
    if (at === '') return
  }
}

/** Whether a path lies in a folder, at any depth. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}
