import { nearestNames } from './match-anchor.ts'

/** Paths further down a longer list are not compared. */
const MAX_COMPARED = 20_000

/** Up to five paths that may have been meant: files of the same name first, then those spelled most alike. */
export function nearestPaths(path: string, files: readonly string[]): readonly string[] {
  const name = path.split('/').at(-1)
  const sameName = files.filter((file) => file.split('/').at(-1) === name).slice(0, 3)
  const alike = nearestNames(path, files.slice(0, MAX_COMPARED), 3)
  return [...new Set([...sameName, ...alike])].slice(0, 5)
}
