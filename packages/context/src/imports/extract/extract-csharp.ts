import type { Extractor, ImportAt } from './extractor.ts'

/** Finds C#'s `using` directives. `using` statements and declarations, which dispose of resources, are ignored. */
export const extractCSharp: Extractor = (_text, code) =>
  Array.from(
    code.matchAll(
      /^[ \t]*(?:global\s+)?using\s+(?<fixed>static\s+)?(?:(?:unsafe\s+)?(?<alias>\w+)\s*=\s*)?(?:global::)?(?<path>[A-Za-z_][\w.]*)\s*;/gm,
    ),
    ({ index, groups = {} }): ImportAt => ({
      at: index,
      specifier: groups['path'] ?? '',
      // A namespace imports all its names. An alias or `static` names a type, which is the module itself.
      ...(groups['fixed'] === undefined && groups['alias'] === undefined && { names: ['*'] }),
    }),
  )
