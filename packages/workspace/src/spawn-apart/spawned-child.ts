import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** What the spawner says of a child: that it runs, that it could not be started, or how it ended. */
export interface SpawnerReport {
  readonly id: number
  readonly pid?: number
  readonly error?: NodeJS.ErrnoException
  readonly exitCode?: number | null
  readonly signalCode?: NodeJS.Signals | null
}

type Stream = Socket | null
type Signal = NodeJS.Signals | number

/** A process that another one started, with the properties, methods and events of a `ChildProcess` of this one. */
export class SpawnedChild extends EventEmitter {
  readonly stdio: readonly [stdin: Stream, stdout: Stream, stderr: Stream]
  readonly stdin: Stream
  readonly stdout: Stream
  readonly stderr: Stream
  pid: number | undefined = undefined
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null
  killed = false
  /** What must still end before it is closed: its streams, and itself. */
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

  hear({ pid, error, exitCode = null, signalCode = null }: SpawnerReport): void {
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
    // What nobody reads is let go, so that the streams end.
    for (const stream of [this.stdout, this.stderr]) if (stream?.readableFlowing === null) stream.resume()
    this.#closeOne()
  }

  kill(signal: Signal = 'SIGTERM'): boolean {
    if (this.exitCode !== null || this.signalCode !== null) return false
    this.killed = true
    this.#kill(signal)
    return true
  }

  /** Whether the worker waits for a child is up to the streams, which are its own. */
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
