import type { PlaceEcho } from '@chronicle/schema'

/** Returns the words after `git chronicle` that query the same place again. */
export function placeCommand(name: string, query: PlaceEcho, options: readonly string[] = []): readonly string[] {
  const file = query.lines === undefined ? query.file : `${query.file}:${query.lines.join('-')}`
  const place = query.anchor === undefined ? [file] : [file, query.anchor]
  return commandWords(name, place, [...stateOption(query.at), ...options])
}

/** Returns the option that names the queried state; none for the default state. */
export function stateOption(at: string): readonly string[] {
  if (at === 'WORKTREE') return []
  return at === 'HEAD' || at === 'INDEX' ? ['--at', at] : [`--rev=${at}`]
}

/** Returns a command with its words before its options, or after `--` if a word could be read as an option. */
export function commandWords(name: string, words: readonly string[], options: readonly string[]): readonly string[] {
  return words.some((word) => word.startsWith('-')) ? [name, ...options, '--', ...words] : [name, ...words, ...options]
}
