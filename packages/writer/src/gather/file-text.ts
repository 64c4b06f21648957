import type { BlobId } from '@chronicle/schema'
import type { FileText } from '../commit-context.ts'

/** Git looks for a NUL in so many bytes. */
const BINARY_BYTES = 8000

/**
 * A blob as text. `undefined` where it is binary. Bytes that are no UTF-8 become replacement characters, so that a file
 * in another encoding keeps its lines.
 */
export function fileText(blob: BlobId, bytes: Uint8Array): FileText | undefined {
  if (bytes.subarray(0, BINARY_BYTES).includes(0)) return undefined
  const text = new TextDecoder().decode(bytes)
  let lines: readonly string[] | undefined
  return {
    blob,
    text,
    // Most texts are not looked at line by line, and the lines take more memory than the text.
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
