import type { CallOptions, KnowledgeError, KnowledgeStore } from '@chronicle/core/contracts'
import { okAsync, type ResultAsync } from '@chronicle/schema'
import type { KnowledgeSnapshot } from './knowledge-snapshot.ts'

/** Contents that are kept for each one that is needed. Branches share most of theirs, so this is room for many states. */
const KEPT_FOR_EACH = 4
/** So many are kept in any case. */
const ALWAYS_KEPT = 5_000

/**
 * Removes contents of files that none of some snapshots has, once there are many of them: else each edit would leave
 * one behind for ever. A state that needs them again has them read again.
 */
export function forgetFiles(
  store: KnowledgeStore,
  snapshots: readonly Pick<KnowledgeSnapshot, 'files'>[],
  call: CallOptions = {},
): ResultAsync<void, KnowledgeError> {
  return store.size('files', call).andThen((held) => {
    if (held <= ALWAYS_KEPT) return okAsync()
    const needed = new Set(snapshots.flatMap(({ files }) => files.map(({ key }) => key)))
    return held > ALWAYS_KEPT + KEPT_FOR_EACH * needed.size ? store.retain('files', needed, call) : okAsync()
  })
}
