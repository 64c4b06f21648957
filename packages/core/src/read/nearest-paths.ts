import { distance } from 'fastest-levenshtein'
import { nearestNames } from './match-anchor.ts'

/** Maximum number of paths to compare; the rest of a longer list is ignored. */
const MAX_COMPARED = 20_000

/**
 * Returns up to five paths that may have been meant: files with the same name first, regardless of case and with the
 * nearest folder first, then those spelled alike. `runCli`, the name of a unit, is near `src/run-cli.ts`. Empty when
 * nothing is near.
 */
export function nearestPaths(path: string, files: readonly string[]): readonly string[] {
  const name = nameOf(path)
  const stem = name.includes('.') ? undefined : stemOf(name) || undefined
  const sameName = files
    .filter((file) => nameOf(file) === name || stemOf(nameOf(file)) === stem)
    .sort((a, b) => folderDistance(path, a) - folderDistance(path, b))
  const alike = nearestNames(path, files.slice(0, MAX_COMPARED), 3).filter((file) => isNear(path, file))
  return [...new Set([...sameName.slice(0, 3), ...alike])].slice(0, 5)
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? path).toLowerCase()
}

/** Returns a file name without its extension and what separates its words. */
function stemOf(name: string): string {
  return name.replace(/\.\w+$|[-_]/g, '')
}

/** Returns the distance between two paths: the number of folders that only one of them is in. */
function folderDistance(path: string, file: string): number {
  const [one, other] = [path.split('/').slice(0, -1), file.split('/').slice(0, -1)]
  const shared = one.findIndex((folder, depth) => folder !== other[depth])
  return one.length + other.length - 2 * (shared < 0 ? one.length : shared)
}

/** Whether at most a third of the characters differ, in the whole path or in the file name. */
function isNear(path: string, file: string): boolean {
  return isAlike(path.toLowerCase(), file.toLowerCase()) || isAlike(nameOf(path), nameOf(file))
}

function isAlike(one: string, other: string): boolean {
  return distance(one, other) <= Math.min(one.length, other.length) / 3
}
