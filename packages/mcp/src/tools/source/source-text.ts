import { neutralisePath } from '@chronicle/core/text'
import type { SourceMeta, SourceResponse, SourceSymbol } from '@chronicle/source'
import type { ServerHost } from '../../served-repository.ts'
import { showInvisible } from '../show-invisible.ts'
import { counted } from '../receipt-text.ts'

/**
 * Formats a read for a model: one line that describes the source, and the text. Characters that hide or reorder text
 * are escaped, and the first line says so. Line endings stay unchanged.
 */
export function sourceText(answer: SourceResponse, { structured }: Pick<ServerHost, 'structured'>): string {
  const { text = '', meta } = answer
  const shown = text.split('\r\n').map(showInvisible).join('\r\n')
  const head = [subject(answer), ...remarks(answer), ...(shown === text ? [] : [writtenOut(structured)])].join('; ')
  return [head, ...contextLines(meta), ...constraintLines(answer), ...(shown === '' ? [] : [shown])].join('\n')
}

function subject({ mode, location, meta, text }: SourceResponse): string {
  const file = neutralisePath(location.file)
  const { line, end_line: end } = location
  const lines = line === null || end === null ? undefined : rangeOf(line, end)
  switch (mode) {
    case 'file':
      if (meta.total_lines === 0) return `${file}: empty`
      if (text === undefined && line === 1 && end === meta.total_lines)
        return `${file}: ${counted(meta.total_lines, 'line')}`
      if (lines === undefined) return `${file}: nothing after line ${meta.total_lines}, the last`
      return `${file}: ${lines} of ${meta.total_lines}`
    case 'symbol': {
      if (meta.resolved_symbol === undefined) return file
      const { id, type, lines: whole } = meta.resolved_symbol
      const range = rangeOf(whole.start, whole.end)
      const part = lines === range ? '' : `: ${lines ?? 'nothing is left'}`
      return `${neutralisePath(id)} (${type}, ${range})${part}`
    }
    case 'snippet':
      return `${file}: ${lines ?? 'nothing is left'}`
    case 'diff_preview':
      return diffSubject(file, meta)
  }
}

function diffSubject(file: string, { against = 'HEAD', against_commit: commit, ...meta }: SourceMeta): string {
  const base = neutralisePath(against) + (commit === undefined ? '' : ` (${commit.slice(0, 12)})`)
  const isProposed = meta.compared !== 'current'
  const what =
    (meta.binary === true ? (isProposed ? ', binary,' : ', binary') : '') + (isProposed ? ' as proposed' : '')
  if (meta.changed === false) return `${file}${what}: no difference from ${base}`
  const size = meta.binary === true ? '' : `: ${meta.added_lines ?? 0} added, ${meta.removed_lines ?? 0} removed`
  return `${file}${what} against ${base}${size}`
}

function remarks({ mode, meta, text = '' }: SourceResponse): readonly string[] {
  const remarks: string[] = []
  if (meta.at === 'HEAD') remarks.push('as committed in HEAD')
  const also = meta.resolved_symbol?.also ?? []
  if (also.length > 0) remarks.push(`see also ${also.map(neutralisePath).join(', ')}`)
  if (meta.search?.complete === false) remarks.push('not all files were searched, so others may have this name')
  if (meta.partial_outline === true) remarks.push('the file has syntax errors, so where it ends may be wrong')
  if (meta.end_line_clamped === true) remarks.push('the file ends there')
  if (meta.degraded_by?.includes('diff') === true) remarks.push('too different to show the smallest change')
  if (meta.not_utf8 === true) remarks.push('not UTF-8: invalid bytes are shown as \ufffd')
  if (mode !== 'diff_preview' && text.includes('\r\n')) remarks.push('CRLF line endings')
  if (meta.next_cursor !== undefined) {
    const cut = text === '' || text.endsWith('\n') ? '' : 'the last line is cut; '
    remarks.push(`${cut}more with cursor "${meta.next_cursor}"`)
  }
  return remarks
}

function writtenOut(structured: boolean): string {
  return `invisible characters are written out as \\uXXXX${structured ? '; they are exact in structuredContent' : ''}`
}

function contextLines({ context }: SourceMeta): readonly string[] {
  if (context === undefined) return []
  const listed = (symbols: readonly SourceSymbol[]): string =>
    symbols
      .map(({ name, type, lines }) => `${neutralisePath(name)} (${type}, ${rangeOf(lines.start, lines.end)})`)
      .join(', ')
  const { enclosing, beside } = context
  return [
    ...(enclosing.length > 0 ? [`inside ${listed(enclosing)}`] : []),
    ...(beside.length > 0 ? [`beside ${listed(beside)}`] : []),
  ]
}

/** Returns the constraints of the lines. They precede the source, because it must be read with them in mind. */
function constraintLines({ mode, meta }: SourceResponse): readonly string[] {
  const { constraints = [], constraints_error: error } = meta
  const lines = mode === 'diff_preview' ? 'the lines that change' : 'these lines'
  return [
    ...(constraints.length > 0 ? [`recorded about ${lines}:`] : []),
    ...constraints.map(
      ({ text, source, about, commit }) =>
        `- ${showInvisible(text.replace(/\s+/gu, ' '))} (${source}, ${neutralisePath(about)}, ${commit.slice(0, 7)})`,
    ),
    ...(meta.degraded_by?.includes('constraints') === true && error === undefined ? ['- and more: ask lookup'] : []),
    ...(error === undefined
      ? []
      : [
          `it is not known what is recorded about ${lines}: ${error.code}: ${showInvisible(error.message.replace(/\s+/gu, ' '))}`,
        ]),
  ]
}

function rangeOf(start: number, end: number): string {
  return start === end ? `line ${start}` : `lines ${start}-${end}`
}
