import { distance } from 'fastest-levenshtein'
import { nearestNames } from './match-anchor.ts'

/** Paths further down a longer list are not compared. */
const MAX_COMPARED = 20_000

/**
 * Up to five paths that may have been meant: files of the same name first, whatever its case and the closest to the top
 * first, then those spelled alike. None where nothing is near.
 */
export function nearestPaths(path: string, files: readonly string[]): readonly string[] {
  const name = nameOf(path)
  const sameName = files.filter((file) => nameOf(file) === name).sort((a, b) => awayFrom(path, a) - awayFrom(path, b))
  const alike = nearestNames(path, files.slice(0, MAX_COMPARED), 3).filter((file) => isNear(path, file))
  return [...new Set([...sameName.slice(0, 3), ...alike])].slice(0, 5)
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? path).toLowerCase()
}

/** Folders between two paths: those that only one of them is in. */
function awayFrom(path: string, file: string): number {
  const [one, other] = [path.split('/').slice(0, -1), file.split('/').slice(0, -1)]
  const shared = one.findIndex((folder, depth) => folder !== other[depth])
  return one.length + other.length - 2 * (shared < 0 ? one.length : shared)
}

/** A third of the letters may be others, in the whole path or in the name of the file. */
function isNear(path: string, file: string): boolean {
  return isAlike(path.toLowerCase(), file.toLowerCase()) || isAlike(nameOf(path), nameOf(file))
}

function isAlike(one: string, other: string): boolean {
  return distance(one, other) <= Math.min(one.length, other.length) / 3
}
