import type { RepoPath } from '@chronicle/schema'
import { createMemoryGit } from '@chronicle/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { openScene } from '../../test/open-scene.ts'
import type { ImportGraph } from './import-graph.ts'

const FILES = {
  'src/index.ts': "export * from './session'\nimport './auth'\n",
  'src/auth/index.ts':
    "import { session } from '../session'\nimport { nothing } from './absent'\nimport fs from 'node:fs'\n",
  'src/session.ts': 'export const session = 1\n',
  'tools/__init__.py': '',
  'tools/report.py': 'from tools.formatting import row\nfrom . import formatting\n',
  'tools/formatting.py': 'import os\n\n\ndef row(): pass\n',
  'go.mod': 'module example.com/gate\n',
  'main.go': 'package main\n\nimport "example.com/gate/door"\n',
  'door/open.go': 'package door\n',
}

describe('the import graph', () => {
  let imports: ImportGraph
  const importsOf = async (path: string): Promise<readonly string[]> =>
    (await imports.importsOf([path as RepoPath]))._unsafeUnwrap().get(path as RepoPath) ?? []
  const importersOf = async (path: string): Promise<readonly string[]> =>
    (await imports.importersOf([path as RepoPath]))._unsafeUnwrap().get(path as RepoPath) ?? []

  beforeAll(async () => {
    const { git } = createMemoryGit({ commits: [{ files: FILES }] })
    imports = (await openScene({ git, task: 'anything' })).context.imports
  })

  it('leads from a file to those of the repository that it imports, each once', async () => {
    expect([...(await importsOf('src/index.ts'))].sort()).toEqual(['src/auth/index.ts', 'src/session.ts'])
    expect(await importsOf('src/auth/index.ts')).toEqual(['src/session.ts'])
    expect(await importsOf('tools/report.py')).toContain('tools/formatting.py')
    expect(await importsOf('main.go')).toEqual(['door/open.go'])
    expect(await importsOf('absent.ts')).toEqual([])
  })

  it('leads back, in byte order, by the name of the file or of its folder', async () => {
    expect(await importersOf('src/session.ts')).toEqual(['src/auth/index.ts', 'src/index.ts'])
    expect(await importersOf('src/auth/index.ts')).toEqual(['src/index.ts'])
    expect(await importersOf('tools/formatting.py')).toEqual(['tools/report.py'])
    expect(await importersOf('door/open.go')).toEqual(['main.go'])
    expect(await importersOf('src/index.ts')).toEqual([])
  })
})
