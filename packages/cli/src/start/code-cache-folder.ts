import { lstatSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder for compiled code, made if need be. `undefined` where there is none that only this user can write: what
 * is in it will be run. `NODE_DISABLE_COMPILE_CACHE` turns it off, as it does in Node.
 */
export function codeCacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  if (env['NODE_DISABLE_COMPILE_CACHE']) return undefined
  try {
    const folder = join(userCacheFolder(env), 'chronicle', 'code')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const stats = lstatSync(folder)
    const writableByOthers = process.getuid !== undefined && (stats.mode & 0o022) !== 0
    const owned = process.getuid === undefined || stats.uid === process.getuid()
    return stats.isDirectory() && owned && !writableByOthers ? folder : undefined
  } catch {
    // No home, a read-only disk: then every start compiles anew, and works.
    return undefined
  }
}

function userCacheFolder(env: NodeJS.ProcessEnv): string {
  if (env['XDG_CACHE_HOME']) return env['XDG_CACHE_HOME']
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache')
}
