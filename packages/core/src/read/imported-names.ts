import type { SemanticDependency } from '@chronicle/schema'
import { anchorSegments } from './match-anchor.ts'

/**
 * The names that a dependency on a file takes from it, where its nature is the import itself: `import { a } from …` of
 * JavaScript and TypeScript, `from … import a` of Python, `use crate::…::a` of Rust. `undefined` when it says no names,
 * or takes everything.
 */
export function importedNames({ file, nature }: SemanticDependency): readonly string[] | undefined {
  const line = nature.trim()
  const list =
    /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\b/u.exec(line)?.[1] ??
    /^(?:const|let|var)\s+\{([^}]*)\}\s*=\s*(?:await\s+)?(?:require|import)\(/u.exec(line)?.[1] ??
    /^from\s+\S+\s+import\s+\(?([\w\s,*]+)\)?\s*(?:#.*)?$/u.exec(line)?.[1] ??
    rustList(line, file)
  const names = list
    ?.split(',')
    .map((each) => nameOf(each))
    .filter((name) => name !== '')
  return names === undefined || names.length === 0 || names.some((name) => EVERYTHING.has(name)) ? undefined : names
}

const EVERYTHING: ReadonlySet<string> = new Set(['*', 'default', 'self', 'super', 'crate'])

/** Without `type` before it, and what it is called over there. */
function nameOf(entry: string): string {
  const [name = ''] = entry.trim().split(/\s+as\s+|\s*:\s+/u)
  return name.replace(/^type\s+/u, '').trim()
}

/** `use crate::a::b::{C, d}` or `use crate::a::b::C`, where `b` is the file; `use crate::a::b` is the file itself. */
function rustList(line: string, file: string): string | undefined {
  const [, path, braced] =
    /^(?:pub(?:\([\w ]+\))?\s+)?use\s+([\w:]+?)(?:::\{([^{}]*)\})?(?:\s+as\s+\w+)?\s*;?$/u.exec(line) ?? []
  if (path === undefined) return undefined
  if (braced !== undefined) return braced
  const last = anchorSegments(path).at(-1)
  const isFile = file.endsWith(`/${last ?? ''}.rs`) || file.endsWith(`/${last ?? ''}/mod.rs`)
  return isFile ? undefined : last
}
