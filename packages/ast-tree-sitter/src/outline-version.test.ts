import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import vendored from '../vendored-grammars.json' with { type: 'json' }
import { GRAMMAR_FILES, RUNTIME_FILE } from './grammar-files.ts'
import { OUTLINE_VERSION } from './outline-version.ts'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Record<
  'name' | 'dependencies' | 'devDependencies',
  Readonly<Record<string, string>>
>

it('names every package that an outline depends on, at its version', () => {
  const versionOf = { ...manifest.devDependencies, ...manifest.dependencies }
  const grammars = [RUNTIME_FILE, ...Object.values(GRAMMAR_FILES), ...Object.values(vendored)]
  const packages = new Set([...grammars.map((file) => file.package), 'jsonc-parser', 'yaml', 'smol-toml'])
  packages.delete('@chronicle/ast-tree-sitter')
  const [rules, ...versions] = OUTLINE_VERSION.split(' ')
  expect(rules).toMatch(/^rules-\d+$/u)
  expect(versions).toEqual([...packages].map((name) => `${name}@${versionOf[name] ?? ''}`).sort())
})

it('finds every grammar in a package that is installed with this one, with its licence if it is vendored', () => {
  for (const file of [RUNTIME_FILE, ...Object.values(GRAMMAR_FILES)]) {
    const isOwn = file.package === '@chronicle/ast-tree-sitter'
    if (!isOwn) expect(Object.keys(manifest.dependencies)).toContain(file.package)
    const folder = isOwn ? '..' : `../node_modules/${file.package}`
    const read = (path: string): Uint8Array => readFileSync(new URL(`${folder}/${path}`, import.meta.url))
    expect([file.path, [...read(file.path).subarray(0, 4)]]).toEqual([file.path, [...Buffer.from('\0asm')]])
    if (isOwn) expect(String(read(file.path.replace(/\.wasm$/u, '.COPYING')))).toMatch(/MIT[^]*Copyright \(c\) \d{4}/u)
  }
})
