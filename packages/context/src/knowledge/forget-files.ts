import type { CallOptions, KnowledgeStore } from '@chronicle/core/contracts'
import { valueOf } from '../failure.ts'
import type { KnowledgeSnapshot } from './knowledge-snapshot.ts'

/** Contents that are kept for each one that is needed. Branches share most of theirs, so this is room for many states. */
const KEPT_FOR_EACH = 4
/** So many are kept in any case. */
const ALWAYS_KEPT = 5_000

/**
 * Removes contents of files that none of some snapshots has, once there are many of them: else each edit would leave
 * one behind for ever. A state that needs them again has them read again.
 */
export async function forgetFiles(
  store: KnowledgeStore,
  snapshots: readonly Pick<KnowledgeSnapshot, 'files'>[],
  call: CallOptions = {},
): Promise<void> {
  const held = await valueOf(store.size('files', call))
  if (held <= ALWAYS_KEPT) return
  const needed = new Set(snapshots.flatMap(({ files }) => files.map(({ key }) => key)))
  if (held > ALWAYS_KEPT + KEPT_FOR_EACH * needed.size) await valueOf(store.retain('files', needed, call))
}
