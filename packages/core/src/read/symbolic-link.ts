import type { CodedError, Diagnostic, RepoPath } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { FileContent } from '../contracts/git-backend.ts'
import { neutralisePath } from '../format/neutralise-text.ts'

/** Where a symbolic link leads. */
export interface LinkTarget {
  /** As the link says it. */
  readonly text: string
  /** The path in the repository that it leads to, whether or not that is there. Absent: it leads out of it. */
  readonly path?: RepoPath
}

interface FileAt {
  readonly path: RepoPath
  readonly content: FileContent
}

/** Reads a symbolic link. */
export function linkTarget(link: RepoPath, { bytes }: Pick<FileContent, 'bytes'>): LinkTarget {
  const text = new TextDecoder().decode(bytes)
  if (text.startsWith('/')) return { text }
  const segments = link.split('/').slice(0, -1)
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return { text }
  }
  return segments.length === 0 ? { text } : { text, path: segments.join('/') as RepoPath }
}

/** The error about a unit or lines of a symbolic link, which has none. `undefined`: the file is no link. */
export function linkHasNoUnits({ path, content }: FileAt): CodedError<'not_a_file'> | undefined {
  if (content.kind !== 'symlink') return undefined
  const target = linkTarget(path, content)
  const message = `${describeLink(path, target)} It has no units and lines of its own.${askInstead(target)}`
  return codedError('not_a_file', message, { data: { path, leads_to: target.path ?? target.text } })
}

/** Says of a whole file that it is a symbolic link, so that what it leads to is not taken for what is answered. */
export function linkNotice({ path, content }: FileAt): Diagnostic | undefined {
  if (content.kind !== 'symlink') return undefined
  const target = linkTarget(path, content)
  const message = `${describeLink(path, target)} This is about the link itself.${askInstead(target)}`
  return { code: 'symbolic_link', severity: 'warning', message, path }
}

/** The first sentence about a link. */
export function describeLink(link: RepoPath, { text, path }: LinkTarget): string {
  const outside = path === undefined ? ', outside of the repository' : ''
  return `${neutralisePath(link)} is a symbolic link to ${neutralisePath(path ?? text)}${outside}.`
}

function askInstead({ path }: LinkTarget): string {
  return path === undefined ? '' : ` Name ${neutralisePath(path)} instead.`
}
