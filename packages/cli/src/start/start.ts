import * as nodeModule from 'node:module'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { codeCacheFolder } from './code-cache-folder.ts'
import { runWithCodeCache } from './run-with-code-cache.ts'

// Built as a CommonJS file of its own, beside the program that it starts.
const main = join(__dirname, 'bin.cjs')
const cacheFolder = codeCacheFolder(process.env)
// From Node 22.8 on.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown }

if (cacheFolder !== undefined && enableCompileCache === undefined) {
  runWithCodeCache(main, cacheFolder, manifest.version)
} else {
  if (cacheFolder !== undefined) enableCompileCache?.(cacheFolder)
  nodeModule.createRequire(__filename)(main)
}
