import type { Outline } from '@chronicle/core/contracts'
import { neutralisePath } from '@chronicle/core/text'
import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { OpenFile } from '../files/open-file.ts'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import { nameUnits, type NamedUnit } from './name-units.ts'

/** Parses a file. A byte order mark is removed first, as everywhere, so that outlines can be shared. */
export function parseOutline(
  { path, content }: OpenFile,
  { ast, call }: SourceContext,
): ResultAsync<Outline, SourceError> {
  return ast.outline({ path, text: new TextDecoder().decode(content.bytes), blob: content.id }, call)
}

/** Returns the units of a file that a caller named. Fails with `no_grammar` and the other errors of parsers. */
export function outlineFile(file: OpenFile, context: SourceContext): ResultAsync<readonly NamedUnit[], SourceError> {
  return safeTry(async function* () {
    if (context.ast.language(file.path) === undefined) {
      const message = `There is no grammar for ${neutralisePath(file.path)}, so it has no symbols. Use mode='file' or mode='snippet'.`
      return sourceFailure('no_grammar', message, { path: file.path })
    }
    return ok(nameUnits(file, yield* parseOutline(file, context)))
  })
}
