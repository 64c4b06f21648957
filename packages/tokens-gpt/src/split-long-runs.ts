/** UTF-16 units of a run that are still merged quickly; no ordinary word comes near. */
const MAX_RUN = 256

/** Cuts a text where a run of white space, or of anything else, gets too long. Most texts stay whole. */
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
