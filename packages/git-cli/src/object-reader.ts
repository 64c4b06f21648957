import { throwIfAborted } from './git-failure.ts'
import type { GitRunner } from './git-runner.ts'
import {
  BatchCommandUnknown,
  createObjectProcess,
  type ObjectProcess,
  type ObjectRequestKind,
} from './object-process.ts'
import type { StoredObject } from './object-stream.ts'

/** Reads objects for one call. Names are any revision expression; answers come in order. */
export type ObjectReader = Readonly<
  Record<ObjectRequestKind, (names: readonly string[]) => Promise<readonly (StoredObject | undefined)[]>>
>

/** The readers of all calls, through one long-lived `git cat-file`. */
export interface ObjectReaders {
  during(signal: AbortSignal | undefined): ObjectReader
  close(): Promise<void>
}

export function createObjectReaders(runner: GitRunner, options: { readonly maxObjectBytes: number }): ObjectReaders {
  const open = (mode: 'commands' | ObjectRequestKind): ObjectProcess =>
    createObjectProcess(runner, { ...options, mode })
  const commands = open('commands')
  // Git 2.34 and 2.35 have no command that does both, so there is a process for each.
  let separate: Readonly<Record<ObjectRequestKind, ObjectProcess>> | undefined

  const read = async (
    kind: ObjectRequestKind,
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly (StoredObject | undefined)[]> => {
    throwIfAborted(signal)
    if (names.length === 0) return []
    if (separate !== undefined) return separate[kind].request(kind, names, signal)
    try {
      return await commands.request(kind, names, signal)
    } catch (error) {
      if (!(error instanceof BatchCommandUnknown)) throw error
      separate ??= { info: open('info'), contents: open('contents') }
      return separate[kind].request(kind, names, signal)
    }
  }

  return {
    during: (signal) => ({
      info: (names) => read('info', names, signal),
      contents: (names) => read('contents', names, signal),
    }),
    async close() {
      await Promise.all([commands, ...Object.values(separate ?? {})].map((process) => process.close()))
    },
  }
}

/** Whether a name can be asked for: a request ends at a line feed, and a carriage return before that is lost. */
export function canBeAsked(name: string): boolean {
  return name !== '' && !/[\n\0]|\r$/.test(name)
}
