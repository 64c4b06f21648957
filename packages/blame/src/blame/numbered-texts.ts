import type { GitError } from '@chronicle/core/contracts'
import type { BlobId, ResultAsync } from '@chronicle/schema'
import { BoundedMap } from '../bounded-map.ts'
import type { LineTable, NumberedText } from '@chronicle/core/line-diff'
import type { ObjectReader } from '../object-reader.ts'

const MAX_BYTES = 32 * 1024 * 1024

/** Blobs as numbered lines, cached because a version is first read as a parent and soon again as a child. */
export class NumberedTexts {
  readonly #reader: ObjectReader
  readonly #table: LineTable
  readonly #known = new BoundedMap<BlobId, NumberedText>(MAX_BYTES, (text) => text.bytes.length + 1)

  constructor(reader: ObjectReader, table: LineTable) {
    this.#reader = reader
    this.#table = table
  }

  /** Returns the texts in the order of `ids`. */
  read(ids: readonly BlobId[]): ResultAsync<readonly NumberedText[], GitError> {
    const known = new Map(ids.map((id) => [id, this.#known.get(id)]))
    const missing = ids.filter((id) => known.get(id) === undefined)
    return this.#reader.blobs(missing).map((blobs) => {
      for (const [index, bytes] of blobs.entries()) {
        const id = missing[index]!
        const text = known.get(id) ?? this.#table.number(bytes)
        known.set(id, text)
        this.#known.set(id, text)
      }
      return ids.map((id) => known.get(id)!)
    })
  }
}
