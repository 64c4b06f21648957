import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { GRAMMAR_FILES, RUNTIME_FILE } from './grammar-files.ts'
import { OUTLINE_VERSION } from './outline-version.ts'

it('names every package that an outline depends on, at its version', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const { dependencies } = manifest as { readonly dependencies: Readonly<Record<string, string>> }
  const grammars = [RUNTIME_FILE, ...Object.values(GRAMMAR_FILES)].map((file) => file.package)
  const packages = new Set([...grammars, 'jsonc-parser', 'yaml', 'smol-toml'])
  const [rules, ...versions] = OUTLINE_VERSION.split(' ')
  expect(rules).toMatch(/^rules-\d+$/u)
  expect(versions).toEqual([...packages].map((name) => `${name}@${dependencies[name] ?? ''}`).sort())
})
