import { ok, ResultAsync } from '@chronicle/schema'
import type { AstParser, Outline, SourceText } from '../contracts/ast-parser.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import { hashText } from './hash-text.ts'
import { readJson, writeJson } from './json-cache.ts'
import { createRecentMap } from './recent-map.ts'

interface StoredOutline {
  readonly format: 1
  readonly path: string
  readonly blob: string
  readonly parser: string
  readonly outline: Outline
}

const MEMORY_ENTRIES = 64

/**
 * Remembers outlines by blob id, so an outline is never stale. One slot per path in `storage`, the last 64 in memory.
 * Sources without a blob id pass through.
 */
export function withOutlineCache(ast: AstParser, storage?: CacheStorage): AstParser {
  const memory = createRecentMap<Outline>(MEMORY_ENTRIES)
  const parser = `${ast.name}@${ast.version}`

  async function stored(source: SourceText): Promise<Outline | undefined> {
    if (storage === undefined) return undefined
    const entry = await readJson<StoredOutline>(storage, slot(source))
    const current = entry?.format === 1 && entry.path === source.path && entry.blob === source.blob
    return current && entry.parser === parser ? entry.outline : undefined
  }

  return {
    name: ast.name,
    version: ast.version,
    language: (path) => ast.language(path),
    outline(source, options) {
      if (source.blob === undefined) return ast.outline(source, options)
      const key = `${source.blob}\0${source.path}`
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
          const entry = { format: 1, path: source.path, blob: source.blob, parser, outline: outline.value }
          if (storage !== undefined) await writeJson(storage, slot(source), entry)
        }
        return outline
      }
      return new ResultAsync(find())
    },
  }
}

function slot(source: SourceText): string {
  return `outline/${hashText(source.path)}.json`
}
