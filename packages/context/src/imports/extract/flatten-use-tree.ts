/** One path of a `use` declaration and the names imported from it. Without names, the path itself is imported. */
export interface UsedPath {
  readonly path: readonly string[]
  readonly names: readonly string[]
}

/**
 * Returns the paths of a Rust `use` tree: `a::{b, c::{self, D as E}}` imports `b` from `a`, `c` from `a`, and `D` from
 * `a::c`. A leading `::` is dropped.
 */
export function flattenUseTree(tree: string): readonly UsedPath[] {
  const namesByPath = new Map<string, string[]>()
  const tokens = tree.match(/::|[{},*]|(?:r#)?\w+/g) ?? []
  let at = 0

  const readTree = (prefix: readonly string[]): void => {
    const path = [...prefix]
    for (;;) {
      const token = tokens[at++]
      if (token === undefined) return
      if (token === '::') continue
      if (token === '{') {
        readGroup(path)
        return
      }
      if (token === '*') {
        take(path, '*')
        return
      }
      if (token === '}' || token === ',') {
        at--
        return
      }
      const name = token.replace(/^r#/, '')
      if (tokens[at] === '::') {
        path.push(name)
        continue
      }
      if (tokens[at] === 'as') at += 2
      if (name === 'self' && path.length > 0) take(path.slice(0, -1), path.at(-1) ?? '')
      else take(path, name)
      return
    }
  }

  const readGroup = (prefix: readonly string[]): void => {
    while (at < tokens.length && tokens[at] !== '}') {
      if (tokens[at] === ',') at++
      else readTree(prefix)
    }
    at++
  }

  const take = (path: readonly string[], name: string): void => {
    // `use a;` and `use a::{self}` import a crate or a child module.
    const key = path.length === 0 ? name : path.join('::')
    const names = namesByPath.get(key) ?? []
    if (path.length > 0) names.push(name)
    namesByPath.set(key, names)
  }

  readTree([])
  return [...namesByPath].map(([path, names]) => ({ path: path.split('::'), names }))
}
