import { existsSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createImportResolver, extractImports, type ImportResolver } from '@chronicle/context'
import { parseRepoPath, type RepoPath } from '@chronicle/schema'

/** The edges that the resolver found in a folder, compared with the oracle's. An edge is `from -> to`. */
export interface EdgeComparison {
  readonly expected: number
  readonly missing: readonly string[]
  readonly invented: readonly string[]
}

/** Returns the tracked files of a checkout. */
export function trackedPaths(dir: string): readonly RepoPath[] {
  const listed = execFileSync('git', ['-C', dir, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 26 })
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(dir, path)))
    .map(repoPath)
}

export function repoPath(path: string): RepoPath {
  return parseRepoPath(path)._unsafeUnwrap()
}

async function resolverOf(dir: string, paths: readonly RepoPath[]): Promise<ImportResolver> {
  const made = await createImportResolver({ paths, readText: async (path) => readFileSync(join(dir, path), 'utf8') })
  return made._unsafeUnwrap()
}

/** Returns the edges that the extractor and the resolver find in the files, except those from a file to itself. */
export async function foundEdges(
  dir: string,
  paths: readonly RepoPath[],
  languageOf: (path: string) => string | undefined,
): Promise<ReadonlySet<string>> {
  const resolver = await resolverOf(dir, paths)
  const edges = new Set<string>()
  for (const path of paths) {
    const language = languageOf(path)
    if (language === undefined) continue
    for (const facts of extractImports(readFileSync(join(dir, path), 'utf8'), language)) {
      for (const to of resolver.resolve(path, facts)) edges.add(`${path} -> ${to}`)
    }
  }
  return edges
}

export function compareEdges(expected: ReadonlySet<string>, found: ReadonlySet<string>): EdgeComparison {
  return {
    expected: expected.size,
    missing: [...expected].filter((edge) => !found.has(edge)),
    invented: [...found].filter((edge) => !expected.has(edge)),
  }
}

/** Formats one line of figures for the test output. */
export function figures(name: string, { expected, missing, invented }: EdgeComparison): string {
  const share = expected === 0 ? '—' : `${((100 * (expected - missing.length)) / expected).toFixed(2)} %`
  return `${name}: ${expected} edges of the oracle, ${expected - missing.length} found (${share}), ${invented.length} invented`
}
