import { neutralisePath } from '@chronicle/core/text'
import { ok, type Err, type Result } from '@chronicle/schema'
import { show } from '../request/parameter-kinds.ts'
import type { ProposedEdit } from '../request/source-request.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import { byteText, textBytes } from './byte-text.ts'

/**
 * Applies edits to a file one after another and leaves the other bytes unchanged. Fails with `edit_not_found` or
 * `ambiguous_edit` unless each `old_text` occurs exactly once when its edit is applied.
 */
export function applyEdits(
  path: string,
  bytes: Uint8Array,
  edits: readonly ProposedEdit[],
): Result<Uint8Array, SourceError> {
  const encoder = new TextEncoder()
  let result = byteText(bytes)
  for (const [index, edit] of edits.entries()) {
    const old = byteText(encoder.encode(edit.old_text))
    const replacement = byteText(encoder.encode(edit.new_text))
    const at = result.indexOf(old)
    if (at < 0) return notFound({ path, text: result, index, old }, edit)
    const next = result.indexOf(old, at + 1)
    if (next >= 0) {
      const lines = [lineAt(result, at), lineAt(result, next)]
      const message = `edits[${index}].old_text stands in ${neutralisePath(path)} more than once, on lines ${lines.join(' and ')}. Add lines around it until it stands there once.`
      return sourceFailure('ambiguous_edit', message, { path, edit: index, lines })
    }
    result = result.slice(0, at) + replacement + result.slice(at + old.length)
  }
  return ok(textBytes(result))
}

interface FailedEdit {
  readonly path: string
  /** The file so far, and the searched text in `old`, both as byte texts. */
  readonly text: string
  readonly old: string
  readonly index: number
}

function notFound({ path, text, index, old }: FailedEdit, { old_text: asked }: ProposedEdit): Err<never, SourceError> {
  const after = index === 0 ? '' : ' after the edits before it'
  const hint =
    text.includes('\r\n') && !old.includes('\r') && text.replaceAll('\r\n', '\n').includes(old)
      ? ' The file has CRLF line endings: write \\r\\n.'
      : asked.includes('\ufffd')
        ? ' A \ufffd may stand for bytes that are not UTF-8: choose a text without it.'
        : ' It has to be equal to the last character, white space included.'
  const message = `edits[${index}].old_text does not stand in ${neutralisePath(path)}${after}: ${show(asked)}.${hint}`
  return sourceFailure('edit_not_found', message, { path, edit: index })
}

function lineAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++
  return line
}
