import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { expect, it } from 'vitest'
import { compareEdges, figures, foundEdges, repoPath } from './compare-edges.ts'
import { generateProject } from './generate-project.ts'
import { compilerEdges } from './typescript-oracle.ts'

const PROJECTS = 40
const parser = createTreeSitterParser()

it('imports of generated projects are the ones that the TypeScript compiler sees', async () => {
  const all = { expected: 0, missing: [] as string[], invented: [] as string[] }
  for (let seed = 1; seed <= PROJECTS; seed++) {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'chronicle-imports-')))
    try {
      const paths = generateProject(dir, seed).map(repoPath)
      const found = await foundEdges(dir, paths, (path) => parser.language(repoPath(path)))
      const { expected, missing, invented } = compareEdges(compilerEdges(dir, paths), found)
      all.expected += expected
      all.missing.push(...missing.map((edge) => `${seed}: ${edge}`))
      all.invented.push(...invented.map((edge) => `${seed}: ${edge}`))
    } finally {
      rmSync(dir, { recursive: true })
    }
  }
  console.log(figures(`${PROJECTS} generated projects`, all))
  expect(all.expected).toBeGreaterThan(1000)
  expect(all.missing).toEqual([])
  expect(all.invented).toEqual([])
})
