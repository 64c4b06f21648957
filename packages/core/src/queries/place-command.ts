import type { PlaceEcho } from '@chronicle/schema'

/** The words after `git chronicle` that ask about the same place again. */
export function placeCommand(name: string, query: PlaceEcho, options: readonly string[] = []): readonly string[] {
  const file = query.lines === undefined ? query.file : `${query.file}:${query.lines.join('-')}`
  const place = query.anchor === undefined ? [file] : [file, query.anchor]
  const at =
    query.at === 'WORKTREE'
      ? []
      : query.at === 'HEAD' || query.at === 'INDEX'
        ? ['--at', query.at]
        : [`--rev=${query.at}`]
  const all = [...at, ...options]
  return place.some((word) => word.startsWith('-')) ? [name, ...all, '--', ...place] : [name, ...place, ...all]
}
