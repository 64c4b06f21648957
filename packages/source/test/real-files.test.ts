import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { bundleNames, bundlesMissing, openBundle } from '../../workspace/test/real-histories/bundles.ts'
import { allPages, openWorkbench } from './workbench.ts'

describe('files of real repositories', () => {
  it.for([
    { name: 'gin', step: 10, symbol: 'Engine::ServeHTTP', file: 'gin.go' },
    { name: 'requests', step: 6, symbol: 'Session.send', file: 'sessions.py' },
    { name: 'got', step: 15, symbol: 'asPromise', file: 'source/as-promise/index.ts' },
  ])('are read whole and by symbol: $name', async ({ name, step, symbol, file }, { skip }) => {
    if (!bundleNames.includes(name)) return skip(bundlesMissing)
    await using repository = await openBundle(name)
    const { dir } = repository
    await using bench = openWorkbench(dir)
    const { git, ast } = bench
    const paths = (await git.listFiles('WORKTREE'))._unsafeUnwrap()
    let symbols = 0
    for (const path of paths.filter((path, index) => index % (ast.language(path) === undefined ? 9 : step) === 0)) {
      const bytes = readFileSync(join(dir, path))
      const content = (await git.readFile('WORKTREE', path))._unsafeUnwrap()
      if (content?.kind !== 'file' || bytes.subarray(0, 8000).includes(0)) {
        expect((await bench.errorOf({ mode: 'file', target: path })).code).toMatch(/^(?:binary_file|is_symlink)$/)
        continue
      }
      const { text, pages } = await allPages(bench, { mode: 'file', target: path, limit: 250 })
      if (pages[0]?.meta.not_utf8 === undefined) expect(Buffer.from(text).equals(bytes)).toBe(true)
      symbols += await checkSymbols(path, text)
    }
    expect(symbols).toBeGreaterThan(10)
    const found = await bench.ask({ mode: 'symbol', target: symbol })
    expect(found.location.file).toContain(file)
    expect(found.meta.search?.complete).toBe(true)

    /** Checks every sixth unit of a file, by its id. */
    async function checkSymbols(path: RepoPath, text: string): Promise<number> {
      if (ast.language(path) === undefined) return 0
      const outline = (await ast.outline({ path, text }))._unsafeUnwrap()
      const lines = text.split(/(?<=\n)/)
      let count = 0
      for (const { name: target, lines: range } of outline.units.filter((_, index) => index % 6 === 0)) {
        const same = outline.units.filter((unit) => unit.name === target)
        if (same.length > 1) continue
        const request = { mode: 'symbol', target: `${path}:${target}`, limit: 2_000, max_preview_chars: 100_000 }
        const answer = await bench.ask(request)
        expect(answer.meta.resolved_symbol).toMatchObject({ match: 'id', lines: range })
        if (!answer.meta.truncated) expect(answer.text).toBe(lines.slice(range.start - 1, range.end).join(''))
        count++
      }
      return count
    }
  })
})
