import { comparePaths, isRefName } from '@chronicle/schema'
import { readNames, readText, type FileSystem } from './file-system.ts'

const MAX_SYMBOLIC_DEPTH = 5

/**
 * Returns the object that a full ref name points to, following symbolic refs, or `undefined` if there is none. Reads
 * the files every time, because git may move the ref in between.
 */
export async function readRef(fs: FileSystem, gitdir: string, name: string): Promise<string | undefined> {
  let ref = name
  for (let depth = 0; depth < MAX_SYMBOLIC_DEPTH; depth++) {
    const content = (await readText(fs, `${gitdir}/${ref}`))?.trim() ?? (await readPackedRef(fs, gitdir, ref))
    const [, target] = /^ref: *(\S.*)$/.exec(content ?? '') ?? []
    // FETCH_HEAD and MERGE_HEAD have more text after the id.
    if (target === undefined) return /^[0-9a-f]{40}(?![0-9a-f])/.exec(content ?? '')?.[0]
    if (!isRefName(target)) return undefined
    ref = target
  }
  return undefined
}

async function readPackedRef(fs: FileSystem, gitdir: string, name: string): Promise<string | undefined> {
  if (!name.startsWith('refs/')) return undefined
  const packed = (await readText(fs, `${gitdir}/packed-refs`)) ?? ''
  const end = packed.indexOf(` ${name}\n`)
  return end < 40 ? undefined : packed.slice(end - 40, end)
}

/** Returns the names of branches, tags and remote-tracking branches, as users type them. */
export async function readRefNames(fs: FileSystem, gitdir: string): Promise<readonly string[]> {
  const packed = [...((await readText(fs, `${gitdir}/packed-refs`)) ?? '').matchAll(/^[0-9a-f]{40} (refs\/\S+)$/gmu)]
  const found = packed.map(([, name = '']) => name)
  const folders = ['refs/heads', 'refs/tags', 'refs/remotes']
  for (const folder of folders) found.push(...(await looseRefs(fs, gitdir, folder)))
  const names = found.flatMap((name) => /^refs\/(?:heads|tags|remotes)\/(.+)$/u.exec(name)?.[1] ?? [])
  return [...new Set(names)].sort(comparePaths)
}

async function looseRefs(fs: FileSystem, gitdir: string, folder: string): Promise<readonly string[]> {
  const below = (await readNames(fs, `${gitdir}/${folder}`)).map((name) => `${folder}/${name}`).filter(isRefName)
  const found = await Promise.all(
    below.map(async (name) => {
      if ((await readRef(fs, gitdir, name)) !== undefined) return [name]
      return looseRefs(fs, gitdir, name)
    }),
  )
  return found.flat()
}
