/** Signals that ask a program to end: Ctrl-C, `kill`, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Milliseconds in which further signals belong to the first one. Started as `git chronicle`, the program gets one
 * Ctrl-C twice: from the terminal, and from git, which passes it on.
 */
const ONE_PRESS_MS = 2000

/** What listening needs of the process. */
export interface InterruptDependencies {
  readonly process: Pick<NodeJS.Process, 'on'>
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  /** Ends the process at once. */
  readonly exit: (code: 130) => void
}

/** Aborts the signal at the first Ctrl-C. At the next one, which is not an echo of the first, the process ends at once. */
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
