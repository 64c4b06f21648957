/** Signals that ask a program to end: Ctrl-C, `kill`, and closing the terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Milliseconds during which further signals count as the same one. Under `git chronicle` the program receives one
 * Ctrl-C twice: from the terminal and from git, which forwards it.
 */
const ONE_PRESS_MS = 2000

/** The dependencies of `listenForInterrupt`. */
export interface InterruptDependencies {
  readonly process: Pick<NodeJS.Process, 'on'>
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Ends the process immediately. */
  readonly exit: (code: 130) => void
}

/**
 * Aborts the returned signal at the first Ctrl-C. The next one that is not an echo of the first ends the process
 * immediately.
 */
export function listenForInterrupt({ process, now, exit }: InterruptDependencies): AbortSignal {
  const interrupt = new AbortController()
  let first: number | undefined
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (first === undefined) {
        first = now()
        interrupt.abort()
      } else if (now() - first >= ONE_PRESS_MS) exit(130)
    })
  }
  return interrupt.signal
}
