import { err, isSameBytes, ok, okAsync, ResultAsync, safeTry, type Result } from '@chronicle/schema'
import type {
  CacheStorage,
  CallOptions,
  KnowledgeCollection,
  KnowledgeDocument,
  KnowledgeError,
  Posting,
} from '@chronicle/core/contracts'
import {
  createCollectionView,
  partNames,
  readPostings,
  readValue,
  type CollectionView,
  type ViewedSegment,
} from './collection-view.ts'
import { checkAborted, isAborted, storeUnusableError } from './knowledge-failure.ts'
import { parseManifest, readManifestBytes, writeManifest, type Manifest, type SegmentEntry } from './manifest.ts'
import { segmentsToMerge } from './merge-plan.ts'
import { mergeSegments } from './merge-segments.ts'
import type { SegmentHead } from './segment-head.ts'
import { createPartWriter, storageKey, type PartWriter } from './segment-parts.ts'
import { createSegmentReader, type MissingPartError, type Segment } from './segment-reader.ts'
import type { StoreCollection } from './store-of-collections.ts'
import { segmentsOf, writeSegment } from './write-segment.ts'

/** Maximum number of attempts to replace the manifest while other processes replace it too. */
const ATTEMPTS = 5

/** Maximum number of merges after one change. The next change continues. */
const MAX_MERGES = 4

type Failure = KnowledgeError | MissingPartError

/** Creates a collection of immutable segments, with a manifest that lists them and is replaced last. */
export function createStoredCollection(storage: CacheStorage, collection: KnowledgeCollection): StoreCollection {
  const reader = createSegmentReader(storage, collection)
  const heads = new Map<string, SegmentHead>()
  /** Damaged segments. They are ignored even if the manifest cannot be replaced. */
  const damaged = new Set<string>()
  let current: { readonly bytes: Uint8Array | undefined; readonly view: CollectionView } | undefined
  let changes: Promise<unknown> = Promise.resolve()

  async function readManifest(): Promise<{ readonly bytes: Uint8Array | undefined; readonly manifest: Manifest }> {
    const bytes = await readManifestBytes(storage, collection)
    return { bytes, manifest: parseManifest(bytes).filter((entry) => !damaged.has(nameOf(entry))) }
  }

  function headOf(entry: SegmentEntry): ResultAsync<SegmentHead, MissingPartError> {
    const known = heads.get(nameOf(entry))
    if (known !== undefined) return okAsync(known)
    return reader.head(entry).map((head) => {
      heads.set(nameOf(entry), head)
      return head
    })
  }

  function segmentOf(entry: SegmentEntry): ResultAsync<Segment, MissingPartError> {
    return headOf(entry).map((head) => ({ entry, head }))
  }

  /** Returns the currently stored state. Other processes change it, and reading the manifest is cheap. */
  function openView(): ResultAsync<CollectionView, MissingPartError> {
    return safeTry(async function* () {
      const { bytes, manifest } = await readManifest()
      if (current !== undefined && isSame(current.bytes, bytes)) return ok(current.view)
      const segments: Segment[] = []
      for (const entry of manifest) segments.push(yield* segmentOf(entry))
      const listed = new Set(manifest.map(nameOf))
      for (const name of heads.keys()) if (!listed.has(name)) heads.delete(name)
      const view = createCollectionView(segments)
      current = { bytes, view }
      return ok(view)
    })
  }

  /**
   * Runs a query on the currently stored state, and again if a part is missing. Either another process has merged the
   * segment meanwhile, or it is damaged. A damaged segment's documents count as missing from then on, so that they are
   * added again.
   */
  function query<T>(
    question: (view: CollectionView) => Result<T, Failure> | ResultAsync<T, Failure>,
  ): ResultAsync<T, KnowledgeError> {
    return safeTry(async function* () {
      for (;;) {
        const answer = await openView().andThen(question)
        if (answer.isOk()) return ok(answer.value)
        const { error } = answer
        if (error.code !== 'part_lost') return err(error)
        const name = nameOf(error.segment)
        const { manifest } = await readManifest()
        if (!manifest.some((entry) => nameOf(entry) === name)) continue
        damaged.add(name)
        current = undefined
        // If this fails, the segment is ignored while this store is open.
        void (await replaceManifest((now) => now.filter((entry) => nameOf(entry) !== name)))
      }
    })
  }

  /**
   * Replaces the manifest with the result of `change`. Fails if it cannot be written, or other processes keep replacing
   * it.
   */
  function replaceManifest(change: (manifest: Manifest) => Manifest): ResultAsync<void, KnowledgeError> {
    return safeTry(async function* () {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const wanted = change((await readManifest()).manifest)
        if (!(await writeManifest(storage, collection, wanted))) break
        // Another process may have overwritten the manifest meanwhile, based on its earlier content.
        const { manifest } = await readManifest()
        if (JSON.stringify(change(manifest)) === JSON.stringify(manifest)) return ok()
      }
      return err(storeUnusableError(new Error(`${storage.name}: the manifest of ${collection} cannot be replaced`)))
    })
  }

  /** Removes the given parts unless a segment uses them. */
  function removeParts(names: readonly string[]): ResultAsync<void, KnowledgeError> {
    return safeTry(async function* () {
      const used = new Set(yield* query(({ segments }) => ok(segments.flatMap(partNames))))
      for (const name of names) if (!used.has(name)) await storage.remove(storageKey(collection, name))
      return ok()
    })
  }

  /** Writes segments and lists them in the manifest. If that fails, removes the written parts. */
  function writeListed<E>(step: (writer: PartWriter) => ResultAsync<void, E>): ResultAsync<void, E> {
    return safeTry(async function* () {
      const writer = createPartWriter(storage, collection)
      let listed = false
      try {
        yield* step(writer)
        listed = true
        return ok()
      } finally {
        if (!listed) void (await removeParts(await writer.settle()))
      }
    })
  }

  /** Merges segments if there are many. Returns `false` if there is nothing to merge. */
  function mergeOnce(options?: CallOptions): ResultAsync<boolean, KnowledgeError> {
    return query((view) => {
      const segments = segmentsToMerge(view.segments)
      if (segments.length === 0) return ok(false)
      const names = new Set(segments.map(({ entry }) => nameOf(entry)))
      return writeListed<Failure>((writer) =>
        safeTry(async function* () {
          const merged = yield* mergeSegments(segments, writer, reader, options)
          yield* writer.finish()
          yield* checkAborted(options)
          yield* replaceManifest((manifest) => replaceEntries(manifest, names, merged))
          const written = merged === undefined ? [] : partNames(yield* segmentOf(merged))
          return removeParts([...segments.flatMap(partNames), ...written])
        }),
      ).map(() => true)
    })
  }

  function addNow(documents: readonly KnowledgeDocument[], options?: CallOptions): ResultAsync<void, KnowledgeError> {
    return query(({ places }) => ok(missingFrom(places, documents))).andThen((missing) => {
      if (missing.length === 0) return okAsync()
      return writeListed((writer) =>
        safeTry(async function* () {
          const added: SegmentEntry[] = []
          for (const part of segmentsOf(missing)) added.push(yield* writeSegment(part, writer, options))
          yield* writer.finish()
          yield* checkAborted(options)
          for (const entry of added) damaged.delete(nameOf(entry))
          return replaceManifest((manifest) => appendEntries(manifest, added))
        }),
      )
    })
  }

  function retainNow(keys: ReadonlySet<string>, options?: CallOptions): ResultAsync<void, KnowledgeError> {
    return safeTry(async function* () {
      const segments = yield* query((view) => ok(view.segments))
      yield* checkAborted(options)
      const kept = new Map(segments.map((segment) => [nameOf(segment.entry), retainedEntry(segment, keys)]))
      yield* replaceManifest((manifest) =>
        manifest.flatMap((entry) => (kept.has(nameOf(entry)) ? (kept.get(nameOf(entry)) ?? []) : entry)),
      )
      return removeParts(segments.filter(({ entry }) => kept.get(nameOf(entry)) === undefined).flatMap(partNames))
    })
  }

  /**
   * Runs changes one after the other. A merge afterwards does not affect answers, so its failure does not fail the
   * change.
   */
  function change(
    step: () => ResultAsync<void, KnowledgeError>,
    options?: CallOptions,
  ): ResultAsync<void, KnowledgeError> {
    const changed = changes.then(step)
    const merged = changed.then(async (done) => {
      for (let round = 0; done.isOk() && round < MAX_MERGES; round++)
        if (!(await mergeOnce(options)).unwrapOr(false)) return
    })
    const settled = merged.catch(() => undefined)
    changes = settled
    return new ResultAsync(changed.then((done) => settled.then(() => done)))
  }

  return {
    has: (keys) => query(({ places }) => ok(new Set(keys.filter((key) => places.has(key))))),
    size: () => query(({ places }) => ok(places.size)),
    lengths: (keys) =>
      query(({ places }) => {
        const lengths = new Map<string, readonly number[]>()
        for (const key of keys) {
          const place = places.get(key)
          if (place !== undefined) lengths.set(key, place.segment.head.lengths[place.number] ?? [])
        }
        return ok(lengths)
      }),
    read: (keys, options) =>
      query((view) =>
        safeTry(async function* () {
          const values = new Map<string, string>()
          for (const key of keys) {
            if (isAborted(options)) yield* checkAborted(options)
            const place = view.places.get(key)
            if (place !== undefined) values.set(key, yield* await readValue(place, reader))
          }
          return ok(values)
        }),
      ),
    postings: (terms, options) =>
      query((view) =>
        safeTry(async function* () {
          const found = new Map<string, readonly Posting[]>()
          for (const term of terms) {
            yield* checkAborted(options)
            const postings = yield* readPostings(view, term, reader)
            if (postings.length > 0) found.set(term, postings)
          }
          return ok(found)
        }),
      ),
    add: (documents, options) => change(() => addNow(documents, options), options),
    retain: (keys, options) => change(() => retainNow(keys, options), options),
  }
}

/** Returns the identity of an entry. Its documents never change, but its parts may be rewritten after damage. */
function nameOf({ id, head }: SegmentEntry): string {
  return `${id}-${head.checksum}`
}

function missingFrom(
  places: CollectionView['places'],
  documents: readonly KnowledgeDocument[],
): readonly KnowledgeDocument[] {
  const missing = new Map<string, KnowledgeDocument>()
  for (const document of documents) {
    if (!places.has(document.key) && !missing.has(document.key)) missing.set(document.key, document)
  }
  return [...missing.values()]
}

/** Returns the entry of a segment of which only some keys are retained, or `undefined` if none is. */
function retainedEntry({ entry, head, hidden }: ViewedSegment, keys: ReadonlySet<string>): SegmentEntry | undefined {
  const removed = [...head.keys.keys()].filter((number) => hidden.has(number) || !keys.has(head.keys[number] ?? ''))
  return removed.length === head.keys.length ? undefined : { ...entry, removed }
}

/** Appends missing entries. An old entry with the same parts but another head was overwritten and is dropped. */
function appendEntries(manifest: Manifest, added: readonly SegmentEntry[]): Manifest {
  const names = new Map(added.map((entry) => [entry.id, nameOf(entry)]))
  const kept = manifest.filter((entry) => [undefined, nameOf(entry)].includes(names.get(entry.id)))
  const listed = new Set(kept.map(nameOf))
  return [...kept, ...added.filter((entry) => !listed.has(nameOf(entry)))]
}

/** Replaces several entries with one. Leaves the manifest unchanged if one of them is no longer listed. */
function replaceEntries(manifest: Manifest, names: ReadonlySet<string>, merged: SegmentEntry | undefined): Manifest {
  if (manifest.filter((entry) => names.has(nameOf(entry))).length < names.size) return manifest
  const first = manifest.findIndex((entry) => names.has(nameOf(entry)))
  const put = merged === undefined ? [] : [merged]
  return manifest.flatMap((entry, index) => (index === first ? put : names.has(nameOf(entry)) ? [] : [entry]))
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameBytes(one, other)
}
