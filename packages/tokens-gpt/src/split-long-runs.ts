/** Maximum length of a run that is still encoded quickly, in UTF-16 units. No ordinary word is nearly as long. */
const MAX_RUN = 256

/** Splits a text where a run of white space, or of other characters, is too long. Most texts are not split. */
export function splitLongRuns(text: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let runStart = 0
  let inSpace = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const space = isSpace(unit)
    if (space !== inSpace) {
      inSpace = space
      runStart = i
    }
    if (i - runStart >= MAX_RUN && !isLowSurrogate(unit)) {
      parts.push(text.slice(start, i))
      start = i
      runStart = i
    }
  }
  parts.push(text.slice(start))
  return parts
}

function isSpace(unit: number): boolean {
  if (unit <= 0x20) return true
  return unit >= 0x85 && (unit === 0x85 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x202f) || unit === 0x3000)
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
