import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { codeCacheFolder } from './code-cache-folder.ts'
import { runWithCodeCache } from './run-with-code-cache.ts'

// This is built as a separate CommonJS file beside the program that it starts.
runWithCodeCache(join(__dirname, 'bin.cjs'), codeCacheFolder(process.env), manifest.version)
