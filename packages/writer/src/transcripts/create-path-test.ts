import type { WroteEvent } from './transcript.ts'

/** How to compare paths of a transcript with those of the repository. */
export interface PathRules {
  /** Absolute paths of the repository's working trees, with `/`. */
  readonly roots: readonly string[]
  /**
   * Whether to also match paths in other folders that end like a path of the repository, such as those of another
   * machine.
   */
  readonly anywhere: boolean
}

/** Returns whether a file of the repository is the one that was written. */
export type PathTest = (path: string) => boolean

/** Returns a test for the file that a tool call wrote to; `undefined` if it cannot be in the repository. */
export function createPathTest(
  { path, cwd }: Pick<WroteEvent, 'path' | 'cwd'>,
  rules: PathRules,
): PathTest | undefined {
  if (path === undefined) return undefined
  const absolute = absolutePath(path, cwd)
  for (const root of rules.roots) {
    const top = normalize(root)
    if (absolute.startsWith(`${top}/`)) {
      const inside = absolute.slice(top.length + 1)
      return (file) => file === inside
    }
  }
  if (!rules.anywhere) return undefined
  return (file) => absolute === file || absolute.endsWith(`/${file}`)
}

/** Returns whether a session that worked in a folder may have written to the repository. */
export function touchesRoots(cwd: string, roots: readonly string[]): boolean {
  const dir = normalize(cwd)
  return roots.map(normalize).some((root) => dir === root || dir.startsWith(`${root}/`) || root.startsWith(`${dir}/`))
}

function absolutePath(path: string, cwd: string | undefined): string {
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(path)
  return normalize(isAbsolute || cwd === undefined ? path : `${cwd}/${path}`)
}

function normalize(path: string): string {
  const parts: string[] = []
  const unified = path.replace(/\\/g, '/').replace(/^[A-Z]:/, (drive) => drive.toLowerCase())
  for (const part of unified.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return `${unified.startsWith('/') ? '/' : ''}${parts.join('/')}`
}

/** Returns the file name of a path of any system. */
export function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
