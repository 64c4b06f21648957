import { fileURLToPath } from 'node:url'

/** The command as a user has it: built, and started by name. */
export const chronicleCommand: string = fileURLToPath(
  new URL('../../../../packages/cli/bin/git-chronicle.cjs', import.meta.url),
)
