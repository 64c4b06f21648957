import {
  DEFAULT_NOTES_REF,
  err,
  ok,
  Result,
  safeTry,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotationIndex, AnnotationView, IndexError } from '../contracts/annotation-index.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import { createQueue } from '../contracts/queue.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import { createAnnotationView } from './annotation-view.ts'
import { buildIndex } from './build-index.ts'
import { findArrived } from './indexed-note.ts'
import { isManifest, MANIFEST_KEY, type Manifest } from './manifest.ts'
import { listAllNotes, readNotesTips, sameTips, type NotesTips } from './notes-state.ts'
import { pageNames } from './ordered-pages.ts'
import { createShardStore } from './shard-store.ts'
import { updateIndex } from './update-index.ts'

/** The notes to index, and the storage of the index. */
export interface NotesIndexOptions {
  readonly git: GitBackend
  /** The refs to read, combined into one set of notes. Default `refs/notes/chronicle`. */
  readonly refs?: readonly NotesRef[] | undefined
  /** Persistent storage of the index. Absent: only memory. */
  readonly storage?: CacheStorage | undefined
}

/**
 * Creates an annotation index from the notes trees. It is divided into small shards: a query reads one or two, an
 * update writes the changed ones, and the cost of both does not depend on the number of notes.
 */
export function createNotesIndex({ git, refs = [DEFAULT_NOTES_REF], storage }: NotesIndexOptions): AnnotationIndex {
  const store = createShardStore(storage)
  let current: { readonly manifest: Manifest; readonly view: AnnotationView } | undefined
  /** Name of a shard that could not be read. The stored index is then not used. */
  let damaged: string | undefined
  const queue = createQueue()

  async function stored(): Promise<Manifest | undefined> {
    if (storage === undefined || damaged !== undefined) return undefined
    const value = await readJson<unknown>(storage, MANIFEST_KEY)
    return isManifest(value, refs) ? value : undefined
  }

  function build(before: Manifest | undefined, options?: CallOptions): ResultAsync<Manifest, IndexError> {
    return safeTry(async function* () {
      const listed = yield* listAllNotes(git, refs, options)
      const built = yield* buildIndex(git, refs, listed, store, options)
      const names = await Promise.all([before, built].map(namesOf))
      const used = new Set(names[1])
      return ok({ ...built, retired: (names[0] ?? []).filter((name) => !used.has(name)) })
    })
  }

  async function namesOf(manifest: Manifest | undefined): Promise<readonly string[]> {
    if (manifest === undefined) return []
    const pages = await Promise.all([pageNames(store, manifest.times), pageNames(store, manifest.paths)])
    return [...manifest.wordShards, ...manifest.commitShards, ...pages.flat()].filter((name) => name !== '')
  }

  function advance(
    before: Manifest | undefined,
    tips: NotesTips,
    arrived: readonly CommitId[],
    options?: CallOptions,
  ): ResultAsync<{ readonly manifest: Manifest; readonly scanned: boolean }, IndexError> {
    return safeTry(async function* () {
      if (before !== undefined) {
        const updated = yield* updateIndex(git, before, { tips, arrived }, store, options)
        if (updated !== undefined) return ok({ manifest: updated, scanned: false })
      }
      return (await build(before, options)).map((manifest) => ({ manifest, scanned: true }))
    })
  }

  function viewOf(manifest: Manifest, diagnostics: readonly Diagnostic[]): AnnotationView {
    return createAnnotationView(
      manifest,
      <T>(name: string): ResultAsync<T, IndexError> =>
        safeTry(async function* () {
          const shard = await store.get<T>(name)
          if (shard !== undefined) return ok(shard)
          current = undefined
          damaged = name
          await storage?.remove(MANIFEST_KEY)
          const message = `A part of the annotation index is missing or damaged (${name}). Ask again: it is built anew.`
          return err(codedError('index_failed', message, { data: { shard: name } }))
        }),
      diagnostics,
    )
  }

  function refresh(options?: CallOptions): ResultAsync<AnnotationView, IndexError> {
    return safeTry(async function* () {
      const known = current?.manifest ?? (await stored())
      const [tips, arrived] = yield* Result.combine(
        await Promise.all([readNotesTips(git, refs, options), findArrived(git, known?.missing ?? [], options)]),
      )
      if (current !== undefined && arrived.length === 0 && sameTips(current.manifest.tips, tips))
        return ok(current.view)
      const before = current === undefined ? known : ((await stored()) ?? current.manifest)
      const rebuilt = damaged
      let manifest = before
      let scanned = false
      if (manifest === undefined || arrived.length > 0 || !sameTips(manifest.tips, tips)) {
        const next = yield* advance(before, tips, arrived, options)
        manifest = next.manifest
        scanned = next.scanned && manifest.notes > 0
        if (storage !== undefined && store.persistent()) await writeJson(storage, MANIFEST_KEY, manifest)
      }
      if (damaged === rebuilt) damaged = undefined
      current = { manifest, view: viewOf(manifest, []) }
      // Reported once: the following views use a sound stored index.
      const view = rebuilt === undefined ? current.view : viewOf(manifest, [rebuiltNotice(rebuilt)])
      return ok(scanned ? { ...view, scanned: true } : view)
    })
  }

  return {
    name: storage === undefined ? 'notes-memory' : `notes-${storage.name}`,
    refresh: (options = {}) => queue(options, () => refresh(options)),
  }
}

function rebuiltNotice(name: string): Diagnostic {
  const message = `A part of the annotation index was missing or damaged (${name}); the index was built anew.`
  return { code: 'index_rebuilt', severity: 'info', message }
}
