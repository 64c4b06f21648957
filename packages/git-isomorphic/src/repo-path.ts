/** Whether a text is a path that a repository can contain: no empty, `.`, `..` or `.git` segment, no NUL. */
export function isRepoPath(path: string): boolean {
  return (
    !path.includes('\0') &&
    path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git')
  )
}
