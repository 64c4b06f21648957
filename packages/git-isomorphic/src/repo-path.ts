/** Whether a text is a path that a repository can contain: no empty, `.`, `..` or `.git` segment, no NUL. */
export function isRepoPath(path: string): boolean {
  return (
    !path.includes('\0') &&
    path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git')
  )
}

/** Orders texts as their UTF-8 bytes are ordered, which is how git orders paths. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at)
    const two = b.charCodeAt(at)
    // Surrogates stand for the highest code points, but are not the highest code units.
    if (one !== two) return rank(one) - rank(two)
  }
  return a.length - b.length
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
