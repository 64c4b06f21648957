import { withOutlineCache } from '../cache/with-outline-cache.ts'
import { createOpenLineMaps } from '../place/line-maps.ts'
import type { ReadPipelineOptions } from '../read/query-context.ts'
import { createAncestry } from './ancestry.ts'
import { createReadFileHistory } from './file-history.ts'
import type { ReadLineHistory } from './line-history.ts'
import { createReadLineHistory } from './create-read-line-history.ts'
import { historyStorage, cachePerHistoryEdge } from './cache-per-history-edge.ts'

/**
 * Creates a reader of line histories for a repository. Without `ast`, units are only lines: their names are not looked
 * up when an edit leaves them unclear. Does no work until the first query.
 */
export function createLineHistoryReader({
  ast,
  git,
  storage,
}: Pick<ReadPipelineOptions, 'ast' | 'git' | 'storage'>): ReadLineHistory {
  const open = cachePerHistoryEdge(git, (edge) => {
    const lasting = historyStorage({ edge, storage })
    return createReadLineHistory({
      git,
      pastAst: ast === undefined ? undefined : withOutlineCache(ast),
      fileHistory: createReadFileHistory(git, createAncestry(git, lasting), lasting),
      lineMaps: createOpenLineMaps(storage),
      storage: lasting,
    })
  })
  return (request, call = {}) => open(call).andThen((read) => read(request, call))
}
