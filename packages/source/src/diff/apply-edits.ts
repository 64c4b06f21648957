import { neutralisePath } from '@chronicle/core/text'
import { fail } from '../failure.ts'
import { show } from '../request/parameter-kinds.ts'
import type { ProposedEdit } from '../request/source-request.ts'

/**
 * The text after some edits, one after the other. Ends the read with `edit_not_found` or `ambiguous_edit`: each
 * `old_text` has to stand in the text exactly once when its turn comes.
 */
export function applyEdits(path: string, text: string, edits: readonly ProposedEdit[]): string {
  let result = text
  for (const [index, { old_text: old, new_text: replacement }] of edits.entries()) {
    const at = result.indexOf(old)
    if (at < 0) return notFound(path, result, index, old)
    const next = result.indexOf(old, at + 1)
    if (next >= 0) {
      const lines = [lineAt(result, at), lineAt(result, next)]
      const message = `edits[${index}].old_text stands in ${neutralisePath(path)} more than once, on lines ${lines.join(' and ')}. Add lines around it until it stands there once.`
      fail('ambiguous_edit', message, { path, edit: index, lines })
    }
    result = result.slice(0, at) + replacement + result.slice(at + old.length)
  }
  return result
}

function notFound(path: string, text: string, index: number, old: string): never {
  const after = index === 0 ? '' : ' after the edits before it'
  const hint =
    text.includes('\r\n') && !old.includes('\r') && text.replaceAll('\r\n', '\n').includes(old)
      ? ' The file has CRLF line endings: write \\r\\n.'
      : ' It has to be equal to the last character, white space included.'
  const message = `edits[${index}].old_text does not stand in ${neutralisePath(path)}${after}: ${show(old)}.${hint}`
  return fail('edit_not_found', message, { path, edit: index })
}

function lineAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++
  return line
}
