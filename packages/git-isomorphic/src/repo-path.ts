import { isUtf8Path } from '@chronicle/schema'

/** Whether a text is a possible repository path: no empty, `.`, `..` or `.git` segment, no NUL, UTF-8. */
export function isRepoPath(path: string): boolean {
  return (
    !path.includes('\0') &&
    isUtf8Path(path) &&
    path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git')
  )
}
