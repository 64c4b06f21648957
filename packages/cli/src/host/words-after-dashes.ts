import type { Command } from 'commander'

/** Returns the number of a command's words after `--`; `undefined` if there was none. */
export function wordsAfterDashes(command: Command): number | undefined {
  let root = command
  while (root.parent !== null) root = root.parent
  const { rawArgs = [] } = root as Command & { readonly rawArgs?: readonly string[] }
  const dashes = rawArgs.indexOf('--')
  return dashes < 0 ? undefined : rawArgs.length - dashes - 1
}
