import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitError } from '@chronicle/core/contracts'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { linesAt } from '../../text/lines-at.ts'

/** A line with which a file starts to import a file of another folder. */
export interface AddedImport {
  readonly target: RepoPath
  /** The line, without indentation. */
  readonly text: string
  readonly line: number
}

/** Maximum number of imports per file; a file with more new imports was rebuilt. */
const MAX_IMPORTS = 3
const MAX_LINE_LENGTH = 200

const ENDINGS = ['', '.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.jsx', '/index.ts', '/index.js'] as const

/**
 * Finds files of other folders that a changed file newly imports: by relative path in JavaScript, TypeScript and
 * Python, and by `crate::` path in Rust, if it leads to a file at the commit. All imports of a new file are new, so
 * they are ignored.
 */
export function addedImports(
  file: ChangedFile,
  context: CommitContext,
  call: CallOptions | undefined,
): ResultAsync<readonly AddedImport[], GitError> {
  return safeTry(async function* () {
    const { before, after } = file
    if (before === undefined || after === undefined) return ok([])
    const spans = file.hunks.map((hunk) => hunk.new)
    const found = new Map<RepoPath, AddedImport>()
    for (const [index, lines] of linesAt(after.text, spans).entries()) {
      for (const [offset, line] of lines.entries()) {
        const text = line.trim()
        const named = text.length > MAX_LINE_LENGTH ? undefined : namedModule(file.path, text)
        if (named === undefined || before.text.includes(named.specifier)) continue
        const target = yield* firstFile(named.candidates, context, call)
        if (target === undefined || folderOf(target) === folderOf(file.path) || found.has(target)) continue
        found.set(target, { target, text, line: (spans[index]?.start ?? 1) + offset })
      }
    }
    return ok(found.size > MAX_IMPORTS ? [] : [...found.values()])
  })
}

interface NamedModule {
  /** Verbatim from the line. */
  readonly specifier: string
  /** Possible paths. */
  readonly candidates: readonly string[]
}

function namedModule(path: string, line: string): NamedModule | undefined {
  if (/\.[cm]?[jt]sx?$/.test(path)) {
    const [, specifier] = /(?:\bfrom\s*|\brequire\(\s*|^import\s*)(['"]\.{1,2}\/[^'"]+['"])/.exec(line) ?? []
    if (specifier === undefined) return undefined
    const base = joinPath(folderOf(path), specifier.slice(1, -1))
    if (base === undefined) return undefined
    const sources = base.replace(/\.([cm]?)js$/, '.$1ts')
    return { specifier, candidates: [...ENDINGS.map((ending) => base + ending), sources] }
  }
  if (/\.pyi?$/.test(path)) {
    const [, dots = '', name = ''] = /^from\s+(\.+)([\w.]*)\s+import\b/.exec(line) ?? []
    if (dots === '' || name === '') return undefined
    const base = joinPath(folderOf(path), `${'../'.repeat(dots.length - 1)}${name.replaceAll('.', '/')}`)
    return base === undefined
      ? undefined
      : { specifier: `from ${dots}${name} import`, candidates: [`${base}.py`, `${base}/__init__.py`] }
  }
  if (!path.endsWith('.rs')) return undefined
  const [, specifier = ''] = /^(?:pub(?:\([\w ]+\))?\s+)?use\s+(crate::[\w:]*\w)/.exec(line) ?? []
  const root = /^(.*\/)?src\//.exec(path)?.[0]
  if (specifier === '' || root === undefined) return undefined
  const segments = specifier.split('::').slice(1)
  // The last segments may name items in the file.
  const bases = segments.map((_, left) => root + segments.slice(0, segments.length - left).join('/'))
  return { specifier, candidates: bases.flatMap((base) => [`${base}.rs`, `${base}/mod.rs`]) }
}

function firstFile(
  candidates: readonly string[],
  context: CommitContext,
  call: CallOptions | undefined,
): ResultAsync<RepoPath | undefined, GitError> {
  return safeTry(async function* () {
    for (const path of candidates) {
      const found = yield* context.readFile(path as RepoPath, call)
      if (found !== undefined) return ok(path as RepoPath)
    }
    return ok(undefined)
  })
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** `undefined` if the path leads out of the repository. */
function joinPath(folder: string, relative: string): string | undefined {
  const parts = folder.split('/').filter((part) => part !== '')
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
