/**
 * Returns the words after `git chronicle` that repeat the query: positional words, options, then the paths after `--`.
 */
export function questionCommand(
  name: string,
  options: readonly (readonly [flag: string, value?: string | number | true | undefined])[],
  words: readonly string[] = [],
  paths: readonly string[] = [],
): readonly string[] {
  const given = options.flatMap(([flag, value]) =>
    value === undefined ? [] : value === true ? [flag] : [`${flag}`, `${value}`],
  )
  return [name, ...words, ...given, ...(paths.length === 0 ? [] : ['--', ...paths])]
}
