import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { extractImports } from './extract/extract-imports.ts'
import { followBarrels } from './follow-barrels.ts'
import { createImportResolver } from './resolve/create-import-resolver.ts'

/** Follows the first import of the first file; each file is given as its text, and defines the names after `def`. */
async function followed(language: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const paths = Object.keys(files) as RepoPath[]
  const resolver = (await createImportResolver({ paths, readText: async (path) => files[path] }))._unsafeUnwrap()
  const importsOf = (path: RepoPath) => extractImports(files[path] ?? '', language)
  const [from] = paths
  const [facts] = from === undefined ? [] : importsOf(from)
  if (from === undefined || facts === undefined) return ['no import']
  return followBarrels(from, facts, {
    resolver,
    factsOf: (path) => ({
      imports: importsOf(path),
      defines: new Set(Array.from((files[path] ?? '').matchAll(/\b(?:def|const|fn) (\w+)/g), ([, name]) => name ?? '')),
    }),
  })
}

describe('a name that is imported through other files', () => {
  it('leads to the file that defines it, under whatever name', async () => {
    const files = {
      'main.ts': `import { b } from './lib'`,
      'lib/index.ts': `export * from './all'\nexport { a as b } from './a'\nexport * as ns from './ns'`,
      'lib/all.ts': `export const c = 1`,
      'lib/a.ts': `import { x } from './x'\nexport { x as a }\nexport const a = x`,
      'lib/x.ts': `export const x = 1`,
      'lib/ns.ts': `export const n = 1`,
    }
    expect(await followed('typescript', files)).toEqual(['lib/a.ts'])
    expect(await followed('typescript', { ...files, 'main.ts': `import { c } from './lib'` })).toEqual(['lib/all.ts'])
    expect(await followed('typescript', { ...files, 'main.ts': `import { ns } from './lib'` })).toEqual(['lib/ns.ts'])
    expect(await followed('typescript', { ...files, 'main.ts': `import { gone } from './lib'` })).toEqual([
      'lib/index.ts',
    ])
    expect(await followed('typescript', { ...files, 'main.ts': `import * as all from './lib'` })).toEqual([
      'lib/index.ts',
      'lib/all.ts',
      'lib/a.ts',
      'lib/ns.ts',
    ])
  })

  it('is found through an import that is exported, a default, and module.exports', async () => {
    expect(
      await followed('typescript', {
        'main.ts': `import { d } from './barrel'`,
        'barrel.ts': `import d from './d'\nexport { d }`,
        'd.ts': `export default 1`,
      }),
    ).toEqual(['d.ts'])
    expect(
      await followed('javascript', {
        'main.js': `const { make } = require('./index')`,
        'index.js': `module.exports = require('./lib/make')`,
        'lib/make.js': `const make = 1`,
      }),
    ).toEqual(['lib/make.js'])
  })

  it('ends at a cycle', async () => {
    expect(
      await followed('typescript', {
        'main.ts': `import { a } from './x'`,
        'x.ts': `export * from './y'`,
        'y.ts': `export * from './x'`,
      }),
    ).toEqual(['x.ts'])
  })

  it('is followed through __init__.py and pub use', async () => {
    expect(
      await followed('python', {
        'main.py': 'from pkg import f, mod',
        'pkg/__init__.py': 'from .inner import *\n',
        'pkg/inner/__init__.py': 'from ._impl import g as f\n',
        'pkg/inner/_impl.py': 'def g(): pass\n',
        'pkg/mod.py': '',
      }),
    ).toEqual(['pkg/inner/_impl.py', 'pkg/mod.py'])
    expect(
      await followed('rust', {
        'src/main.rs': 'use crate::api::run;\n',
        'src/api.rs': 'pub use self::inner::go as run;\nmod inner;\n',
        'src/api/inner.rs': 'pub fn go() {}\n',
        'Cargo.toml': '[package]\nname = "x"\nedition = "2021"\n',
      }),
    ).toEqual(['src/api/inner.rs'])
  })
})
