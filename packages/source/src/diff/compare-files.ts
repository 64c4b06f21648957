import { isSameBytes } from '@chronicle/schema'
import { isBinary, neutralisePath } from '@chronicle/core/text'
import { byteText, textBytes } from './byte-text.ts'
import { unifiedDiff, type UnifiedDiff } from './unified-diff.ts'

/** Two versions of a file; `undefined` where it does not exist. */
export interface FilePair {
  readonly path: string
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/** The difference between two versions of a file. It is empty exactly if their bytes are equal. */
export interface FileDifference extends Pick<UnifiedDiff, 'added' | 'removed' | 'lines' | 'touched' | 'shortened'> {
  /** The diff; empty if nothing differs. Its lines have the same bytes as in the files. */
  readonly bytes: Uint8Array
  /** Whether a side is binary, so that there are no lines to compare. */
  readonly binary: boolean
}

/** Compares two versions of a file by lines, or as a whole if one of them is binary. */
export function compareFiles({ path, before, after }: FilePair, maxEdits: number): FileDifference {
  const encoder = new TextEncoder()
  if ([before, after].some((side) => side !== undefined && isBinary(side))) {
    const names = [before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`]
    const same = before !== undefined && after !== undefined && isSameBytes(before, after)
    const text = same ? '' : `Binary files ${names.map(neutralisePath).join(' and ')} differ\n`
    const none = { added: 0, removed: 0, lines: undefined, touched: [], shortened: false }
    return { ...none, bytes: encoder.encode(text), binary: true }
  }
  const texts = { path, before: before && byteText(before), after: after && byteText(after) }
  const { text, headerLength, ...diff } = unifiedDiff(texts, maxEdits)
  const names = encoder.encode(text.slice(0, headerLength))
  const hunks = textBytes(text.slice(headerLength))
  const bytes = new Uint8Array(names.length + hunks.length)
  bytes.set(names)
  bytes.set(hunks, names.length)
  return { ...diff, bytes, binary: false }
}
