import { type ImportAt, spanOf } from './extractor.ts'

/** Finds `#include` and `#import`. A name in quotes has the form `path`; one in `<…>` is looked up in include folders. */
export function extractC(text: string, code: string): ImportAt[] {
  const found: ImportAt[] = []
  for (const match of code.matchAll(
    /^[ \t]*#[ \t]*(?:include(?:_next)?|import)[ \t]*(?:"(?<own>\0+)"|<(?<system>[^>\n]+)>)/dgm,
  )) {
    const own = spanOf(match, 'own')
    const system = match.groups?.['system']
    if (own !== undefined) found.push({ at: match.index, specifier: text.slice(...own), form: 'path' })
    else if (system !== undefined) found.push({ at: match.index, specifier: system.trim() })
  }
  return found
}
