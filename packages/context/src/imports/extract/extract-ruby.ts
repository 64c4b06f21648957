import { type ImportAt, namesOf, spanOf } from './extractor.ts'

const CALL =
  /(?<![\w.:@$])(?<call>require_relative|require|load|autoload)\b[ \t]*\(?[ \t]*(?::(?<name>\w+)\s*,\s*)?(?:File\.(?:join|expand_path)\s*\(\s*)?(?:__dir__\s*,\s*)?["'](?<path>\0+)["'](?<base>\s*,\s*(?:__FILE__|__dir__)\s*\))?/dg

/** Finds Ruby's `require`, `require_relative`, `load` and `autoload` with literals. */
export function extractRuby(text: string, code: string): ImportAt[] {
  const found: ImportAt[] = []
  for (const match of code.matchAll(CALL)) {
    const span = spanOf(match, 'path')
    const { call, name, base } = match.groups ?? {}
    if (span === undefined || (call === 'autoload') !== (name !== undefined)) continue
    const path = text.slice(...span)
    if (path.includes('#{')) continue
    // `File.expand_path('../x', __FILE__)` counts the file itself as one level.
    const fromFile = base?.includes('__FILE__') === true
    const relative = call === 'require_relative' || base !== undefined || match[0].includes('__dir__')
    found.push({
      at: match.index,
      specifier: fromFile ? path.replace(/^\.\.\//, './') : path,
      ...(name !== undefined && namesOf([[name, name]])),
      ...(relative && { form: 'path' }),
    })
  }
  return found
}
