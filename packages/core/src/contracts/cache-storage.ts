/**
 * Where derived data survives the process. Contents are safe to lose: a failed read is an absent value and a failed
 * write is ignored by callers, so both report instead of throwing.
 */
export interface CacheStorage {
  readonly name: string
  /** `undefined` when absent or unreadable. Keys are `/`-separated words of `[a-z0-9._-]`. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Atomic: a reader sees the old value or the new one. `false` when it could not be stored. */
  write(key: string, value: Uint8Array): Promise<boolean>
  /** Removes one key; absent is fine. */
  remove(key: string): Promise<void>
}
