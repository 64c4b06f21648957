import { isJsonObject } from '@chronicle/schema'

/**
 * Returns the targets that `exports` or `imports` of a package.json list for a subpath (`.`, `./x`, `#x`), in order,
 * under the conditions for which `accepts` returns true.
 */
export function matchExports(
  exports: unknown,
  subpath: string,
  accepts: (condition: string) => boolean,
): readonly string[] {
  const bySubpath = isJsonObject(exports) && Object.keys(exports).some((key) => /^[.#]/.test(key))
  if (!bySubpath) return subpath === '.' ? targets(exports, undefined, accepts) : []
  if (Object.hasOwn(exports, subpath) && !subpath.includes('*')) return targets(exports[subpath], undefined, accepts)
  const [best] = Object.keys(exports)
    .flatMap((key) => {
      const star = key.indexOf('*')
      const [head, tail] = star === -1 ? [key, ''] : [key.slice(0, star), key.slice(star + 1)]
      // A key that ends with a slash is a folder, as in Node 16 and older.
      const fits = star !== -1 || key.endsWith('/')
      return fits && subpath.length >= key.length - 1 && subpath.startsWith(head) && subpath.endsWith(tail)
        ? [{ key, head, rest: subpath.slice(head.length, subpath.length - tail.length) }]
        : []
    })
    .sort((a, b) => b.head.length - a.head.length || b.key.length - a.key.length)
  return best === undefined ? [] : targets(exports[best.key], best.rest, accepts)
}

function targets(value: unknown, rest: string | undefined, accepts: (condition: string) => boolean): readonly string[] {
  if (typeof value === 'string') {
    if (rest === undefined) return [value]
    return [value.endsWith('/') ? value + rest : value.replaceAll('*', () => rest)]
  }
  if (Array.isArray(value)) return value.flatMap((item: unknown) => targets(item, rest, accepts))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([condition, item]) =>
    accepts(condition.replace(/^types@.*$/, 'types')) ? targets(item, rest, accepts) : [],
  )
}
