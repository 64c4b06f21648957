import { DEFAULT_NOTES_REF, err, ok, ResultAsync, type Diagnostic, type NotesRef, type Result } from '@chronicle/schema'
import type { AnnotationIndex, AnnotationView, IndexError } from '../contracts/annotation-index.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import { createAnnotationView } from './annotation-view.ts'
import { buildIndex, listAllNotes } from './build-index.ts'
import { isManifest, MANIFEST_KEY, sameTips, type Manifest } from './manifest.ts'
import { createShardStore } from './shard-store.ts'
import { updateIndex } from './update-index.ts'

export interface NotesIndexOptions {
  readonly git: GitBackend
  /** The refs to read, as one body of notes. Default `refs/notes/chronicle`. */
  readonly refs?: readonly NotesRef[]
  /** Where the index survives the process. Absent: memory alone. */
  readonly storage?: CacheStorage
}

/**
 * An annotation index made from the notes trees. It is divided into small shards: a question reads one or two, an
 * update writes those that changed, and both cost the same whatever the number of notes.
 */
export function createNotesIndex({ git, refs = [DEFAULT_NOTES_REF], storage }: NotesIndexOptions): AnnotationIndex {
  const store = createShardStore(storage)
  let current: { readonly manifest: Manifest; readonly view: AnnotationView } | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function readTips(options?: CallOptions): Promise<Result<readonly (NotesTip | null)[], GitError>> {
    const tips = await ResultAsync.combine(refs.map((ref) => git.notesTip(ref, options)))
    return tips.map((known) => known.map((tip) => tip ?? null))
  }

  async function build(options?: CallOptions): Promise<Result<Manifest, IndexError>> {
    const listed = await listAllNotes(git, refs, options)
    if (listed.isErr()) return err(listed.error)
    return buildIndex(git, refs, listed.value, store, options)
  }

  async function advance(
    before: Manifest | undefined,
    tips: readonly (NotesTip | null)[],
    options?: CallOptions,
  ): Promise<Result<Manifest, IndexError>> {
    if (before !== undefined) {
      const updated = await updateIndex(git, before, tips, store, options)
      if (updated.isErr()) return err(updated.error)
      if (updated.value !== undefined) return ok(updated.value)
    }
    return build(options)
  }

  function viewOf(manifest: Manifest, diagnostics: readonly Diagnostic[]): AnnotationView {
    return createAnnotationView(
      manifest,
      async <T>(name: string): Promise<Result<T, IndexError>> => {
        const shard = await store.get<T>(name)
        if (shard !== undefined) return ok(shard)
        current = undefined
        await storage?.remove(MANIFEST_KEY)
        const message = `A part of the annotation index is missing or damaged (${name}). Ask again: it is built anew.`
        return err(codedError('index_failed', message, { data: { shard: name } }))
      },
      diagnostics,
    )
  }

  async function refresh(options?: CallOptions): Promise<Result<AnnotationView, IndexError>> {
    const tips = await readTips(options)
    if (tips.isErr()) return err(tips.error)
    if (current !== undefined && sameTips(current.manifest.tips, tips.value)) return ok(current.view)
    const stored = storage === undefined ? undefined : await readJson<unknown>(storage, MANIFEST_KEY)
    const before = isManifest(stored, refs) ? stored : current?.manifest
    let manifest = before
    if (manifest === undefined || !sameTips(manifest.tips, tips.value)) {
      const next = await advance(before, tips.value, options)
      if (next.isErr()) return err(next.error)
      manifest = next.value
      if (storage !== undefined && store.persistent()) await writeJson(storage, MANIFEST_KEY, manifest)
    }
    current = { manifest, view: viewOf(manifest, []) }
    return ok(current.view)
  }

  return {
    name: storage === undefined ? 'notes-memory' : `notes-${storage.name}`,
    refresh(options) {
      const step = queue.then(() => refresh(options))
      queue = step.catch(() => undefined)
      return new ResultAsync(step)
    },
  }
}
