/** The text of one record of a file, and the line on which it starts. */
export interface RecordText {
  readonly text: string
  /** 1-based line number. */
  readonly line: number
}

/**
 * Splits a file of JSON records without parsing it: the elements of an array, a single object, or one object per line.
 * Each record is then parsed separately, so that a broken one does not hide problems of the others.
 */
export function splitRecords(text: string): readonly RecordText[] {
  const first = text.search(/\S/)
  if (first === -1) return []
  if (text[first] === '[') return arrayElements(text, first + 1)
  const single = objectEnd(text, first)
  if (text[first] === '{' && single !== undefined && text.slice(single).trim() === '') {
    return [{ text: text.slice(first, single), line: lineAt(text, first) }]
  }
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ text: line.trim(), line: index + 1 }]))
}

function arrayElements(text: string, start: number): readonly RecordText[] {
  const records: RecordText[] = []
  let line = lineAt(text, start)
  let from = start
  const take = (end: number): void => {
    const element = text.slice(from, end)
    const blank = /^\s*/.exec(element)?.[0] ?? ''
    if (element.trim() !== '') records.push({ text: element.trim(), line: line + countLines(blank) })
    line += countLines(element)
    from = end + 1
  }
  for (const { character, depth, index } of punctuation(text, start)) {
    if (depth === 0 && character === ',') take(index)
    if (depth === -1) {
      take(index)
      const rest = text.slice(index + 1)
      if (rest.trim() !== '') records.push({ text: rest.trim(), line: line + countLines(/^\s*/.exec(rest)?.[0] ?? '') })
      return records
    }
  }
  // The array is not closed, so the rest cannot be parsed and is reported as it is.
  records.push({ text: text.slice(from).trim() || '[', line })
  return records
}

function objectEnd(text: string, start: number): number | undefined {
  for (const { depth, index } of punctuation(text, start)) if (depth === 0) return index + 1
  return undefined
}

/** Yields brackets and commas outside strings, with the nesting depth after each. */
function* punctuation(
  text: string,
  start: number,
): Generator<{ readonly character: string; readonly depth: number; readonly index: number }> {
  const pattern = /"(?:[^"\\]|\\[^])*"?|[[\]{},]/g
  pattern.lastIndex = start
  let depth = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [character] = match
    if (character.startsWith('"')) continue
    if (character === '{' || character === '[') depth++
    else if (character !== ',') depth--
    yield { character, depth, index: match.index }
  }
}

function lineAt(text: string, index: number): number {
  return countLines(text.slice(0, index)) + 1
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
