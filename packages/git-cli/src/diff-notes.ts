import type { GitError, NoteChange, NotesTip } from '@chronicle/core/contracts'
import { ok, ResultAsync, safeTry, type CommitId, type TreeId } from '@chronicle/schema'
import { commitOfEntry, isFanOut, rootOf } from './notes-tree.ts'
import { createNotesTreeCache } from './notes-tree-cache.ts'
import type { ObjectReader } from './object-reader.ts'
import type { RawTreeEntry } from './parse-tree.ts'

/**
 * Returns the note changes between two tips. Equal subtrees are skipped, so the cost is proportional to the difference.
 */
export function diffNotes(
  objects: ObjectReader,
  from: NotesTip,
  to: NotesTip,
): ResultAsync<readonly NoteChange[], GitError> {
  return safeTry(async function* () {
    const trees = createNotesTreeCache(objects)
    const roots = yield* ResultAsync.combine([rootOf(objects, from), rootOf(objects, to)])
    const changed = new Set<CommitId>()
    let level: readonly (readonly [prefix: string, before: TreeId | undefined, after: TreeId | undefined])[] = [
      ['', roots[0], roots[1]],
    ]
    while (level.length > 0) {
      yield* trees.load(level.flatMap(([, ...pair]) => pair.filter((id) => id !== undefined)))
      const next: (readonly [string, TreeId | undefined, TreeId | undefined])[] = []
      for (const [prefix, before, after] of level) {
        for (const [name, [old, now]] of pairEntries(trees.get(before), trees.get(after))) {
          for (const entry of [old, now]) {
            const commit = entry && commitOfEntry(prefix, entry, from.length)
            if (commit !== undefined) changed.add(commit)
          }
          const [oldFolder, newFolder] = [fanOutId(old), fanOutId(now)]
          if (oldFolder !== undefined || newFolder !== undefined) next.push([prefix + name, oldFolder, newFolder])
        }
      }
      level = next
    }
    const before = yield* trees.blobsOf(roots[0], changed)
    const after = yield* trees.blobsOf(roots[1], changed)
    return ok(
      [...changed]
        .sort()
        .map((commit) => ({ commit, before: before.get(commit) ?? [], after: after.get(commit) ?? [] }))
        .filter((change) => change.before.join() !== change.after.join()),
    )
  })
}

/** Returns the entries that differ between two folders, by name. */
function pairEntries(
  before: readonly RawTreeEntry[],
  after: readonly RawTreeEntry[],
): Iterable<readonly [string, readonly [RawTreeEntry | undefined, RawTreeEntry | undefined]]> {
  const pairs = new Map<string, [RawTreeEntry | undefined, RawTreeEntry | undefined]>()
  for (const entry of before) pairs.set(entry.name, [entry, undefined])
  for (const entry of after) {
    const old = pairs.get(entry.name)?.[0]
    if (old?.id === entry.id && old.mode === entry.mode) pairs.delete(entry.name)
    else pairs.set(entry.name, [old, entry])
  }
  return pairs
}

function fanOutId(entry: RawTreeEntry | undefined): TreeId | undefined {
  return entry !== undefined && isFanOut(entry) ? (entry.id as TreeId) : undefined
}
