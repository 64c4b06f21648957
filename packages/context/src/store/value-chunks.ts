import { createByteWriter, type ByteWriter } from './byte-writer.ts'
import type { Part, PartWriter } from './segment-parts.ts'
import type { SegmentHead } from './segment-head.ts'

/**
 * Minimum size of a full chunk, in bytes. A chunk ends with the value that reaches this size, so that reading one
 * document costs little more than its own size.
 */
export const CHUNK_SIZE: number = 131_072

/** Collects values into chunks and records their locations. Documents must be added in the order of their numbers. */
export interface ValueChunks {
  /** Adds a value as text. */
  add(value: string): Promise<void>
  /** Adds a value in stored form. */
  addBytes(bytes: Uint8Array, escaped: boolean): Promise<void>
  /** Adds a value that stays in another segment's chunk. */
  addPlace(chunk: Part, start: number, size: number, escaped: boolean): void
  finish(): Promise<Pick<SegmentHead, 'places' | 'escaped' | 'chunks'>>
}

export function createValueChunks(segment: string, writer: PartWriter): ValueChunks {
  const encoder = new TextEncoder()
  const chunks: Part[] = []
  const places: number[] = []
  const escapedNumbers: number[] = []
  const adopted = new Map<string, number>()
  /** The current chunk. Its number is reserved when it begins. */
  let open: { readonly number: number; readonly bytes: ByteWriter } | undefined
  let written = 0

  async function endChunk(): Promise<void> {
    if (open === undefined) return
    const { number, bytes } = open
    open = undefined
    chunks[number] = await writer.write(`${segment}-v${written++}`, bytes.toBytes())
  }

  function beginChunk(): { readonly number: number; readonly bytes: ByteWriter } {
    const number = chunks.length
    chunks.push({ name: '', size: 0, checksum: 0 })
    return { number, bytes: createByteWriter() }
  }

  function addPlaceIn(chunk: number, start: number, size: number, escaped: boolean): void {
    if (escaped) escapedNumbers.push(places.length / 3)
    places.push(chunk, start, size)
  }

  async function addBytes(bytes: Uint8Array, escaped: boolean): Promise<void> {
    open ??= beginChunk()
    addPlaceIn(open.number, open.bytes.length, bytes.length, escaped)
    open.bytes.bytes(bytes)
    if (open.bytes.length >= CHUNK_SIZE) await endChunk()
  }

  return {
    add(value) {
      const escaped = /\p{Surrogate}/u.test(value)
      return addBytes(encoder.encode(escaped ? JSON.stringify(value) : value), escaped)
    },
    addBytes,
    addPlace(chunk, start, size, escaped) {
      let number = adopted.get(chunk.name)
      if (number === undefined) {
        number = chunks.push(chunk) - 1
        adopted.set(chunk.name, number)
      }
      addPlaceIn(number, start, size, escaped)
    },
    async finish() {
      await endChunk()
      return { places, escaped: escapedNumbers, chunks }
    },
  }
}

/** Decodes a value that `add` stored. */
export function unpackValue(bytes: Uint8Array, escaped: boolean): string {
  // A byte order mark belongs to the value.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return escaped ? String(JSON.parse(text)) : text
}
