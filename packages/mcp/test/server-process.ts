import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import { gitEnvironment } from './station.ts'

/**
 * The arguments that run the command, after the path of node. They make node collect all garbage each time: otherwise
 * the heap grows for a while, which looks like a leak.
 */
export const command: readonly string[] = ['--gc-global', ...chronicleCommand]

/** Starts `git chronicle mcp start --http`, and returns the address it listens on. */
export async function startOverHttp(dir: string): Promise<{ readonly child: ChildProcess; readonly url: URL }> {
  const child = spawn(process.execPath, [...command, 'mcp', 'start', '--http', '0'], {
    cwd: dir,
    env: gitEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output] = (await once(child.stderr, 'data')) as [Buffer]
  const url = /http\S+/u.exec(output.toString())?.[0]
  if (url === undefined) throw new Error(`The server said: ${output.toString()}`)
  return { child, url: new URL(url) }
}

/** The resources of a process, as measured by the kernel. */
export interface ProcessResources {
  readonly megabytes: number
  /** Number of open files, without client connections, which come and go. */
  readonly files: number
  readonly watchedFolders: number
  readonly processes: number
}

/** Whether this system reports the resources of processes. */
export const canCount: boolean = existsSync('/proc/self/fd')

export function countHeld(pid: number): ProcessResources {
  const read = (path: string): string => readFileSync(`/proc/${pid}/${path}`, 'utf8')
  const list = (path: string): readonly string[] => readdirSync(`/proc/${pid}/${path}`)
  const files = list('fd').flatMap((name) =>
    unlessGone(() => [{ name, target: readlinkSync(`/proc/${pid}/fd/${name}`) }]),
  )
  const notifiers = files.filter(({ target }) => target === 'anon_inode:inotify')
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB/mu.exec(read('status'))?.[1]) / 1024,
    files: files.filter(({ target }) => !target.startsWith('socket:')).length,
    watchedFolders: notifiers.flatMap(({ name }) =>
      unlessGone(() => read(`fdinfo/${name}`).match(/^inotify wd:/gmu) ?? []),
    ).length,
    processes: list('task').flatMap((task) =>
      unlessGone(() => read(`task/${task}/children`).trim().split(/\s+/u).filter(Boolean)),
    ).length,
  }
}

/** Returns nothing if the file was closed or the thread has ended since the listing. */
function unlessGone<T>(look: () => readonly T[]): readonly T[] {
  try {
    return look()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // For a thread that ends during the read, the kernel reports that there is no such process.
    if (code === 'ENOENT' || code === 'ESRCH') return []
    throw error
  }
}
