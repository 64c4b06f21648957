import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { LANGUAGES, RUNTIME_FILE } from './languages.ts'
import { OUTLINE_VERSION } from './outline-version.ts'

const grammars = Object.values(LANGUAGES).flatMap(({ grammar }) => grammar ?? [])

it('names the rules, the languages, and every package that an outline depends on, at its version', () => {
  const [rules, languages, ...packages] = OUTLINE_VERSION.split(' ')
  expect(rules).toMatch(/^rules-\d+$/u)
  expect(languages?.split(',')).toEqual(expect.arrayContaining(['c', 'kotlin', 'yaml']))
  const named = packages.map((each) => each.slice(0, each.lastIndexOf('@')))
  const sources = Object.values(LANGUAGES).flatMap(({ grammar, copyOf = grammar }) => copyOf?.package ?? [])
  expect(named).toEqual([...new Set([...sources, 'jsonc-parser', 'smol-toml', 'web-tree-sitter', 'yaml'])].sort())
  expect(packages).toContain(`web-tree-sitter@${manifest.dependencies['web-tree-sitter']}`)
})

it('finds every grammar in a package that is installed with this one, with its licence if it is vendored', () => {
  for (const file of [RUNTIME_FILE, ...grammars]) {
    const isOwn = file.package === '@chronicle/ast-tree-sitter'
    if (!isOwn) expect(Object.keys(manifest.dependencies)).toContain(file.package)
    const folder = isOwn ? '..' : `../node_modules/${file.package}`
    const read = (path: string): Uint8Array => readFileSync(new URL(`${folder}/${path}`, import.meta.url))
    expect([file.path, [...read(file.path).subarray(0, 4)]]).toEqual([file.path, [...Buffer.from('\0asm')]])
    if (isOwn) expect(String(read(file.path.replace(/\.wasm$/u, '.COPYING')))).toMatch(/MIT[^]*Copyright \(c\) \d{4}/u)
  }
})
