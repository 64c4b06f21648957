import type { CallOptions, KnowledgeDocument } from '@chronicle/core/contracts'
import { ok, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { guarded } from '../failure.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import type { StoredMetadata } from './file-metadata.ts'
import { PROMOTED, promotionKey } from './metadata-keys.ts'
import { newestPromotions } from './newest-promotions.ts'
import { proposalsOf } from './proposals.ts'

/** Which proposals are promoted. */
export interface PromoteOptions extends CallOptions {
  /** Name of the model whose proposals they are. */
  readonly model: string
  /** Default: all files that are indexed. */
  readonly paths?: readonly RepoPath[]
}

/** What became of the files of a promotion, in byte order of their paths. */
export interface PromoteReport {
  /** Their proposals count from now on. */
  readonly promoted: readonly RepoPath[]
  /** Their proposals counted before. */
  readonly unchanged: readonly RepoPath[]
  /** The model has proposed nothing for them. */
  readonly without: readonly RepoPath[]
}

/**
 * Makes proposals of a model count: `fileMetadata` returns them, and what another model said of the same contents no
 * more.
 */
export function promoteMetadata(
  { files, file, store }: Pick<KnowledgeSnapshot, 'files' | 'file' | 'store'>,
  { model, paths, ...call }: PromoteOptions,
): ResultAsync<PromoteReport, ContextError> {
  return guarded(async function* () {
    const chosen = paths === undefined ? files : [...new Set(paths)].sort().flatMap((path) => file(path) ?? [])
    const blobs = chosen.map(({ blob }) => blob)
    const proposals = yield* proposalsOf(store, model, blobs, call)
    const newest = yield* newestPromotions(store, call)
    const keys = blobs.flatMap((blob) => newest.get(blob)?.key ?? [])
    const counting = yield* store.read('metadata', keys, call)
    const documents = new Map<string, KnowledgeDocument>()
    const report = { promoted: [] as RepoPath[], unchanged: [] as RepoPath[], without: [] as RepoPath[] }
    for (const { path, blob } of chosen) {
      const metadata = proposals.get(blob)
      if (metadata === undefined) {
        report.without.push(path)
        continue
      }
      const stored: StoredMetadata = { model, metadata }
      const value = JSON.stringify(stored)
      const before = newest.get(blob)
      if (before !== undefined && counting.get(before.key) === value) {
        report.unchanged.push(path)
        continue
      }
      const number = (before?.number ?? 0) + 1
      const terms = new Map([[PROMOTED, [number]]])
      documents.set(blob, { key: promotionKey(blob, number, model), value, lengths: [], terms })
      report.promoted.push(path)
    }
    yield* store.add('metadata', [...documents.values()], call)
    return ok(report)
  })
}
