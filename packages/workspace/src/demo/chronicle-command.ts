import { fileURLToPath } from 'node:url'

/** Path of the built command, which users start by its name. */
export const chronicleCommand: string = fileURLToPath(
  new URL('../../../../packages/cli/bin/git-chronicle.cjs', import.meta.url),
)
