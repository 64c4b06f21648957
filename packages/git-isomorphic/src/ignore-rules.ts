import { isIgnored } from 'isomorphic-git'
import { readText, replaceFunctions, type FileSystem } from './file-system.ts'

/**
 * Answers whether git ignores a path, by the `.gitignore` files and `info/exclude`; a folder's path ends with a slash.
 * The user's own `core.excludesFile` is not looked at. isomorphic-git reads the files again for every question, so they
 * are kept; and it expects text, which not every file system returns.
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
      // isomorphic-git finds out by a call without a path whether the functions return promises.
      const text = typeof path === 'string' ? await read(path) : undefined
      if (text === undefined) throw absent
      return text
    },
  })
  return (path) => isIgnored({ fs, dir: place.dir, gitdir: place.gitdir, filepath: path })
}
