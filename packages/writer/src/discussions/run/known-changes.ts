import type { CommitId, NotesRef } from '@chronicle/schema'
import type { CacheStorage, DiscussionSource, MergedChange } from '@chronicle/core/contracts'
import { hashText } from '@chronicle/core/text'
import type { AnnotationWriter } from '../../annotation-writer.ts'
import { DISCUSSION_WRITER_VERSION } from '../create-discussion-writer.ts'

/** The result of importing a change, without any of its text. */
export interface KnownChange {
  /** The host's revision of the change at that time. */
  readonly revision: string
  /** The commits on which its discussion was stored. */
  readonly commits: readonly CommitId[]
  /** The commit whose history was searched, if none of the change's commits was found. */
  readonly lostAt?: string
}

/**
 * The changes that earlier runs imported. Losing them is harmless: they are read again, and nothing is stored twice.
 */
export interface KnownChanges {
  get(change: MergedChange): KnownChange | undefined
  set(change: MergedChange, known: Omit<KnownChange, 'revision'>): void
  /** Stores new entries, merged with those that other processes stored meanwhile. */
  save(): Promise<void>
}

/** Version of the stored format. */
const FORMAT = 1

/** Opens the known changes of one repository on a host, for one notes ref. */
export async function openKnownChanges(
  storage: CacheStorage | undefined,
  { name, repository }: DiscussionSource,
  notesRef: NotesRef,
  reader?: Pick<AnnotationWriter, 'name' | 'version'>,
): Promise<KnownChanges> {
  // With a reader, changes that were only quoted are not known yet.
  const read = reader === undefined ? [] : [reader.name, reader.version ?? '']
  const identity = [FORMAT, DISCUSSION_WRITER_VERSION, name, repository.toLowerCase(), notesRef, ...read]
  const key = `discussions/${hashText(JSON.stringify(identity))}.json`
  const known = await readKnown(storage, key)
  const added = new Map<string, KnownChange>()
  return {
    get: ({ number }) => known.get(String(number)),
    set({ number, revision }, entry) {
      known.set(String(number), { revision, ...entry })
      added.set(String(number), { revision, ...entry })
    },
    async save() {
      if (storage === undefined || added.size === 0) return
      const all = new Map([...(await readKnown(storage, key)), ...added])
      // If storing fails, the next run reads these changes again.
      const stored = await storage.write(key, new TextEncoder().encode(JSON.stringify(Object.fromEntries(all))))
      if (stored) added.clear()
    },
  }
}

async function readKnown(storage: CacheStorage | undefined, key: string): Promise<Map<string, KnownChange>> {
  const bytes = await storage?.read(key)
  if (bytes === undefined) return new Map()
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const entries = typeof json === 'object' && json !== null ? Object.entries(json) : []
    return new Map(entries.filter((entry): entry is [string, KnownChange] => isKnownChange(entry[1])))
  } catch {
    // Damaged data is dropped, which is harmless.
    return new Map()
  }
}

function isKnownChange(value: unknown): value is KnownChange {
  const { revision, commits } = (value ?? {}) as { readonly revision?: unknown; readonly commits?: unknown }
  return typeof revision === 'string' && Array.isArray(commits) && commits.every((id) => typeof id === 'string')
}
