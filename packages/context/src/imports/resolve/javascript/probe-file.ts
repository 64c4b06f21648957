import { firstFound } from '../first-found.ts'
import { joinPath, type PathIndex } from '../path-index.ts'
import type { RepoPath } from '@chronicle/schema'

const SCRIPT = ['.ts', '.tsx', '.d.ts', '.js', '.jsx']
const ELEMENT = ['.tsx', '.ts', '.d.ts', '.jsx', '.js']
const MODULE = ['.mts', '.d.mts', '.mjs']
const COMMON = ['.cts', '.d.cts', '.cjs']

/**
 * Extensions that the compiler tries in place of another, in order: `a.ts` compiles to `a.js`, and `a.d.ts` can stand
 * for either.
 */
const REPLACED: Readonly<Record<string, readonly string[]>> = {
  '.ts': SCRIPT,
  '.js': SCRIPT,
  '.tsx': ELEMENT,
  '.jsx': ELEMENT,
  '.mts': MODULE,
  '.mjs': MODULE,
  '.cts': COMMON,
  '.cjs': COMMON,
}

/**
 * Which kinds of files to try. In an installed package the compiler tries sources and declarations everywhere before
 * any JavaScript. `require` is all kinds and `.json`, which Node adds.
 */
export type FileKinds = 'all' | 'typed' | 'untyped' | 'require'

/** Returns the file that a path with an extension resolves to. */
function probeExact(index: PathIndex, path: string | undefined, kinds: FileKinds): RepoPath | undefined {
  if (path === undefined) return undefined
  const ending = /(?:\.d)?(\.[cm]?[jt]sx?)$/.exec(path)
  if (ending === null) return index.file(path)
  return withExtension(index, path.slice(0, ending.index), REPLACED[ending[1] ?? ''] ?? [], kinds)
}

/**
 * Returns the file that a target of `exports` resolves to. A target that is a source file must exist exactly as
 * written.
 */
export function probeTarget(index: PathIndex, path: string | undefined, kinds: FileKinds): RepoPath | undefined {
  return path !== undefined && kinds !== 'untyped' && /(?<!\.d)\.[cm]?tsx?$/.test(path)
    ? index.file(path)
    : probeExact(index, path, kinds)
}

/** Returns the file that a path resolves to, with or without an extension. */
export function probeFile(index: PathIndex, path: string | undefined, kinds: FileKinds): RepoPath | undefined {
  if (path === undefined || path === '') return undefined
  const found = probeExact(index, path, kinds) ?? withExtension(index, path, SCRIPT, kinds)
  return found ?? (kinds === 'require' ? index.file(`${path}.json`) : undefined)
}

/** Returns the index file of a folder without a package.json. */
export function probeIndex(index: PathIndex, folder: string | undefined, kinds: FileKinds): RepoPath | undefined {
  return folder !== undefined && index.isFolder(folder) ? probeFile(index, joinPath(folder, 'index'), kinds) : undefined
}

function withExtension(
  index: PathIndex,
  stem: string,
  extensions: readonly string[],
  kinds: FileKinds,
): RepoPath | undefined {
  return firstFound(extensions, (extension) =>
    kinds === (extension.includes('j') ? 'typed' : 'untyped') ? undefined : index.file(stem + extension),
  )
}
