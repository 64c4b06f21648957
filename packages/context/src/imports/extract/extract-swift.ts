import type { Extractor, ImportAt } from './extractor.ts'

/** Finds Swift's imports of modules and of single declarations. */
export const extractSwift: Extractor = (_text, code) =>
  Array.from(
    code.matchAll(
      /^[ \t]*(?:(?:@\w+(?:\([^()\n]*\))?|public|internal|package|private|fileprivate)[ \t]+)*import[ \t]+(?<kind>typealias|struct|class|enum|protocol|let|var|func)?[ \t]*(?<path>[A-Za-z_]\w*)(?:\.(?<rest>[\w.]+))?/gm,
    ),
    ({ index, groups = {} }): ImportAt => ({
      at: index,
      specifier: groups['path'] ?? '',
      ...(groups['kind'] !== undefined && groups['rest'] !== undefined && { names: [groups['rest']] }),
    }),
  )
