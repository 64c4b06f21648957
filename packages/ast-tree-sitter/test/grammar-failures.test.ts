import { readFile } from 'node:fs/promises'
import type { RepoPath } from '@chronicle/schema'
import { createTreeSitterParser, type GrammarFile, type GrammarLoader } from '@chronicle/ast-tree-sitter'
import { describe, expect, it } from 'vitest'
import { withTraps } from './with-traps.ts'

const bash = { path: 'a.sh' as RepoPath, text: 'f() {\n  echo "$(date)"\n}\n' }
const rust = { path: 'a.rs' as RepoPath, text: 'fn a() {}\n' }

const read = (file: GrammarFile): Promise<Buffer> =>
  readFile(new URL(import.meta.resolve(`${file.package}/${file.path}`)))

describe('a grammar that cannot be loaded', () => {
  it('is an error that says which file, and is tried again', async () => {
    let installed = false
    const parser = createTreeSitterParser({
      loadGrammar: (file) => (installed ? read(file) : Promise.reject(new Error('no such file'))),
    })
    const error = (await parser.outline(rust))._unsafeUnwrapErr()
    expect(error.code).toBe('grammar_failed')
    expect(error.message).toBe(
      'The rust grammar (@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm) could not be loaded: no such file. ' +
        'Check that @vscode/tree-sitter-wasm is installed.',
    )
    installed = true
    expect((await parser.outline(rust)).isOk()).toBe(true)
  })

  it('does not stand in the way of others', async () => {
    const parser = createTreeSitterParser({
      loadGrammar: async (file) => (file.path.includes('bash') ? new Uint8Array([0, 97, 115, 109]) : await read(file)),
    })
    const [broken, whole] = await Promise.all([parser.outline(bash), parser.outline(rust)])
    expect(broken._unsafeUnwrapErr().code).toBe('grammar_failed')
    expect(whole._unsafeUnwrap().units).toHaveLength(1)
  })

  it('is asked for once, however many outlines wait for it', async () => {
    const asked: string[] = []
    const loadGrammar: GrammarLoader = (file) => {
      asked.push(file.path)
      return read(file)
    }
    const parsers = [createTreeSitterParser({ loadGrammar }), createTreeSitterParser({ loadGrammar })]
    await Promise.all(parsers.flatMap((parser) => Array.from({ length: 10 }, () => parser.outline(rust))))
    expect(asked.filter((path) => path.includes('rust'))).toHaveLength(1)
  })
})

describe('a grammar that crashes', () => {
  const parser = createTreeSitterParser({
    loadGrammar: async (file) => {
      const bytes = await read(file)
      return file.path.includes('bash') ? withTraps(bytes) : bytes
    },
  })

  it('is an error, and later calls work as before', async () => {
    const error = (await parser.outline(bash))._unsafeUnwrapErr()
    expect(error.code).toBe('grammar_failed')
    expect(error.message).toBe('The bash grammar crashed on a.sh: unreachable.')
    const intact = createTreeSitterParser({ loadGrammar: read })
    expect((await intact.outline(bash))._unsafeUnwrap().units).toMatchObject([{ name: 'f' }])
    expect((await parser.outline(rust))._unsafeUnwrap().units).toMatchObject([{ name: 'a' }])
  })

  it('does not use up the stack', async () => {
    for (let crash = 0; crash < 1000; crash++) expect((await parser.outline(bash)).isErr()).toBe(true)
    const text = 'fn a() { g(vec![1, 2], "x"); }\n'.repeat(200)
    expect((await parser.outline({ ...rust, text }))._unsafeUnwrap()).toMatchObject({ partial: false })
  })
})
