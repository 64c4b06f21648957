import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AstUnit } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { describe, expect, it } from 'vitest'
import { bundlesToTest, bundlesMissing, openBundle } from '../../workspace/test/real-histories/bundles.ts'

if (bundlesToTest.length === 0) it.skip(`outlines every file of real repositories (${bundlesMissing})`)

describe.skipIf(bundlesToTest.length === 0)('real sources', () => {
  const parser = createTreeSitterParser()

  it.each(bundlesToTest)('outlines every file of %s', async (bundle) => {
    await using repository = await openBundle(bundle)
    const paths = (await repository.git('ls-files', '-z')).split('\0').filter((path) => path !== '')
    const counts = new Map<string, { files: number; partial: number; units: number }>()
    for (const path of paths) {
      if (parser.language(path as RepoPath) === undefined) continue
      const text = readFileSync(join(repository.dir, path), 'utf8')
      const outline = (await parser.outline({ path: path as RepoPath, text }))._unsafeUnwrap()
      expectNested(path, outline.units, text.split('\n').length)
      const count = counts.get(outline.language) ?? { files: 0, partial: 0, units: 0 }
      count.files++
      count.partial += outline.partial ? 1 : 0
      count.units += outline.units.length
      counts.set(outline.language, count)
    }
    const files = [...counts.values()].reduce((sum, count) => sum + count.files, 0)
    const partial = [...counts.values()].reduce((sum, count) => sum + count.partial, 0)
    const shown = [...counts].map(
      ([language, count]) => `${language} ${count.partial}/${count.files} (${count.units} units)`,
    )
    process.stderr.write(`${bundle}: files with syntax errors: ${shown.sort().join(', ')}\n`)
    expect(files).toBeGreaterThan(10)
    expect(partial / files).toBeLessThan(0.1)
  })
})

/** Expects units to be within the file and in order, each either inside the units still open or after them. */
function expectNested(path: string, units: readonly AstUnit[], lineCount: number): void {
  let open: AstUnit[] = []
  let last = 1
  for (const unit of units) {
    const { start, end } = unit.lines
    const shown = `${path}:${start}-${end} ${unit.name}`
    expect(last <= start && start <= end && end <= lineCount, shown).toBe(true)
    open = open.filter(({ lines }) => lines.end > start)
    expect(
      open.every(({ lines }) => end <= lines.end),
      shown,
    ).toBe(true)
    open.push(unit)
    last = start
  }
}
