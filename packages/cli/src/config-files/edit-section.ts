import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'

/** The lines that enclose our section in another author's text. */
export interface SectionMarks {
  readonly begin: string
  readonly end: string
}

/** Appends a section to a text, or replaces the existing one. Line endings are those of the text. */
export function setSection(
  text: string,
  section: string,
  marks: SectionMarks,
  file: string,
): Result<string, CodedError<'config_malformed'>> {
  return findSection(text, marks, file).map((found) => {
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    const block = [marks.begin, section.trim(), marks.end].join('\n').replaceAll('\n', eol)
    if (found !== undefined) return text.slice(0, found.start) + block + text.slice(found.end)
    if (text === '') return block + eol
    // A text without a final newline gets none, so that removing the section restores it.
    return text.endsWith('\n') ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`
  })
}

/** Removes the section. Returns `undefined` if the text contains nothing else. */
export function removeSection(
  text: string,
  marks: SectionMarks,
  file: string,
): Result<string | undefined, CodedError<'config_malformed'>> {
  return findSection(text, marks, file).map((found) => {
    if (found === undefined) return text
    const before = text.slice(0, found.start).replace(/(^|\n)\r?\n$/u, '$1')
    const after = text.slice(found.end)
    const left = after === '' ? before.replace(/\r?\n$/u, '') : before + after.replace(/^\r?\n/u, '')
    return left === '' ? undefined : left
  })
}

/** Finds the range of the section, including its marks. Returns `undefined` if there is none. */
export function findSection(
  text: string,
  { begin, end }: SectionMarks,
  file: string,
): Result<{ readonly start: number; readonly end: number } | undefined, CodedError<'config_malformed'>> {
  const starts = offsetsOf(text, begin)
  const ends = offsetsOf(text, end)
  const [start] = starts
  const [close] = ends
  if (start === undefined && close === undefined) return ok(undefined)
  if (starts.length === 1 && ends.length === 1 && start !== undefined && close !== undefined && start < close) {
    return ok({ start, end: close + end.length })
  }
  const lines = [...starts, ...ends].toSorted((a, b) => a - b).map((offset) => text.slice(0, offset).split('\n').length)
  const message = `${file} must have the marks ${begin} and ${end} exactly once each, in this order: see line ${lines.join(', ')}. Fix it, then try again. Nothing was written.`
  return err(codedError('config_malformed', message, { data: { path: file, lines } }))
}

function offsetsOf(text: string, part: string): readonly number[] {
  const offsets: number[] = []
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) offsets.push(at)
  return offsets
}
