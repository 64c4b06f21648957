import { type ImportAt, textOfGroup } from './extractor.ts'

/**
 * Finds `#include` and `#import`. A name in quotes has the form `path`; one in `<…>` is looked up in include folders.
 */
export function* extractC(text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(
    /^[ \t]*#[ \t]*(?:include(?:_next)?|import)[ \t]*(?:"(?<own>\0+)"|<(?<system>[^>\n]+)>)/dgm,
  )) {
    const own = textOfGroup(text, match, 'own')
    const system = match.groups?.['system']
    if (own !== undefined) yield { at: match.index, specifier: own, form: 'path' }
    else if (system !== undefined) yield { at: match.index, specifier: system.trim() }
  }
}
