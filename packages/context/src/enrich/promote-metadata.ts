import type { CallOptions, KnowledgeDocument } from '@chronicle/core/contracts'
import { ok, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { catchDefectsOf } from '../failure.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import type { StoredMetadata } from './file-metadata.ts'
import { PROMOTED, promotionKey } from './metadata-keys.ts'
import { newestPromotions } from './newest-promotions.ts'
import { proposalsOf } from './proposals.ts'

/** The proposals to promote. */
export interface PromoteOptions extends CallOptions {
  /** Name of the model that made the proposals. */
  readonly model: string
  /** Default: all indexed files. */
  readonly paths?: readonly RepoPath[] | undefined
}

/** The result of a promotion for each file, in byte order of their paths. */
export interface PromoteReport {
  /** Files whose proposals are effective from now on. */
  readonly promoted: readonly RepoPath[]
  /** Files whose proposals were effective before. */
  readonly unchanged: readonly RepoPath[]
  /** Files for which the model has no proposal. */
  readonly without: readonly RepoPath[]
}

/**
 * Makes proposals of a model effective: `fileMetadata` returns them instead of other models' descriptions of the same
 * contents.
 */
export function promoteMetadata(
  { files, file, store }: Pick<KnowledgeSnapshot, 'files' | 'file' | 'store'>,
  { model, paths, ...call }: PromoteOptions,
): ResultAsync<PromoteReport, ContextError> {
  return catchDefectsOf(async function* () {
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
