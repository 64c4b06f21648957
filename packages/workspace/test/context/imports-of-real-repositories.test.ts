import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { bundleNames, bundlesMissing, openBundle } from '../real-histories/bundles.ts'
import { compareEdges, figures, foundEdges, trackedPaths } from './compare-edges.ts'
import { goEdges } from './go-oracle.ts'
import { rustEdges } from './rust-oracle.ts'
import { compilerEdges } from './typescript-oracle.ts'

/** Minimum share of the oracle's edges to find in every repository. */
const MIN_FOUND = 0.99

const parser = createTreeSitterParser()
const python = spawnSync('python3', ['--version']).status === 0
const cargo = spawnSync('cargo', ['--version']).status === 0

/** The folders that `pyproject.toml` files make importable, as with `pip install -e`. */
const PYTHON = {
  flask: ['src', 'examples/celery/src', 'examples/javascript', 'examples/tutorial'],
  requests: ['src'],
  sphinx: ['.'],
}

async function check(
  name: string,
  files: RegExp,
  oracle: (dir: string, paths: readonly RepoPath[]) => ReadonlySet<string>,
  targets = /(?:)/,
): Promise<void> {
  await using repository = await openBundle(name)
  const paths = trackedPaths(repository.dir)
  const expected = oracle(repository.dir, paths)
  const found = await foundEdges(repository.dir, paths, (path) =>
    files.test(path) ? parser.language(path as RepoPath) : undefined,
  )
  const comparison = compareEdges(expected, new Set([...found].filter((edge) => targets.test(edge))))
  console.log(figures(name, comparison))
  expect(comparison.invented).toEqual([])
  expect(comparison.expected).toBeGreaterThan(50)
  expect(1 - comparison.missing.length / comparison.expected, comparison.missing.join('\n')).toBeGreaterThanOrEqual(
    MIN_FOUND,
  )
}

describe('imports of a real repository', () => {
  for (const name of ['express', 'got']) {
    it.skipIf(!bundleNames.includes(name))(`${name}: are the ones that the TypeScript compiler sees${note(name)}`, () =>
      check(name, /\.[cm]?[jt]sx?$/, compilerEdges),
    )
  }
  for (const [name, roots] of Object.entries(PYTHON)) {
    const skipped = python ? note(name) : ' (python3 is not installed)'
    it.skipIf(!python || !bundleNames.includes(name))(`${name}: are the ones that importlib sees${skipped}`, () =>
      check(name, /\.py$/, (dir, paths) => importlibEdges(dir, paths, roots)),
    )
  }
  it.skipIf(!bundleNames.includes('gin'))(`gin: are the folders that Go's module names say${note('gin')}`, () =>
    check('gin', /\.go$/, goEdges),
  )

  const skipped = cargo ? note('ripgrep') : ' (cargo is not installed)'
  it.skipIf(!cargo || !bundleNames.includes('ripgrep'))(
    `ripgrep: are the modules that crates declare from their roots, and that rustc reads${skipped}`,
    async () => {
      await check('ripgrep', /\.rs$/, (dir, paths) => rustEdges(dir, manifestsOf(paths)).edges, /\.rs$/)
      await using repository = await openBundle('ripgrep')
      const { dir } = repository
      const paths = trackedPaths(dir)
      const found = await foundEdges(dir, paths, (path) => (path.endsWith('.rs') ? 'rust' : undefined))
      const { compiled } = rustEdges(dir, manifestsOf(paths))
      const unreached = compiled.filter(([root, file]) => !reaches(found, root, file))
      console.log(`ripgrep: rustc reads ${compiled.length} files for its crates, ${unreached.length} are not reached`)
      expect(compiled.length).toBeGreaterThan(50)
      expect(unreached).toEqual([])
    },
  )
})

function manifestsOf(paths: readonly RepoPath[]): readonly string[] {
  return paths.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path))
}

function reaches(edges: ReadonlySet<string>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const path of seen) {
    if (path === to) return true
    for (const edge of edges) if (edge.startsWith(`${path} -> `)) seen.add(edge.slice(path.length + 4))
  }
  return false
}

function note(name: string): string {
  return bundleNames.includes(name) ? '' : ` (${bundlesMissing})`
}

function importlibEdges(dir: string, paths: readonly RepoPath[], roots: readonly string[]): ReadonlySet<string> {
  const script = fileURLToPath(new URL('python-oracle.py', import.meta.url))
  const output = execFileSync('python3', [script, dir, ...roots], {
    input: JSON.stringify(paths),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const { edges, skipped } = JSON.parse(output) as { readonly edges: string[]; readonly skipped: string[] }
  expect(skipped.length).toBeLessThan(paths.length / 100)
  return new Set(edges)
}
