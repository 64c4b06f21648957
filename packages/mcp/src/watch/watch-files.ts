import { statSync, watch, type FSWatcher, type Stats } from 'node:fs'
import { dirname } from 'node:path'

/** A set of watched files. */
export interface FileWatch {
  /** Watches exactly these files from now on. They need not exist. */
  follow(paths: readonly string[]): void
  close(): void
}

/** Git and editors write several files in sequence; the changes are reported together. */
const SETTLE_MS = 50
/** Polling interval for files whose folders cannot be watched. */
const POLL_MS = 1000

/**
 * Reports which files were written, replaced, created or removed. It watches their folders, because git and most
 * editors replace a file by a new one. For a missing folder, it watches the nearest existing parent. Never keeps the
 * process alive.
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
    // Before the files are inspected, so that an event reports any later change.
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
      // The system has no watchers left, or does not support them for this folder: its files are polled.
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

/** Returns a text that differs after each change of a file. */
function stampOf(path: string): string {
  const stats = statusOf(path)
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
}

/** Returns the nearest existing folder, and a key that changes if the folder is created again. */
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
    // An unreadable path counts as absent.
    return undefined
  }
}
