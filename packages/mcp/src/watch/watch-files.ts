import { statSync, watch, type FSWatcher, type Stats } from 'node:fs'
import { dirname } from 'node:path'

/** Files that are watched. */
export interface FileWatch {
  /** From now on these files are watched, and no others. They need not be there. */
  follow(paths: readonly string[]): void
  close(): void
}

/** Git and editors write several files one after the other; they are told of together. */
const SETTLE_MS = 50
/** How often files are looked at whose folders cannot be watched. */
const POLL_MS = 1000

/**
 * Tells which files were written, replaced, made or removed. It is their folders that are watched, because git and
 * most editors put a new file in the place of the old one; a folder that is not there is awaited in the nearest one
 * above it. Never keeps the process alive.
 */
export function watchFiles(
  onChange: (changed: ReadonlySet<string>) => void,
  system: { readonly watch: typeof watch; readonly pollMs: number } = { watch, pollMs: POLL_MS },
): FileWatch {
  const stamps = new Map<string, string>()
  const watchers = new Map<string, FSWatcher>()
  let settling: NodeJS.Timeout | undefined
  let polling: NodeJS.Timeout | undefined

  const wake = (): void => {
    settling ??= setTimeout(check, SETTLE_MS).unref()
  }

  const check = (): void => {
    settling = undefined
    // Before files are looked at, so that what happens after that is told by an event.
    watchFolders()
    const changed = new Set<string>()
    for (const [path, before] of stamps) {
      const stamp = stampOf(path)
      if (stamp !== before) changed.add(path)
      stamps.set(path, stamp)
    }
    if (changed.size > 0) onChange(changed)
  }

  const watchFolders = (): void => {
    const folders = new Map([...stamps.keys()].map(nearestFolder))
    for (const [key, watcher] of watchers) if (!folders.has(key)) forget(key, watcher)
    for (const [key, folder] of folders) if (!watchers.has(key)) watchFolder(key, folder)
    const complete = [...folders.keys()].every((key) => watchers.has(key))
    if (complete) polling = void clearInterval(polling)
    else polling ??= setInterval(wake, system.pollMs).unref()
  }

  const watchFolder = (key: string, folder: string): void => {
    try {
      const watcher = system.watch(folder, { persistent: false }, wake)
      watcher.on('error', () => {
        forget(key, watcher)
        wake()
      })
      watchers.set(key, watcher)
    } catch {
      // The system has no watchers left, or its kind of folder has none: its files are looked at now and then.
    }
  }

  const forget = (key: string, watcher: FSWatcher): void => {
    watchers.delete(key)
    watcher.close()
  }

  return {
    follow(paths) {
      const before = new Map(stamps)
      stamps.clear()
      for (const path of paths) stamps.set(path, before.get(path) ?? stampOf(path))
      watchFolders()
    },
    close() {
      clearTimeout(settling)
      clearInterval(polling)
      for (const [key, watcher] of watchers) forget(key, watcher)
    },
  }
}

/** What is different after each change of a file. */
function stampOf(path: string): string {
  const stats = statusOf(path)
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
}

/** A folder, and a key by which one that was made anew is another one. */
function nearestFolder(path: string): readonly [key: string, folder: string] {
  const folder = dirname(path)
  const stats = statusOf(folder)
  if (stats?.isDirectory() === true || folder === path) return [`${folder} ${stats?.ino ?? 0}`, folder]
  return nearestFolder(folder)
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Not to be read by this user, which is as good as not there.
    return undefined
  }
}
