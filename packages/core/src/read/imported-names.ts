import type { SemanticDependency } from '@chronicle/schema'
import { anchorSegments } from './match-anchor.ts'

/**
 * Returns the names that a dependency imports from a file, if its nature is an import statement: `import { a } from …`
 * in JavaScript and TypeScript, `from … import a` in Python, `use crate::…::a` in Rust. `undefined` when it contains no
 * names or imports everything.
 */
export function importedNames({ file, nature }: SemanticDependency): readonly string[] | undefined {
  const line = nature.trim()
  const list =
    /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\b/u.exec(line)?.[1] ??
    /^(?:const|let|var)\s+\{([^}]*)\}\s*=\s*(?:await\s+)?(?:require|import)\(/u.exec(line)?.[1] ??
    pythonList(line) ??
    rustList(line, file)
  const names = list
    ?.split(',')
    .map((each) => nameOf(each))
    .filter((name) => name !== '')
  return names === undefined || names.length === 0 || names.some((name) => EVERYTHING.has(name)) ? undefined : names
}

const EVERYTHING: ReadonlySet<string> = new Set(['*', 'default', 'self', 'super', 'crate'])

/** Returns the exported name of an import entry, without `type` before it. */
function nameOf(entry: string): string {
  const [name = ''] = entry
    .trim()
    .replace(/\s+/gu, ' ')
    .split(/ as | ?: /u)
  return name.replace(/^type /u, '')
}

/** Parses `from a import b, c`, also with parentheses and a comment. */
function pythonList(line: string): string | undefined {
  const [, imported = ''] = /^from\s+\S+\s+import\s([^#]*)(?:#.*)?$/u.exec(line) ?? []
  const list = imported.trim().replace(/^\(/u, '').replace(/\)$/u, '')
  return /^[\w\s,*]+$/u.test(list) ? list : undefined
}

/**
 * Parses `use crate::a::b::{C, d}` or `use crate::a::b::C`, where `b` is the file; `use crate::a::b` imports the file
 * itself.
 */
function rustList(line: string, file: string): string | undefined {
  const [, path, braced] =
    /^(?:pub(?:\([\w ]+\))?\s+)?use\s+([\w:]+?)(?:::\{([^{}]*)\})?(?:\s+as\s+\w+)?\s*;?$/u.exec(line) ?? []
  if (path === undefined) return undefined
  if (braced !== undefined) return braced
  const last = anchorSegments(path).at(-1)
  const isFile = file.endsWith(`/${last ?? ''}.rs`) || file.endsWith(`/${last ?? ''}/mod.rs`)
  return isFile ? undefined : last
}
