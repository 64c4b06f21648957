import { hashText } from '@chronicle/core/text'
import { ok, type LineRange, type Result } from '@chronicle/schema'
import type { LineIndex } from '../files/line-index.ts'
import type { SourceRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import { DEFAULT_PAGE_CHARS, DEFAULT_PAGE_LINES } from '../source-limits.ts'
import type { Degradation, SourceMeta, SourceResponse } from '../source-response.ts'
import { readCursor, refuseCursor, writeCursor, type Position } from './cursor.ts'

/** The lines selected by a request, before they are divided into pages. */
export interface Selection {
  readonly lines: LineIndex
  /** `undefined` when the text is empty. */
  readonly range: LineRange | undefined
  /** Equal exactly for equal bytes: an object id, or the text itself. */
  readonly identity: string
}

/** A page of a selection. */
export interface Page extends Pick<SourceResponse, 'text'> {
  /** The lines on the page; `undefined` for an empty page. */
  readonly lines: LineRange | undefined
  readonly meta: Pick<SourceMeta, 'truncated' | 'token_estimate' | 'total_lines' | 'next_cursor'>
  readonly degradedBy: readonly Degradation[]
}

/**
 * Cuts one page: as many whole lines as fit, but at least one character. With `preview_mode` `none`, the page is the
 * same but has no text. Fails with `INVALID_ARGS`, `stale_cursor` or `lines_out_of_bounds`.
 */
export function cutPage(
  selection: Selection,
  request: SourceRequest,
  context: SourceContext,
): Result<Page, SourceError> {
  return startOf(selection, request).map((start) => pageFrom(start, selection, request, context))
}

function pageFrom(start: Position, selection: Selection, request: SourceRequest, context: SourceContext): Page {
  const { lines } = selection
  const { limits, tokens } = context
  const { first, total } = extentOf(selection)
  const asked = request.limit ?? DEFAULT_PAGE_LINES
  const maxLines = Math.min(asked, limits.pageLines)
  const maxChars = Math.min(request.max_preview_chars ?? DEFAULT_PAGE_CHARS, limits.pageChars)
  const parts: string[] = []
  let { skip, column } = start
  let chars = 0
  let full = false
  while (skip < total && parts.length < maxLines && !full) {
    const rest = lines.line(first + skip).slice(column)
    if (chars + rest.length <= maxChars) {
      parts.push(rest)
      chars += rest.length
      skip++
      column = 0
      continue
    }
    full = true
    // Only a line that is longer than a page is split.
    if (parts.length > 0) break
    const part = withoutHalfPair(rest.slice(0, maxChars))
    parts.push(part)
    column += part.length
  }
  const truncated = skip < total
  const text = parts.join('')
  const shrunk = truncated && !full && asked > maxLines
  const isShown = request.preview_mode !== 'none'
  return {
    ...(isShown && { text }),
    lines: parts.length === 0 ? undefined : { start: first + start.skip, end: first + skip - (column > 0 ? 0 : 1) },
    meta: {
      truncated,
      token_estimate: isShown ? tokens.count(text) : 0,
      total_lines: total,
      ...(truncated && { next_cursor: writeCursor({ skip, column }, fingerprintOf(selection, request)) }),
    },
    degradedBy: full ? ['max_preview_chars'] : shrunk ? ['limit'] : [],
  }
}

/** Returns the position where the page begins. */
function startOf(selection: Selection, request: SourceRequest): Result<Position, SourceError> {
  const { cursor, offset = 0 } = request
  const { first, total } = extentOf(selection)
  if (cursor !== undefined) {
    return readCursor(cursor, fingerprintOf(selection, request)).andThen(({ skip, column }) => {
      const isThere = skip < total && (column === 0 || isInside(selection.lines.line(first + skip), column))
      return isThere ? ok({ skip, column }) : refuseCursor(cursor)
    })
  }
  if (offset <= total) return ok({ skip: offset, column: 0 })
  const message = `offset ${offset} is past the end: there are ${total} ${total === 1 ? 'line' : 'lines'}.`
  return sourceFailure('lines_out_of_bounds', message, { offset, lines: total })
}

function extentOf({ range }: Selection): { readonly first: number; readonly total: number } {
  return range === undefined ? { first: 1, total: 0 } : { first: range.start, total: range.end - range.start + 1 }
}

function fingerprintOf({ identity, range }: Selection, { mode, target }: SourceRequest): string {
  return hashText(JSON.stringify([mode, target, range?.start, range?.end, identity]))
}

/** Whether a cursor of ours can point to this column: before the end of the line and not inside a surrogate pair. */
function isInside(line: string, column: number): boolean {
  const next = line.charCodeAt(column)
  return column < line.length && !(next >= 0xdc00 && next < 0xe000)
}

/** Drops half a surrogate pair from the end. A page is larger than one pair, so the result is not empty. */
function withoutHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text
}
