/**
 * Persistent storage of derived data. Contents can be lost safely: a failed read is an absent value and callers ignore
 * a failed write, so neither throws.
 */
export interface CacheStorage {
  readonly name: string
  /**
   * Reads a value. Returns `undefined` if it is absent or unreadable. Keys are `/`-separated words of `[a-z0-9._-]`.
   */
  read(key: string): Promise<Uint8Array | undefined>
  /**
   * Writes a value atomically: a reader sees the old value or the new one. Returns `false` if it could not be stored.
   */
  write(key: string, value: Uint8Array): Promise<boolean>
  /** Removes a key. Succeeds if it is absent. */
  remove(key: string): Promise<void>
}
