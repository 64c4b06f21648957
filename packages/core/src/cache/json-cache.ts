import type { CacheStorage } from '../contracts/cache-storage.ts'

/** Reads a JSON value. Damaged contents count as absent, because caches can always be recomputed. */
export async function readJson<T>(storage: CacheStorage, key: string): Promise<T | undefined> {
  const bytes = await storage.read(key)
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as T
  } catch {
    await storage.remove(key)
    return undefined
  }
}

/** Stores a JSON value. `json` is its text if the caller already has it. */
export async function writeJson(
  storage: CacheStorage,
  key: string,
  value: unknown,
  json: string = JSON.stringify(value),
): Promise<boolean> {
  return storage.write(key, new TextEncoder().encode(json))
}
