import type { GitError } from '@chronicle/core/contracts'
import { err, okAsync, type ResultAsync } from '@chronicle/schema'
import { checkAborted } from './git-failure.ts'
import type { GitRunner } from './git-runner.ts'
import { createObjectProcess, NO_BATCH_COMMAND, type ObjectProcess, type ObjectRequestKind } from './object-process.ts'
import type { StoredObject } from './object-stream.ts'

/** One answer for each name, in order. `undefined` if there is no object of that name. */
export type ObjectAnswers = ResultAsync<readonly (StoredObject | undefined)[], GitError>

/** Reads objects for one call. A name is any revision expression. */
export type ObjectReader = Readonly<Record<ObjectRequestKind, (names: readonly string[]) => ObjectAnswers>>

/** The object readers of all calls, which share one long-lived `git cat-file`. */
export interface ObjectReaders {
  withSignal(signal: AbortSignal | undefined): ObjectReader
  /**
   * Switches to a new process, because the current one may not see new objects. It still answers its pending requests.
   */
  renew(): void
  close(): Promise<void>
}

export function createObjectReaders(runner: GitRunner, options: { readonly maxObjectBytes: number }): ObjectReaders {
  const open = (mode: 'commands' | ObjectRequestKind): ObjectProcess =>
    createObjectProcess(runner, { ...options, mode })
  let commands = open('commands')
  // Git 2.34 and 2.35 lack the combined command, so each kind has its own process.
  let separate: Readonly<Record<ObjectRequestKind, ObjectProcess>> | undefined
  const current = (): readonly ObjectProcess[] => [commands, ...Object.values(separate ?? {})]
  let closed = false

  const ask = (kind: ObjectRequestKind, names: readonly string[], signal: AbortSignal | undefined): ObjectAnswers =>
    (separate?.[kind] ?? commands).request(kind, names, signal).orElse((error) => {
      if (error !== NO_BATCH_COMMAND) return err(error)
      separate ??= { info: open('info'), contents: open('contents') }
      return ask(kind, names, signal)
    })
  const read: typeof ask = (kind, names, signal) =>
    checkAborted(signal).asyncAndThen(() => (names.length === 0 ? okAsync([]) : ask(kind, names, signal)))

  return {
    withSignal: (signal) => ({
      info: (names) => read('info', names, signal),
      contents: (names) => read('contents', names, signal),
    }),
    renew() {
      if (closed) return
      const retired = current()
      commands = open('commands')
      separate = undefined
      for (const process of retired) process.retire()
    },
    async close() {
      closed = true
      await Promise.all(current().map((process) => process.close()))
    },
  }
}

/** Whether git can be asked for a name: a line feed ends a request, and a carriage return before it is lost. */
export function canBeAsked(name: string): boolean {
  return name !== '' && !/[\n\0]|\r$/.test(name)
}
