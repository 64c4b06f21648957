/** One answer of `git cat-file`: an object, or nothing if there is none of that name. */
export interface StoredObject {
  readonly id: string
  readonly type: string
  readonly size: number
  /** Absent if only the header was requested, or if the object exceeds the limit. */
  readonly bytes: Uint8Array | undefined
}

export interface ObjectStreamOptions {
  readonly maxObjectBytes: number
  /** Whether the next answer has contents after its header. */
  readonly expectsContents: () => boolean
  readonly onAnswer: (object: StoredObject | undefined) => void
}

const HEADER = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/
const LINE_FEED = 10

/**
 * Returns a function that parses the output of `git cat-file` in chunks of any size. Other headers (`<name> missing`,
 * `<name> ambiguous`, `<id> submodule`) mean an absent object. Objects over the limit are skipped, not kept.
 */
export function createObjectStream(options: ObjectStreamOptions): (chunk: Buffer) => void {
  let headerStart: Buffer | undefined
  // `filled` includes the line feed after the contents.
  let body: { readonly object: StoredObject; filled: number } | undefined

  const readHeader = (line: string): void => {
    const [, id, type, size] = HEADER.exec(line) ?? []
    if (id === undefined || type === undefined) return options.onAnswer(undefined)
    const object = { id, type, size: Number(size), bytes: undefined }
    if (!options.expectsContents()) return options.onAnswer(object)
    const bytes = object.size > options.maxObjectBytes ? undefined : allocate(object.size)
    body = { object: { ...object, bytes }, filled: 0 }
  }

  return (chunk) => {
    let offset = 0
    while (offset < chunk.length) {
      if (body === undefined) {
        const end = chunk.indexOf(LINE_FEED, offset)
        const piece = chunk.subarray(offset, end < 0 ? chunk.length : end)
        const line: Buffer = headerStart === undefined ? piece : Buffer.concat([headerStart, piece])
        offset += piece.length + 1
        headerStart = end < 0 ? line : undefined
        if (end >= 0) readHeader(line.toString('latin1'))
      } else {
        const { object } = body
        const consumed = Math.min(chunk.length - offset, object.size + 1 - body.filled)
        const kept = Math.min(consumed, object.size - body.filled)
        if (kept > 0) object.bytes?.set(chunk.subarray(offset, offset + kept), body.filled)
        body.filled += consumed
        offset += consumed
        if (body.filled === object.size + 1) {
          body = undefined
          options.onAnswer(object)
        }
      }
    }
  }
}

/** Allocates bytes to fill. Small objects share Node's pool for small buffers. */
function allocate(size: number): Uint8Array {
  const { buffer, byteOffset } = Buffer.allocUnsafe(size)
  return new Uint8Array(buffer, byteOffset, size)
}
