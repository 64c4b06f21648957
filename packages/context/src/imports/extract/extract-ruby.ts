import { type ImportAt, textOfGroup } from './extractor.ts'

const CALL =
  /(?<![\w.:@$])(?<call>require_relative|require|load|autoload)\b[ \t]*\(?[ \t]*(?::(?<name>\w+)\s*,\s*)?(?:File\.(?:join|expand_path)\s*\(\s*)?(?:__dir__\s*,\s*)?["'](?<path>\0+)["'](?<base>\s*,\s*(?:__FILE__|__dir__)\s*\))?/dg

/** Finds Ruby's `require`, `require_relative`, `load` and `autoload` of literals. */
export function* extractRuby(text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(CALL)) {
    const path = textOfGroup(text, match, 'path')
    const { call, name, base } = match.groups ?? {}
    if (path === undefined || path.includes('#{') || (call === 'autoload') !== (name !== undefined)) continue
    // `File.expand_path('../x', __FILE__)` counts the file itself as one level.
    const fromFile = base?.includes('__FILE__') === true
    const relative = call === 'require_relative' || base !== undefined || match[0].includes('__dir__')
    yield {
      at: match.index,
      specifier: fromFile ? path.replace(/^\.\.\//, './') : path,
      ...(name !== undefined && { names: [name] }),
      ...(relative && { form: 'path' }),
    }
  }
}
