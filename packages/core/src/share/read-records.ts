import { isJsonObject, parseJson, type JsonObject } from '@chronicle/schema'

/** One record of an input, with the line on which it begins. */
export type InputRecord =
  | { readonly line: number; readonly value: JsonObject; readonly text: string }
  | { readonly line: number; readonly reason: string }

/** Maximum number of characters of a document that spans several lines. */
const MAX_DOCUMENT = 64_000_000

/**
 * Yields the JSON objects of an input: JSON Lines, read as they arrive, or one document that is an object or a list of
 * objects. Anything else is reported with its line, and reading continues.
 */
export async function* readRecords(chunks: AsyncIterable<string>): AsyncGenerator<InputRecord> {
  let line = 0
  let whole: string | undefined
  for await (const text of linesOf(chunks)) {
    line++
    if (whole !== undefined) {
      whole += `\n${text}`
      if (whole.length > MAX_DOCUMENT) {
        yield { line, reason: 'the document is too long; give one record a line' }
        return
      }
      continue
    }
    if (text.trim() === '') continue
    const value = parseJson(withoutMark(text))
    if (value === undefined && line === 1 && /^\s*[[{]/.test(text)) whole = text
    else yield* recordsOf(value, text, line)
  }
  if (whole !== undefined) yield* recordsOf(parseJson(withoutMark(whole)), whole, 1)
}

function* recordsOf(value: unknown, text: string, line: number): Generator<InputRecord> {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  for (const each of list) {
    if (isJsonObject(each)) yield { line, value: each, text: list.length === 1 ? text : JSON.stringify(each) }
    else yield { line, reason: value === undefined ? 'it is not JSON' : 'it is not a JSON object' }
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  if (rest !== '') yield rest
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}
