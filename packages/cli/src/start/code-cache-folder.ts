import { lstatSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the folder for compiled code, and creates it if necessary. Returns `undefined` if there is none that
 * only this user can write to: its content will be executed. `NODE_DISABLE_COMPILE_CACHE` turns it off, as in Node.
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
    // Without a home folder, or on a read-only disk, every start compiles again, but works.
    return undefined
  }
}

function userCacheFolder(env: NodeJS.ProcessEnv): string {
  if (env['XDG_CACHE_HOME']) return env['XDG_CACHE_HOME']
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache')
}
