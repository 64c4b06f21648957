import { isAbsolute, relative, sep } from 'node:path'

/** Whether a path is a folder or below it. */
export function isWithin(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}
