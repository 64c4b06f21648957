import type { CommitId, NotesRef } from '@chronicle/schema'
import type { CacheStorage, DiscussionSource, MergedChange } from '@chronicle/core/contracts'
import { hashText } from '@chronicle/core/text'
import type { AnnotationWriter } from '../../annotation-writer.ts'
import { DISCUSSION_WRITER_VERSION } from '../create-discussion-writer.ts'

/** What was imported of a change, without any of its text. */
export interface KnownChange {
  /** The change as its host had it then. */
  readonly revision: string
  /** Commits that its discussion was stored on. */
  readonly commits: readonly CommitId[]
  /** Set where none of its commits was found: the commit whose history was searched. */
  readonly lostAt?: string
}

/** The changes that former runs imported. Safe to lose: they are read again, and nothing is stored twice. */
export interface KnownChanges {
  get(change: MergedChange): KnownChange | undefined
  set(change: MergedChange, known: Omit<KnownChange, 'revision'>): void
  /** Keeps what was set, with what other processes have set meanwhile. */
  save(): Promise<void>
}

/** Changes with the form of what is kept. */
const FORMAT = 1

/** Opens what is kept of one repository of a host. What is stored in another notes ref is not known. */
export async function openKnownChanges(
  storage: CacheStorage | undefined,
  { name, repository }: DiscussionSource,
  notesRef: NotesRef,
  reader?: Pick<AnnotationWriter, 'name' | 'version'>,
): Promise<KnownChanges> {
  // What was only quoted is still to be read.
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
      // Not stored: the next run reads those changes again.
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
    // Damaged, and safe to lose.
    return new Map()
  }
}

function isKnownChange(value: unknown): value is KnownChange {
  const { revision, commits } = (value ?? {}) as { readonly revision?: unknown; readonly commits?: unknown }
  return typeof revision === 'string' && Array.isArray(commits) && commits.every((id) => typeof id === 'string')
}
