import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** A report of the spawner about a child: it runs, it could not be started, or how it ended. */
export interface SpawnerReport {
  readonly id: number
  readonly pid?: number
  readonly error?: NodeJS.ErrnoException
  readonly exitCode?: number | null
  readonly signalCode?: NodeJS.Signals | null
}

type Stream = Socket | null
type Signal = NodeJS.Signals | number

/** A child of the spawner process, with the properties, methods and events of a `ChildProcess` of this process. */
export class SpawnedChild extends EventEmitter {
  readonly stdio: readonly [stdin: Stream, stdout: Stream, stderr: Stream]
  readonly stdin: Stream
  readonly stdout: Stream
  readonly stderr: Stream
  pid: number | undefined = undefined
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null
  killed = false
  /** Number of things that must end before `close` is emitted: the streams and the process itself. */
  #open = 1
  readonly #kill: (signal: Signal) => void

  constructor(stdio: readonly [Stream, Stream, Stream], kill: (signal: Signal) => void) {
    super()
    this.stdio = stdio
    ;[this.stdin, this.stdout, this.stderr] = stdio
    this.#kill = kill
    for (const stream of stdio) {
      if (stream === null) continue
      this.#open++
      stream.on('close', () => {
        this.#closeOne()
      })
    }
  }

  handleReport({ pid, error, exitCode = null, signalCode = null }: SpawnerReport): void {
    if (pid !== undefined) {
      this.pid = pid
      this.emit('spawn')
      return
    }
    this.exitCode = error?.errno ?? exitCode
    this.signalCode = signalCode
    this.stdin?.destroy()
    if (error === undefined) this.emit('exit', exitCode, signalCode)
    else this.emit('error', Object.assign(new Error(error.message), error))
    // Discards output that nobody reads, so that the streams end.
    for (const stream of [this.stdout, this.stderr]) if (stream?.readableFlowing === null) stream.resume()
    this.#closeOne()
  }

  kill(signal: Signal = 'SIGTERM'): boolean {
    if (this.exitCode !== null || this.signalCode !== null) return false
    this.killed = true
    this.#kill(signal)
    return true
  }

  /** Does nothing: the worker waits for a child through its streams, which belong to the worker. */
  ref(): void {
    return
  }

  unref(): void {
    return
  }

  #closeOne(): void {
    if (--this.#open === 0) this.emit('close', this.exitCode, this.signalCode)
  }
}
