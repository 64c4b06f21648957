/** An object to be stored. */
export interface NewObject {
  readonly type: 'commit' | 'tree' | 'blob'
  readonly bytes: Uint8Array
}

/** Returns the id that git assigns to an object. */
export function objectIdOf(object: NewObject, objectFormat: 'sha1' | 'sha256'): string {
  // Most reads only use ids that git knows already, and loading the crypto module takes longer than such a read.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash(objectFormat).update(`${object.type} ${object.bytes.length}\0`).update(object.bytes).digest('hex')
}
