import type { PlaceEcho } from '@chronicle/schema'

/** The words after `git chronicle` that ask about the same place again. */
export function placeCommand(name: string, query: PlaceEcho, options: readonly string[] = []): readonly string[] {
  const file = query.lines === undefined ? query.file : `${query.file}:${query.lines.join('-')}`
  const place = query.anchor === undefined ? [file] : [file, query.anchor]
  return commandWords(name, place, [...stateOption(query.at), ...options])
}

/** The option that names the state asked about; none for the usual one. */
export function stateOption(at: string): readonly string[] {
  if (at === 'WORKTREE') return []
  return at === 'HEAD' || at === 'INDEX' ? ['--at', at] : [`--rev=${at}`]
}

/** A command with its words before its options, or behind `--` where one could be taken for an option. */
export function commandWords(name: string, words: readonly string[], options: readonly string[]): readonly string[] {
  return words.some((word) => word.startsWith('-')) ? [name, ...options, '--', ...words] : [name, ...words, ...options]
}
