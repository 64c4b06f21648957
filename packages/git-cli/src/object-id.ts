/** An object to be stored. */
export interface NewObject {
  readonly type: 'commit' | 'tree' | 'blob'
  readonly bytes: Uint8Array
}

/** The id that git gives to an object. */
export function objectIdOf(object: NewObject, objectFormat: 'sha1' | 'sha256'): string {
  // Most reads meet only ids that git knows already, and loading the cryptography takes longer than they do.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash(objectFormat).update(`${object.type} ${object.bytes.length}\0`).update(object.bytes).digest('hex')
}
