import type { Command } from 'commander'

/** How many of the words of a command stood after `--`. Absent: there was none. */
export function wordsAfterDashes(command: Command): number | undefined {
  let root = command
  while (root.parent !== null) root = root.parent
  const { rawArgs = [] } = root as Command & { readonly rawArgs?: readonly string[] }
  const dashes = rawArgs.indexOf('--')
  return dashes < 0 ? undefined : rawArgs.length - dashes - 1
}
