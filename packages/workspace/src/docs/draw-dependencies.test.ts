import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { drawDependencies } from './draw-dependencies.ts'
import { replaceGeneratedSection } from './generated-section.ts'

it('the picture in docs/architecture.md is that of the package.json files (npm run picture writes it)', () => {
  const page = readFileSync(join(repositoryRoot, 'docs/architecture.md'), 'utf8')
  expect(replaceGeneratedSection(page, 'dependencies', drawDependencies())).toBe(page)
})

it('has every published package, and leaves out arrows that follow from others', () => {
  const picture = drawDependencies()
  expect(picture).toContain('  cli --> mcp')
  expect(picture).toContain('  core --> schema')
  // Implied by git-cli → core → schema.
  expect(picture).not.toContain('  git-cli --> schema')
})

it('refuses a page without a place for it', () => {
  expect(() => replaceGeneratedSection('# A page\n', 'dependencies', '')).toThrow('no place')
})
