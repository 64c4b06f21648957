import { createRequire } from 'node:module'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { codeCacheFolder } from './code-cache-folder.ts'
import { runWithCodeCache } from './run-with-code-cache.ts'

// This is built as a separate CommonJS file beside the program that it starts.
const main = join(__dirname, 'bin.cjs')
const cacheFolder = codeCacheFolder(process.env)
if (cacheFolder === undefined) createRequire(__filename)(main)
else runWithCodeCache(main, cacheFolder, manifest.version)
