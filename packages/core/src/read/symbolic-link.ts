import type { CodedError, Diagnostic, RepoPath } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { FileContent } from '../contracts/git-backend.ts'
import { neutralisePath } from '../format/neutralise-text.ts'

/** The target of a symbolic link. */
export interface LinkTarget {
  /** The target as written in the link. */
  readonly text: string
  /** The repository path of the target, whether or not it exists. Absent when the target is outside the repository. */
  readonly path?: RepoPath
}

interface FileAt {
  readonly path: RepoPath
  readonly content: FileContent
}

/** Resolves the target of a symbolic link. */
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

/**
 * Returns the error for a query about a unit or lines of a symbolic link, which has none. `undefined` when the file is
 * not a link.
 */
export function linkHasNoUnits({ path, content }: FileAt): CodedError<'not_a_file'> | undefined {
  if (content.kind !== 'symlink') return undefined
  const target = linkTarget(path, content)
  const message = `${describeLink(path, target)} It has no units and lines of its own.${askInstead(target)}`
  return codedError('not_a_file', message, { data: { path, leads_to: target.path ?? target.text } })
}

/**
 * Returns a notice that a whole file is a symbolic link, so that the answer is not mistaken for one about its target.
 */
export function linkNotice({ path, content }: FileAt): Diagnostic | undefined {
  if (content.kind !== 'symlink') return undefined
  const target = linkTarget(path, content)
  const message = `${describeLink(path, target)} This is about the link itself.${askInstead(target)}`
  return { code: 'symbolic_link', severity: 'warning', message, path }
}

/** Returns the first sentence of a message about a link. */
export function describeLink(link: RepoPath, { text, path }: LinkTarget): string {
  const outside = path === undefined ? ', outside of the repository' : ''
  return `${neutralisePath(link)} is a symbolic link to ${neutralisePath(path ?? text)}${outside}.`
}

function askInstead({ path }: LinkTarget): string {
  return path === undefined ? '' : ` Name ${neutralisePath(path)} instead.`
}
