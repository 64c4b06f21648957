import { ok, ResultAsync } from '@chronicle/schema'
import type { AstParser, Outline, SourceText } from '../contracts/ast-parser.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import { createPathSlots } from './path-slots.ts'
import { namedStage } from '../contracts/named-stage.ts'
import { createRecentMap } from '../contracts/recent-map.ts'

interface StoredOutline {
  readonly blob: string
  readonly parser: string
  readonly outline: Outline
}

const MEMORY_ENTRIES = 64

/**
 * Caches outlines by blob id, so an outline is never stale: two for each path in `storage`, as a comparison needs those
 * before and after a change, and the last 64 in memory. Sources without a blob id are not cached.
 */
export function withOutlineCache(given: AstParser, storage?: CacheStorage): AstParser {
  const ast = namedStage('parser', given)
  const memory = createRecentMap<string, Outline>(MEMORY_ENTRIES)
  const slots = createPathSlots<StoredOutline>('outline', 1, storage)
  const formerSlots = createPathSlots<StoredOutline>('outline-before', 1, storage)
  const parser = `${ast.name}@${ast.version}`

  return {
    name: ast.name,
    version: ast.version,
    language: (path) => ast.language(path),
    outline(source, options) {
      // An untyped caller may pass anything. The parser rejects invalid sources.
      const blob = (source as Partial<SourceText> | null | undefined)?.blob
      if (blob === undefined) return ast.outline(source, options)
      const { path } = source
      const key = `${blob}\0${path}`
      const known = memory.get(key)
      if (known !== undefined) return new ResultAsync(Promise.resolve(ok(known)))
      const isOfSource = (entry: StoredOutline | undefined): entry is StoredOutline =>
        entry?.blob === blob && entry.parser === parser
      const find = async (): Promise<Awaited<ReturnType<AstParser['outline']>>> => {
        const last = await slots.read(path)
        const kept = isOfSource(last) ? last : await formerSlots.read(path)
        if (isOfSource(kept)) {
          memory.set(key, kept.outline)
          return ok(kept.outline)
        }
        const outline = await ast.outline(source, options)
        if (outline.isErr()) return outline
        memory.set(key, outline.value)
        if (last !== undefined && last.blob !== blob) await formerSlots.write(path, last)
        await slots.write(path, { blob, parser, outline: outline.value })
        return outline
      }
      return new ResultAsync(find())
    },
  }
}
