import { stat } from 'node:fs/promises'

/** Whether something is at a path. What cannot be seen is not there. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Takes the failure to find a file for `undefined`, and throws any other. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
