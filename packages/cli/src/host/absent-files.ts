import { stat } from 'node:fs/promises'

/** Whether something exists at a path. Anything inaccessible counts as missing. */
export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Turns a missing file into `undefined` and rethrows any other error. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
