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
import { asAtStart, isAsAtStart } from './unoptimised.ts'

/** What Node passes to a CommonJS module. */
type ModuleBody = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  file: string,
  folder: string,
) => void

const UNUSED_AFTER_MS = 14 * 24 * 3600 * 1000
/** A process that ran for longer may have compiled what the one that kept its code had no use for. */
const LONG_RUN_SECONDS = 0.4
/** What it compiled is kept instead, when it is so much more than was kept. */
const MORE = 1.1

/**
 * Runs a CommonJS program with the code that an earlier run compiled: compiling takes longer than a read. Only modules of
 * the program's own folder are kept. V8 checks that what was kept is of this V8, with these flags, and of a text of this
 * length; the name says the rest. `module.enableCompileCache`, which newer versions of Node have, keeps what was compiled
 * under the flags that are set at the end, and no start takes that.
 */
export function runWithCodeCache(main: string, cacheFolder: string, version: string): void {
  const folder = dirname(main)
  const require = createRequire(main)
  const loaded = new Map<string, { exports: object }>()
  const scripts: { readonly kept: string; readonly keptBytes: number; readonly script: Script }[] = []

  const load = (name: string): object => {
    const known = loaded.get(name)
    if (known !== undefined) return known.exports
    const file = join(folder, name)
    const { size, mtimeMs } = statSync(file)
    const kept = join(
      cacheFolder,
      `${name}-${version}-${size}-${Math.trunc(mtimeMs)}-${process.version}-${process.arch}`,
    )
    const cachedData = readIfThere(kept)
    // The build leaves no other characters in it, and as UTF-8 they would be checked one by one.
    const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`
    const script = asAtStart(() => new Script(text, { filename: file, ...omitUndefined({ cachedData }) }))
    scripts.push({ kept, keptBytes: script.cachedDataRejected === true ? 0 : (cachedData?.length ?? 0), script })
    const module = { exports: {} }
    loaded.set(name, module)
    const body = script.runInThisContext() as ModuleBody
    body(module.exports, (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id)), module, file, folder)
    return module.exports
  }

  // At the end, when it is known which functions are used.
  process.once('exit', () => {
    if (!isAsAtStart()) return
    asAtStart(() => {
      const isLong = process.uptime() > LONG_RUN_SECONDS
      for (const { kept, keptBytes, script } of scripts) {
        if (keptBytes > 0 && !isLong) continue
        const data = script.createCachedData()
        if (data.length > keptBytes * MORE) keep(kept, data)
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

/** All of it or nothing, whoever else writes it. A full disk is no reason to fail: the next start compiles again. */
function keep(file: string, data: Uint8Array): void {
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

/** What other versions kept. A file that was still in use is made again. */
function removeIfOld(file: string): void {
  if (Date.now() - statSync(file).mtimeMs > UNUSED_AFTER_MS) rmSync(file, { recursive: true, force: true })
}
