import { isSameBytes } from '@chronicle/schema'
import type {
  CacheStorage,
  CallOptions,
  KnowledgeCollection,
  KnowledgeDocument,
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
import { throwIfAborted } from './knowledge-failure.ts'
import { parseManifest, readManifestBytes, writeManifest, type Manifest, type SegmentEntry } from './manifest.ts'
import { segmentsToMerge } from './merge-plan.ts'
import { mergeSegments } from './merge-segments.ts'
import type { SegmentHead } from './segment-head.ts'
import { createPartWriter, storageKey, type PartWriter } from './segment-parts.ts'
import { createSegmentReader, LostPartError, type Segment } from './segment-reader.ts'
import type { StoreCollection } from './store-of-collections.ts'
import { segmentsOf, writeSegment } from './write-segment.ts'

/** Attempts to replace the manifest while other processes replace it too. */
const ATTEMPTS = 5

/** Merges that one change sets off; more are left to the next change. */
const MAX_MERGES = 4

/** A collection kept as segments that never change, and a manifest that lists them and is replaced last. */
export function createStoredCollection(storage: CacheStorage, collection: KnowledgeCollection): StoreCollection {
  const reader = createSegmentReader(storage, collection)
  const heads = new Map<string, SegmentHead>()
  /** Segments found damaged: they stay out even where the manifest cannot be replaced. */
  const damaged = new Set<string>()
  let current: { readonly bytes: Uint8Array | undefined; readonly view: CollectionView } | undefined
  let changes: Promise<unknown> = Promise.resolve()

  async function readManifest(): Promise<{ readonly bytes: Uint8Array | undefined; readonly manifest: Manifest }> {
    const bytes = await readManifestBytes(storage, collection)
    return { bytes, manifest: parseManifest(bytes).filter((entry) => !damaged.has(nameOf(entry))) }
  }

  async function headOf(entry: SegmentEntry): Promise<SegmentHead> {
    const known = heads.get(nameOf(entry))
    if (known !== undefined) return known
    const head = await reader.head(entry)
    heads.set(nameOf(entry), head)
    return head
  }

  async function segmentOf(entry: SegmentEntry): Promise<Segment> {
    return { entry, head: await headOf(entry) }
  }

  /** The state that is stored now. Other processes change it, and reading the manifest costs little. */
  async function openView(): Promise<CollectionView> {
    const { bytes, manifest } = await readManifest()
    if (current !== undefined && isSame(current.bytes, bytes)) return current.view
    const segments = []
    for (const entry of manifest) segments.push(await segmentOf(entry))
    const listed = new Set(manifest.map(nameOf))
    for (const name of heads.keys()) if (!listed.has(name)) heads.delete(name)
    const view = createCollectionView(segments)
    current = { bytes, view }
    return view
  }

  /**
   * Asks a question of the state that is stored now, and again when a part is not there. Either another process has
   * merged its segment meanwhile, or it is damaged: then the segment's documents are missing from now on, so that
   * they are added again.
   */
  async function ask<T>(question: (view: CollectionView) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await question(await openView())
      } catch (error) {
        if (!(error instanceof LostPartError)) throw error
        const name = nameOf(error.segment)
        const { manifest } = await readManifest()
        if (!manifest.some((entry) => nameOf(entry) === name)) continue
        damaged.add(name)
        current = undefined
        // Where it cannot be replaced, the segment stays out for as long as this store is open.
        await replaceManifest((now) => now.filter((entry) => nameOf(entry) !== name)).catch(() => undefined)
      }
    }
  }

  /** Replaces the manifest by what `change` makes of it. Throws when it cannot be written, or others keep replacing it. */
  async function replaceManifest(change: (manifest: Manifest) => Manifest): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const wanted = change((await readManifest()).manifest)
      if (!(await writeManifest(storage, collection, wanted))) break
      // Another process may have replaced the manifest between the two steps, from what it was before.
      const { manifest } = await readManifest()
      if (JSON.stringify(change(manifest)) === JSON.stringify(manifest)) return
    }
    throw new Error(`${storage.name}: the manifest of ${collection} cannot be replaced`)
  }

  /** Removes those of the parts that no segment uses. */
  async function removeParts(names: readonly string[]): Promise<void> {
    const { segments } = await ask((view) => Promise.resolve(view))
    const used = new Set(segments.flatMap(partNames))
    for (const name of names) if (!used.has(name)) await storage.remove(storageKey(collection, name))
  }

  /** Writes segments and has them listed; what was written is removed when that fails. */
  async function writeAndList<T>(
    write: (writer: PartWriter) => Promise<T>,
    list: (written: T) => Promise<void>,
  ): Promise<void> {
    const writer = createPartWriter(storage, collection)
    try {
      const written = await write(writer)
      await writer.finish()
      await list(written)
    } catch (error) {
      await removeParts(await writer.settle())
      throw error
    }
  }

  /** Merges segments where there are many; `false` when there is nothing to merge. */
  function mergeOnce(options?: CallOptions): Promise<boolean> {
    return ask(async (view) => {
      const segments = segmentsToMerge(view.segments)
      if (segments.length === 0) return false
      const names = new Set(segments.map(({ entry }) => nameOf(entry)))
      await writeAndList(
        (writer) => mergeSegments(segments, writer, reader, options),
        async (merged) => {
          throwIfAborted(options)
          await replaceManifest((manifest) => replaceEntries(manifest, names, merged))
          const written = merged === undefined ? [] : partNames(await segmentOf(merged))
          await removeParts([...segments.flatMap(partNames), ...written])
        },
      )
      return true
    })
  }

  async function addNow(documents: readonly KnowledgeDocument[], options?: CallOptions): Promise<void> {
    const missing = await ask(async ({ places }) => missingFrom(places, documents))
    if (missing.length === 0) return
    await writeAndList(
      async (writer) => {
        const added: SegmentEntry[] = []
        for (const part of segmentsOf(missing)) added.push(await writeSegment(part, writer, options))
        return added
      },
      async (added) => {
        throwIfAborted(options)
        for (const entry of added) damaged.delete(nameOf(entry))
        await replaceManifest((manifest) => listEntries(manifest, added))
      },
    )
  }

  async function retainNow(keys: ReadonlySet<string>, options?: CallOptions): Promise<void> {
    const segments = await ask(async (view) => view.segments)
    throwIfAborted(options)
    const kept = new Map(segments.map((segment) => [nameOf(segment.entry), retainedEntry(segment, keys)]))
    await replaceManifest((manifest) =>
      manifest.flatMap((entry) => (kept.has(nameOf(entry)) ? (kept.get(nameOf(entry)) ?? []) : entry)),
    )
    await removeParts(segments.filter(({ entry }) => kept.get(nameOf(entry)) === undefined).flatMap(partNames))
  }

  /** One change after the other. What is merged afterwards changes no answer, so its failure is none of the change. */
  function change(step: () => Promise<void>, options?: CallOptions): Promise<void> {
    const changed = changes.then(step)
    const merged = changed.then(async () => {
      for (let round = 0; round < MAX_MERGES; round++) if (!(await mergeOnce(options))) return
    })
    const done = merged.catch(() => undefined)
    changes = done
    return changed.then(() => done)
  }

  return {
    has: (keys) => ask(async ({ places }) => new Set(keys.filter((key) => places.has(key)))),
    size: () => ask(async ({ places }) => places.size),
    lengths: (keys) =>
      ask(async ({ places }) => {
        const lengths = new Map<string, readonly number[]>()
        for (const key of keys) {
          const place = places.get(key)
          if (place !== undefined) lengths.set(key, place.segment.head.lengths[place.number] ?? [])
        }
        return lengths
      }),
    read: (keys, options) =>
      ask(async (view) => {
        const values = new Map<string, string>()
        for (const key of keys) {
          throwIfAborted(options)
          const place = view.places.get(key)
          if (place !== undefined) values.set(key, await readValue(place, reader))
        }
        return values
      }),
    postings: (terms, options) =>
      ask(async (view) => {
        const found = new Map<string, readonly Posting[]>()
        for (const term of terms) {
          throwIfAborted(options)
          const postings = await readPostings(view, term, reader)
          if (postings.length > 0) found.set(term, postings)
        }
        return found
      }),
    add: (documents, options) => change(() => addNow(documents, options), options),
    retain: (keys, options) => change(() => retainNow(keys, options), options),
  }
}

/** An entry's documents never change, but the parts of one may be written again after damage. */
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

/** The entry of a segment of which only some keys stay; `undefined` when none does. */
function retainedEntry({ entry, head, hidden }: ViewedSegment, keys: ReadonlySet<string>): SegmentEntry | undefined {
  const removed = [...head.keys.keys()].filter((number) => hidden.has(number) || !keys.has(head.keys[number] ?? ''))
  return removed.length === head.keys.length ? undefined : { ...entry, removed }
}

/** Appends entries that are not listed yet. One with the same parts but another head is one that was written over. */
function listEntries(manifest: Manifest, added: readonly SegmentEntry[]): Manifest {
  const names = new Map(added.map((entry) => [entry.id, nameOf(entry)]))
  const kept = manifest.filter((entry) => [undefined, nameOf(entry)].includes(names.get(entry.id)))
  const listed = new Set(kept.map(nameOf))
  return [...kept, ...added.filter((entry) => !listed.has(nameOf(entry)))]
}

/** Puts one entry in the place of several; the manifest stays as it is where one of them is no longer listed. */
function replaceEntries(manifest: Manifest, names: ReadonlySet<string>, merged: SegmentEntry | undefined): Manifest {
  if (manifest.filter((entry) => names.has(nameOf(entry))).length < names.size) return manifest
  const first = manifest.findIndex((entry) => names.has(nameOf(entry)))
  const put = merged === undefined ? [] : [merged]
  return manifest.flatMap((entry, index) => (index === first ? put : names.has(nameOf(entry)) ? [] : [entry]))
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameBytes(one, other)
}
