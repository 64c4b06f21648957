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

  async function stored({ path, blob }: SourceText): Promise<Outline | undefined> {
    for (const each of [slots, formerSlots]) {
      const entry = await each.read(path)
      if (entry?.blob === blob && entry?.parser === parser) return entry.outline
    }
    return undefined
  }

  async function store({ path, blob }: SourceText & { readonly blob: string }, outline: Outline): Promise<void> {
    const replaced = await slots.read(path)
    if (replaced !== undefined && replaced.blob !== blob) await formerSlots.write(path, replaced)
    await slots.write(path, { blob, parser, outline })
  }

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
      const find = async (): ReturnType<typeof parse> => {
        const outline = await stored(source)
        if (outline === undefined) return parse()
        memory.set(key, outline)
        return ok(outline)
      }
      const parse = async (): Promise<Awaited<ReturnType<AstParser['outline']>>> => {
        const outline = await ast.outline(source, options)
        if (outline.isOk()) {
          memory.set(key, outline.value)
          await store({ ...source, blob }, outline.value)
        }
        return outline
      }
      return new ResultAsync(find())
    },
  }
}
