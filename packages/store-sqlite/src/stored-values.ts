import type { BlobsByRef } from '@chronicle/core/index-notes'
import type { BlobId, CommitId } from '@chronicle/schema'
import { DamagedIndexError } from './sqlite-failure.ts'
import type { SqlValue } from './sqlite-module.ts'

/** Encodes an object id as bytes. */
export function packId(id: string): Uint8Array {
  return Buffer.from(id, 'hex')
}

export function unpackId(value: SqlValue | undefined): CommitId {
  if (!(value instanceof Uint8Array) || (value.length !== 20 && value.length !== 32)) {
    throw new DamagedIndexError('a commit id has a wrong length')
  }
  return hex(value) as CommitId
}

/** Encodes the blobs of each ref as one byte with their number, followed by their ids. */
export function packBlobs(byRef: BlobsByRef): Uint8Array {
  return packId(byRef.map((blobs) => blobs.length.toString(16).padStart(2, '0') + blobs.join('')).join(''))
}

/** Decodes the blobs of each ref. `idLength` is in bytes. */
export function unpackBlobs(value: SqlValue | undefined, idLength: number): BlobsByRef {
  if (!(value instanceof Uint8Array)) throw new DamagedIndexError('a list of blobs is missing')
  const byRef: BlobId[][] = []
  let at = 0
  while (at < value.length) {
    const end = at + 1 + (value[at] ?? 0) * idLength
    const blobs: BlobId[] = []
    for (at++; at < end; at += idLength) blobs.push(hex(value.subarray(at, at + idLength)) as BlobId)
    byRef.push(blobs)
  }
  if (at !== value.length) throw new DamagedIndexError('a list of blobs is cut off')
  return byRef
}

/** The prefix of a text stored as JSON, because UTF-8 or SQLite would not preserve it: see `isStorable`. */
const ESCAPED = '\u0001'

/** Encodes a text. Texts are stored unchanged, except those with a NUL or half a surrogate pair. */
export function packText(text: string): string {
  return isStorable(text) ? text : ESCAPED + JSON.stringify(text)
}

export function unpackText(value: SqlValue | undefined): string {
  if (typeof value !== 'string') throw new DamagedIndexError('a text is missing')
  return value.startsWith(ESCAPED) ? String(parseStoredJson(value.slice(1))) : value
}

/** The range of stored texts that contains the texts escaped by `packText`. */
export const ESCAPED_RANGE: readonly [from: string, to: string] = [ESCAPED, '\u0002']

function isStorable(text: string): boolean {
  return !text.startsWith(ESCAPED) && !/\0|\p{Surrogate}/u.test(text)
}

export function parseStoredJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DamagedIndexError('a stored value is not JSON', { cause })
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
