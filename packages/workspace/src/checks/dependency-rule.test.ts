import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { isTest, readManifest, repositoryPath, repositoryRoot, workspacePackages } from './workspace-packages.ts'

/*
 * "Arrows point down", docs/architecture.md. A package that is not listed here fails: whoever adds one must decide on
 * its layer.
 */
const adapter = ['@chronicle/schema', '@chronicle/core/contracts']
const engine = ['@chronicle/schema', '@chronicle/core/contracts']

const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[] | 'everything'>> = {
  schema: [],
  core: ['@chronicle/schema'],
  // Blame and placement compare lines with the same code.
  blame: [...engine, '@chronicle/core/line-diff'],
  // All engines resolve names to units, and show paths, with the same code.
  source: [...engine, '@chronicle/core/text'],
  // Sentences of comments and messages are parsed by the same code.
  context: [...engine, '@chronicle/core/text', '@chronicle/core/prose'],
  // All writers place and store annotations with the same code. Recorded places are reviewed with the same code for
  // every caller. Messages are parsed with the same code, whether they are recorded or quoted in an answer. Lines in a
  // reviewer's comment are followed like those of a region. Condensed texts are found and stored as corrections are.
  writer: [
    ...engine,
    '@chronicle/core/line-diff',
    '@chronicle/core/text',
    '@chronicle/core/annotate',
    '@chronicle/core/review',
    '@chronicle/core/prose',
    '@chronicle/core/corrections',
  ],
  'llm-ai-sdk': adapter,
  forge: adapter,
  'redact-secretlint': adapter,
  'git-cli': adapter,
  'git-isomorphic': adapter,
  'ast-tree-sitter': adapter,
  // All stores build their indexes with the same code, which has no I/O of its own.
  'store-sqlite': [...adapter, '@chronicle/core/index-notes'],
  'tokens-gpt': adapter,
  testing: ['@chronicle/schema', '@chronicle/core'],
  node: [
    '@chronicle/schema',
    '@chronicle/core',
    '@chronicle/blame',
    '@chronicle/source',
    '@chronicle/context',
    '@chronicle/writer',
    '@chronicle/llm-ai-sdk',
    '@chronicle/forge',
    '@chronicle/redact-secretlint',
    '@chronicle/git-cli',
    '@chronicle/git-isomorphic',
    '@chronicle/ast-tree-sitter',
    '@chronicle/store-sqlite',
  ],
  mcp: ['@chronicle/schema', '@chronicle/core', '@chronicle/source', '@chronicle/context', '@chronicle/node'],
  // One of its commands starts the other app.
  cli: [
    '@chronicle/schema',
    '@chronicle/core',
    '@chronicle/context',
    '@chronicle/writer',
    '@chronicle/node',
    '@chronicle/mcp',
  ],
  workspace: 'everything',
}

/** Dependencies that a package's build bundles, so that they are not installed. */
const BUNDLED_DEPENDENCIES: Readonly<Record<string, readonly string[]>> = { schema: ['neverthrow'] }

/** Packages that run without Node. */
const portable: ReadonlySet<string> = new Set(['schema', 'core', 'blame', 'source', 'context', 'writer'])

/** This experiment uses internal code of the product to parse comments, compare lines and describe regions. */
const EXPERIMENT = 'packages/workspace/src/confidence/'

const rootDependencies = Object.keys(readManifest(repositoryRoot).devDependencies ?? {})

describe.each(workspacePackages())('$shortName', ({ shortName, dir, manifest, sources }) => {
  const allowed = ALLOWED_IMPORTS[shortName]
  const productionSources = sources.filter((file) => !isTest(file))

  it('has a place in the layers', () => {
    expect(allowed).toBeDefined()
  })

  it('imports no package above or beside it', () => {
    const wrong = importsOf(productionSources)
      .filter(({ specifier }) => specifier.startsWith('@chronicle/'))
      .filter(({ specifier }) => allowed !== 'everything' && !allowed?.some((name) => isWithin(specifier, name)))
    expect(wrong).toEqual([])
  })

  it('depends on no package above or beside it', () => {
    const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    const wrong = names
      .filter((name) => name.startsWith('@chronicle/'))
      .filter((name) => allowed !== 'everything' && !allowed?.some((path) => packageName(path) === name))
    expect(wrong).toEqual([])
  })

  it('declares what it imports', () => {
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    const declared = new Set([...installed, ...(BUNDLED_DEPENDENCIES[shortName] ?? [])])
    const declaredForTests = new Set([...declared, ...Object.keys(manifest.devDependencies ?? {}), ...rootDependencies])
    const undeclared = importsOf([...sources, ...testSources(dir)])
      .filter(({ specifier }) => !isBuiltin(specifier) && !specifier.startsWith('.'))
      .filter(({ specifier }) => packageName(specifier) !== manifest.name)
      .filter(({ file, specifier }) => {
        const known = isTest(file) || manifest.private === true ? declaredForTests : declared
        return !known.has(packageName(specifier))
      })
    expect(undeclared).toEqual([])
  })

  it('reaches other packages by their name, not by a path', () => {
    const wrong = importsOf(sources).filter(({ file, specifier }) => {
      if (!specifier.startsWith('.') || file.includes(EXPERIMENT)) return false
      const target = repositoryPath(join(file, '..', specifier))
      return !target.startsWith(`packages/${shortName}/`)
    })
    expect(wrong).toEqual([])
  })
})

it.each(workspacePackages().filter(({ shortName }) => portable.has(shortName)))(
  '$shortName imports nothing from Node',
  ({ sources }) => {
    const production = sources.filter((file) => !isTest(file))
    expect(importsOf(production).filter(({ specifier }) => isBuiltin(specifier))).toEqual([])
  },
)

interface Import {
  /** Path relative to the repository. */
  readonly file: string
  readonly specifier: string
}

function importsOf(files: readonly string[]): readonly Import[] {
  return files.flatMap((file) =>
    ts
      .preProcessFile(readFileSync(file, 'utf8'), true, true)
      .importedFiles.map(({ fileName }) => ({ file: repositoryPath(file), specifier: fileName })),
  )
}

function testSources(dir: string): readonly string[] {
  return ts.sys.readDirectory(join(dir, 'test'), ['.ts'])
}

function isWithin(specifier: string, path: string): boolean {
  return specifier === path || specifier.startsWith(`${path}/`)
}

/** `@chronicle/core/contracts` → `@chronicle/core`. */
function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
