import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { createImportResolver } from '../create-import-resolver.ts'
import { pnpmPackages } from './workspace-members.ts'

/** Resolves one specifier from a file. The files are given with their texts, `''` where the text does not matter. */
async function resolved(
  from: string,
  specifier: string,
  files: Readonly<Record<string, string>>,
  form?: 'require',
): Promise<readonly string[]> {
  const paths = [...Object.keys(files), from] as RepoPath[]
  const resolver = (await createImportResolver({ paths, readText: async (path) => files[path] }))._unsafeUnwrap()
  return resolver.resolve(from as RepoPath, { specifier, line: 1, ...(form !== undefined && { form }) })
}

describe('packages of a workspace', () => {
  const root = { 'package.json': '{"workspaces": ["packages/*", "!packages/gone"]}' }
  const app = { 'packages/app/package.json': '{"name": "app"}' }

  it('are entered where their sources are, when what is built is not in the repository', async () => {
    const lib = (json: object, ...sources: readonly string[]) => ({
      ...root,
      ...app,
      'packages/lib/package.json': JSON.stringify({ name: '@x/lib', ...json }),
      ...Object.fromEntries(sources.map((path) => [`packages/lib/${path}`, ''])),
    })
    const from = 'packages/app/a.ts'
    const main = lib({ main: 'dist/index.js', types: 'dist/index.d.ts' }, 'src/index.ts')
    expect(await resolved(from, '@x/lib', main)).toEqual(['packages/lib/src/index.ts'])
    const formats = lib(
      { exports: { './*': { import: './dist/esm/*.js', require: './dist/cjs/*.cjs' } } },
      'src/a/b.tsx',
    )
    expect(await resolved(from, '@x/lib/a/b', formats)).toEqual(['packages/lib/src/a/b.tsx'])
    const condition = lib({ exports: { source: './code/main.ts', default: './dist/main.js' } }, 'code/main.ts')
    expect(await resolved(from, '@x/lib', condition)).toEqual(['packages/lib/code/main.ts'])
    expect(await resolved(from, '@x/lib/dist/a.js', lib({}, 'src/a.ts'))).toEqual(['packages/lib/src/a.ts'])
    const committed = lib({ main: 'dist/index.js' }, 'dist/index.js', 'src/index.ts')
    expect(await resolved(from, '@x/lib', committed)).toEqual(['packages/lib/dist/index.js'])
    expect(await resolved(from, '@x/lib', lib({ main: 'dist/other.js' }, 'src/index.ts'))).toEqual([])
    expect(await resolved(from, '@x/lib/inner', lib({ exports: { './inner': null } }, 'inner.ts'))).toEqual([])
  })

  it('stand for their names in the workspace only', async () => {
    const files = {
      ...root,
      ...app,
      'packages/lib/package.json': '{"name": "lib"}',
      'packages/lib/index.js': '',
      'packages/gone/package.json': '{"name": "gone"}',
      'packages/gone/index.js': '',
      'examples/one/package.json': '{"name": "one"}',
      'examples/one/index.js': '',
    }
    expect(await resolved('packages/app/a.js', 'lib', files)).toEqual(['packages/lib/index.js'])
    expect(await resolved('scripts/a.js', 'lib', files)).toEqual(['packages/lib/index.js'])
    expect(await resolved('examples/one/a.js', 'lib', files)).toEqual([])
    expect(await resolved('packages/app/a.js', 'one', files)).toEqual([])
  })

  it('may be linked by a range, and are not what a registry gives', async () => {
    const files = (range: string) => ({
      'app/package.json': JSON.stringify({ name: 'app', dependencies: { lib: range } }),
      'lib/package.json': '{"name": "lib"}',
      'lib/index.js': '',
    })
    expect(await resolved('app/a.js', 'lib', files('file:../lib'))).toEqual(['lib/index.js'])
    expect(await resolved('app/a.js', 'lib', files('^4.0.0'))).toEqual([])
  })

  it('are read from a pnpm-workspace.yaml in both styles', () => {
    expect(pnpmPackages('a: 1\npackages:\n  # x\n  - \'a/*\' # y\n  - b\n\n  - "!c"\nd:\n  - e\n')).toEqual([
      'a/*',
      'b',
      '!c',
    ])
    expect(pnpmPackages('packages: ["a", \'b/*\']\n')).toEqual(['a', 'b/*'])
  })
})

describe('a specifier', () => {
  it('with a suffix for the bundler, a style sheet or a picture leads to the file', async () => {
    const files = { 'src/a.svg': '', 'src/b.css': '', 'src/w.ts': '' }
    expect(await resolved('src/main.ts', './a.svg?raw', files)).toEqual(['src/a.svg'])
    expect(await resolved('src/main.ts', './b.css', files)).toEqual(['src/b.css'])
    expect(await resolved('src/main.ts', './w?worker', files)).toEqual(['src/w.ts'])
  })

  it('leads to JSON without an extension by require alone', async () => {
    const files = { 'data.json': '', 'lib/package.json': '{"main": "./make"}', 'lib/make.js': '' }
    expect(await resolved('a.js', './data', files, 'require')).toEqual(['data.json'])
    expect(await resolved('a.js', './data', files)).toEqual([])
    expect(await resolved('a.js', './lib', files, 'require')).toEqual(['lib/make.js'])
  })

  it('out of the repository, of a scheme, or of the file itself leads nowhere', async () => {
    for (const specifier of ['../x', 'node:fs', 'https://example.com/x.js', '/x', './a', 'fs', '#x', '']) {
      expect(await resolved('a.ts', specifier, { 'x.ts': '', 'fs.ts': '' }), specifier).toEqual([])
    }
  })
})

describe('paths of a configuration', () => {
  it('come from the projects that a configuration refers to', async () => {
    const files = {
      'tsconfig.json': '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
      'tsconfig.app.json': '{"compilerOptions": {"paths": {"@/*": ["./src/*"],},},} // end',
      'src/a.ts': '',
    }
    expect(await resolved('src/main.ts', '@/a', files)).toEqual(['src/a.ts'])
  })

  it('are inherited from a package, and relative to where they are written', async () => {
    const files = {
      'package.json': '{"workspaces": ["*"]}',
      'config/package.json': '{"name": "@x/config"}',
      'config/base.json': '{"compilerOptions": {"paths": {"~/*": ["${configDir}/src/*"], "#lib": ["./lib.ts"]}}}',
      'config/lib.ts': '',
      'app/package.json': '{"name": "app"}',
      'app/tsconfig.json': '{"extends": "@x/config/base"}',
      'app/src/a.ts': '',
    }
    expect(await resolved('app/main.ts', '~/a', files)).toEqual(['app/src/a.ts'])
    expect(await resolved('app/main.ts', '#lib', files)).toEqual(['config/lib.ts'])
  })

  it('of configurations that extend each other are read once', async () => {
    const files = {
      'tsconfig.json': '{"extends": "./b.json", "compilerOptions": {"paths": {"a": ["./x.ts"]}}}',
      'b.json': '{"extends": "./tsconfig.json"}',
      'x.ts': '',
    }
    expect(await resolved('main.ts', 'a', files)).toEqual(['x.ts'])
  })
})
