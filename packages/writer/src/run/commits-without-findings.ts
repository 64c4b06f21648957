import type { CommitId } from '@chronicle/schema'
import { hashText } from '@chronicle/core/text'
import type { CacheStorage } from '@chronicle/core/contracts'
import type { AnnotationWriter } from '../annotation-writer.ts'

/**
 * Commits for which a writer found nothing, each with the digest of its other input. Losing the list is harmless: the
 * commits are examined again.
 */
export interface CommitsWithoutFindings {
  has(commit: CommitId, digest?: string): boolean
  add(commit: CommitId, digest?: string): void
  /** Stores new entries, merged with those that other processes stored meanwhile. */
  save(): Promise<void>
}

/** Changed when the rules for skipping or writing change for all writers. */
const FORMAT = 2

export async function openSilentCommits(
  storage: CacheStorage | undefined,
  writer: AnnotationWriter,
): Promise<CommitsWithoutFindings> {
  const key = `annotate/nothing-${hashText(JSON.stringify([FORMAT, writer.name, writer.version ?? '']))}.json`
  const known = await read(storage, key)
  const added = new Set<string>()
  return {
    has: (commit, digest) => known.has(entryOf(commit, digest)),
    add(commit, digest) {
      const entry = entryOf(commit, digest)
      known.add(entry)
      added.add(entry)
    },
    async save() {
      if (storage === undefined || added.size === 0) return
      const all = new Set([...(await read(storage, key)), ...added])
      // If storing fails, the next run calls the writer again.
      const stored = await storage.write(key, new TextEncoder().encode(JSON.stringify([...all].sort())))
      if (stored) added.clear()
    },
  }
}

function entryOf(commit: CommitId, digest: string | undefined): string {
  return digest === undefined ? commit : `${commit} ${digest}`
}

async function read(storage: CacheStorage | undefined, key: string): Promise<Set<string>> {
  const bytes = await storage?.read(key)
  if (bytes === undefined) return new Set()
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return new Set(Array.isArray(json) ? json.filter((id) => typeof id === 'string') : [])
  } catch {
    // Damaged data is dropped, which is harmless: the commits are examined again.
    return new Set()
  }
}
