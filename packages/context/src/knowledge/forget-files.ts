import type { CallOptions, KnowledgeError, KnowledgeStore } from '@chronicle/core/contracts'
import { okAsync, type ResultAsync } from '@chronicle/schema'
import type { KnowledgeSnapshot } from './knowledge-snapshot.ts'

/** Number of contents to keep for each one in use. Branches share most contents, so this has room for many states. */
const KEPT_PER_USED_FILE = 4
/** Number of contents that are always kept. */
const MIN_KEPT = 5_000

/**
 * Removes contents that no given snapshot uses, once the store has many of them. Otherwise each edit would leave one
 * behind for ever. A state that needs them again reads them again.
 */
export function forgetFiles(
  store: KnowledgeStore,
  snapshots: readonly Pick<KnowledgeSnapshot, 'files'>[],
  call: CallOptions = {},
): ResultAsync<void, KnowledgeError> {
  return store.size('files', call).andThen((held) => {
    if (held <= MIN_KEPT) return okAsync()
    const needed = new Set(snapshots.flatMap(({ files }) => files.map(({ key }) => key)))
    return held > MIN_KEPT + KEPT_PER_USED_FILE * needed.size ? store.retain('files', needed, call) : okAsync()
  })
}
