import type { AstUnit } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { expect, it } from 'vitest'
import { fixtures } from './fixtures.ts'

const parser = createTreeSitterParser()

it.each(fixtures)('outlines $path', async ({ path, text, outline }) => {
  const { units, partial } = (await parser.outline({ path: path as RepoPath, text }))._unsafeUnwrap()
  expect(units.map(lineOf)).toEqual(outline.trimEnd().split('\n'))
  expect(partial).toBe(false)
})

function lineOf({ type, name, signature, lines }: AstUnit): string {
  const unit = `${lines.start}-${lines.end} ${type} ${name}`
  return signature === undefined ? unit : `${unit} | ${signature}`
}
