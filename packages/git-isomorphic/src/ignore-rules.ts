import { isIgnored } from 'isomorphic-git'
import { readText, replaceFunctions, type FileSystem } from './file-system.ts'

/**
 * Returns a function that tells whether git ignores a path, by the `.gitignore` files and `info/exclude`. The path of a
 * folder ends with a slash. Does not read the user's `core.excludesFile`. Caches the files, because isomorphic-git
 * reads them again for every path, and decodes them, because it expects text and not every file system returns that.
 */
export function createIgnoreRules(place: {
  readonly fs: FileSystem
  readonly dir: string
  readonly gitdir: string
}): (path: string) => Promise<boolean> {
  const texts = new Map<string, Promise<string | undefined>>()
  const read = (path: string): Promise<string | undefined> => {
    const known = texts.get(path) ?? readText(place.fs, path)
    texts.set(path, known)
    return known
  }
  const absent = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  const fs = replaceFunctions(place.fs, {
    async readFile(path) {
      // isomorphic-git calls the function without a path to detect whether it returns a promise.
      const text = typeof path === 'string' ? await read(path) : undefined
      if (text === undefined) throw absent
      return text
    },
  })
  return (path) => isIgnored({ fs, dir: place.dir, gitdir: place.gitdir, filepath: path })
}
