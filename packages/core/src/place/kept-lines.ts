import type { LineRange } from '@chronicle/schema'
import type { FileText } from './file-texts.ts'
import type { KeptLines } from './line-map.ts'
import type { RecordedPlace } from './placement.ts'
import type { TextFile } from './target-file.ts'
import { hasWords, linesIn } from './lines-with-words.ts'

/** Minimum share of a unit's lines that must be in a unit with another name for that to be its new name. */
export const RENAMED_SHARE = 0.5

/** Recorded lines that still exist. */
export interface Kept extends KeptLines {
  /** The ranges that contain words: these identify the code. */
  readonly distinctive: readonly LineRange[]
}

export const NOTHING_KEPT: KeptLines = { count: 0, ranges: [] }

/** Omits runs of blank lines and braces: they are everywhere, so a diff matches them even where nothing is left. */
export function tellingLines({ ranges }: KeptLines, { text }: TextFile): readonly LineRange[] {
  return ranges.filter((range) => linesIn(text.lines(), range).some(hasWords))
}

/** Whether at least the given share of the lines with words still exists. */
export function hasCode(kept: KeptLines, older: FileText, lines: LineRange, target: TextFile, share: number): boolean {
  const before = linesIn(older.lines(), lines).filter(hasWords).length
  const left = kept.ranges.flatMap((range) => linesIn(target.text.lines(), range)).filter(hasWords).length
  return before === 0 ? kept.count > 0 : left > 0 && left >= share * before
}

/** Whether lines are only blank lines and braces, which a diff over many commits confuses with similar ones. */
export function isWordless(origin: RecordedPlace | undefined, older: FileText | undefined): boolean {
  if (origin === undefined || older === undefined) return false
  return !linesIn(older.lines(), origin.lines).some(hasWords)
}
