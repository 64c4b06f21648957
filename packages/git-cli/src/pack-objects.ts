import type { NewObject } from './object-id.ts'

const TYPE_NUMBERS = { commit: 1, tree: 2, blob: 3 } as const

/** Builds a pack of whole objects, the form in which git accepts any number of objects at once (gitformat-pack(5)). */
export async function packObjects(objects: readonly NewObject[], objectFormat: 'sha1' | 'sha256'): Promise<Uint8Array> {
  // Only writes need these modules, and they take longer to load than a read takes.
  const [{ createHash }, { deflateSync }] = await Promise.all([import('node:crypto'), import('node:zlib')])
  const header = Buffer.alloc(12)
  header.write('PACK')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(objects.length, 8)
  const parts: Uint8Array[] = [header]
  // Notes are small: passing one to another thread takes three times as long as compressing it.
  for (const object of objects) parts.push(entryHeader(object), deflateSync(object.bytes, { level: 1 }))
  const hash = createHash(objectFormat)
  for (const part of parts) hash.update(part)
  return Buffer.concat([...parts, hash.digest()])
}

/**
 * Encodes type and size: four bits of the size in the first byte, then seven in each following byte, lowest bits first.
 */
function entryHeader(object: NewObject): Uint8Array {
  let size = object.bytes.length
  const bytes = [(TYPE_NUMBERS[object.type] << 4) | (size % 16)]
  size = Math.floor(size / 16)
  while (size > 0) {
    bytes.push(size % 128)
    size = Math.floor(size / 128)
  }
  return Uint8Array.from(bytes, (byte, index) => (index < bytes.length - 1 ? byte | 0x80 : byte))
}
