import {
  replaceFunctions,
  readNames,
  type FileStatus,
  type FileSystem,
  type FileSystemPromises,
} from './file-system.ts'

/**
 * The file system that isomorphic-git uses for objects. For every object, isomorphic-git searches the loose objects
 * first and then lists the packs again; here cached listings answer that until `forget`. New objects are written to a
 * temporary file and renamed, so that nobody sees a partial one.
 */
export interface ObjectFiles {
  readonly fs: FileSystem
  /** Clears the listings. Called when an object was not found, because it may be newer than they are. */
  forget(): void
}

const FOLDER: FileStatus = {
  isFile: () => false,
  isDirectory: () => true,
  isSymbolicLink: () => false,
  mtimeMs: 0,
}

/** Wraps a file system for the objects of one repository. */
export function createObjectFiles(base: FileSystem, gitdir: string): ObjectFiles {
  const { promises } = base
  const objects = `${gitdir}/objects/`
  const absent = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  let listings = new Map<string, Promise<ReadonlySet<string>>>()
  let written = 0

  const list = (folder: string): Promise<ReadonlySet<string>> => {
    const known = listings.get(folder)
    if (known) return known
    const listing = readNames(base, folder).then((names) => new Set(names))
    listings.set(folder, listing)
    // A failure is not cached, so the next call retries.
    listing.catch(() => listings.delete(folder))
    return listing
  }

  const readFile: FileSystemPromises['readFile'] = async (path) => {
    // isomorphic-git calls the function like this to detect whether it returns a promise.
    if (typeof path !== 'string') throw absent
    const [, folder, name] = /^(.*\/[0-9a-f]{2})\/([0-9a-f]{38})$/.exec(path) ?? []
    if (folder !== undefined && name !== undefined && !(await list(folder)).has(name)) throw absent
    return promises.readFile(path)
  }
  const writeFile: FileSystemPromises['writeFile'] = async (path, data, options) => {
    const rename = promises.rename?.bind(promises)
    if (rename === undefined || !path.startsWith(objects)) return promises.writeFile(path, data, options)
    const temporary = `${path.slice(0, path.lastIndexOf('/'))}/tmp_obj_${path.slice(-38)}_${written++}`
    await promises.writeFile(temporary, data, { flag: 'wx' })
    await rename(temporary, path)
    listings = new Map()
    return undefined
  }
  return {
    fs: replaceFunctions(base, {
      readFile,
      writeFile,
      readdir: async (path) => [...(await list(path))],
      stat: async (path) => (path === gitdir ? FOLDER : promises.stat(path)),
    }),
    forget: () => {
      listings = new Map()
    },
  }
}
