import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { omitUndefined } from '@chronicle/schema'
import { withStartFlags, hasStartFlags } from './unoptimised.ts'

/** The function that wraps a CommonJS module in Node. */
type ModuleBody = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  file: string,
  folder: string,
) => void

const UNUSED_AFTER_MS = 14 * 24 * 3600 * 1000
/** A process that ran for longer may have compiled functions that the process that wrote the cache did not need. */
const LONG_RUN_SECONDS = 0.4
/** The cache is replaced when the new data is larger by this factor. */
const MORE = 1.1

/**
 * Runs a CommonJS program with code that an earlier run compiled, because compiling takes longer than a read. Without a
 * cache folder, every run compiles. Only modules of the program's own folder are cached; the build wraps each in its
 * function, because a text that is wrapped here is copied first. V8 checks its version, its flags and the length of the
 * text; the file name contains the rest. `module.enableCompileCache` of newer Node versions stores code compiled under
 * the flags set at the end, which no start accepts.
 */
export function runWithCodeCache(main: string, cacheFolder: string | undefined, version: string): void {
  const folder = dirname(main)
  const require = createRequire(main)
  const loaded = new Map<string, { exports: object }>()
  const scripts: { readonly kept: string; readonly keptBytes: number; readonly script: Script }[] = []
  const keptFile = (name: string, file: string): string | undefined => {
    if (cacheFolder === undefined) return undefined
    const { size, mtimeMs } = statSync(file)
    return join(cacheFolder, `${name}-${version}-${size}-${Math.trunc(mtimeMs)}-${process.version}-${process.arch}`)
  }

  const load = (name: string): object => {
    const known = loaded.get(name)
    if (known !== undefined) return known.exports
    const file = join(folder, name)
    const kept = keptFile(name, file)
    const cachedData = kept === undefined ? undefined : readIfThere(kept)
    // The build leaves only ASCII characters; as UTF-8 they would be checked one by one.
    const text = readFileSync(file, 'latin1')
    const script = withStartFlags(() => new Script(text, { filename: file, ...omitUndefined({ cachedData }) }))
    if (kept !== undefined) {
      scripts.push({ kept, keptBytes: script.cachedDataRejected === true ? 0 : (cachedData?.length ?? 0), script })
    }
    const module = { exports: {} }
    loaded.set(name, module)
    const body = script.runInThisContext() as ModuleBody
    body(module.exports, (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id)), module, file, folder)
    return module.exports
  }

  // At the exit it is known which functions are used.
  process.once('exit', () => {
    if (!hasStartFlags()) return
    withStartFlags(() => {
      const isLong = process.uptime() > LONG_RUN_SECONDS
      for (const { kept, keptBytes, script } of scripts) {
        if (keptBytes > 0 && !isLong) continue
        const data = script.createCachedData()
        if (data.length > keptBytes * MORE) writeCacheFile(kept, data)
      }
    })
  })
  load(basename(main))
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/**
 * Writes the file atomically, even if other processes write it too. A full disk is not an error: the next start
 * compiles again.
 */
function writeCacheFile(file: string, data: Uint8Array): void {
  const unfinished = `${file}.${process.pid}`
  try {
    const handle = openSync(unfinished, 'wx', 0o600)
    try {
      writeSync(handle, data)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(unfinished, file)
    for (const name of readdirSync(dirname(file))) removeIfOld(join(dirname(file), name))
  } catch {
    rmSync(unfinished, { force: true })
  }
}

/** Removes files of other versions. A file that is still in use is written again. */
function removeIfOld(file: string): void {
  if (Date.now() - statSync(file).mtimeMs > UNUSED_AFTER_MS) rmSync(file, { recursive: true, force: true })
}
