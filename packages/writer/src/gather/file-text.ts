import type { BlobId } from '@chronicle/schema'
import type { FileText } from '../commit-context.ts'

/** Number of bytes in which git looks for a NUL to detect a binary file. */
const BINARY_BYTES = 8000

/**
 * Returns a blob as text. `undefined` if it is binary. Invalid UTF-8 becomes replacement characters, so that a file in
 * another encoding keeps its lines.
 */
export function fileText(blob: BlobId, bytes: Uint8Array): FileText | undefined {
  if (bytes.subarray(0, BINARY_BYTES).includes(0)) return undefined
  const text = new TextDecoder().decode(bytes)
  let lines: readonly string[] | undefined
  return {
    blob,
    text,
    // Computed on demand: most texts are not read by line, and the lines take more memory than the text.
    get lines() {
      return (lines ??= linesOf(text))
    },
  }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
