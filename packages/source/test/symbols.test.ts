import type { Progress } from '@chronicle/core/contracts'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createSourceReader } from '../src/index.ts'
import { allPages, openWorkbench } from './workbench.ts'

const CLIENT = `import { dial } from './dial'

/** Talks to a broker. */
export class Client {
  host = ''

  /** Opens the connection. */
  connect(): void {
    dial(this.host)
  }

  close(): void {}
}

export function helper(): number {
  return 1
}
`

const SERVER = `export class Server {
  close(): void {}
  listen(): void {}
}

export function helper(): number {
  return 2
}
`

const RUST = `pub struct Policy;

impl Policy {
    pub fn next(&self) -> u32 { 1 }
}

impl Default for Policy {
    fn default() -> Self { Policy }
}
`

const repository = await createFixtureRepository()
await repository.commitFiles('One', {
  'src/client.ts': CLIENT,
  'src/server.ts': SERVER,
  'src/policy.rs': RUST,
  'src/odd:name.ts': 'export function inOdd(): void {}\n',
  'src/overloads.ts':
    'export function over(a: string): void\nexport function over(a: number): void\nexport function over(a: unknown): void {}\n',
  'src/broken.ts': 'export function fine(): void {}\n\nexport function broken( {\n',
  'data.weird': 'function connect\n',
  'generated.ts': `export const big = '${'x'.repeat(2_000_000)}'\nexport function bigOne(): void {}\n`,
})
const bench = openWorkbench(repository.dir)

afterAll(async () => {
  await bench.close()
  await repository.dispose()
})

describe('a symbol', () => {
  it('is found by its qualified name anywhere, with its doc comment', async () => {
    const answer = await bench.ask({ mode: 'symbol', target: 'Client.connect' })
    expect(answer).toEqual({
      ok: true,
      mode: 'symbol',
      target: 'Client.connect',
      text: '  /** Opens the connection. */\n  connect(): void {\n    dial(this.host)\n  }\n',
      location: { file: 'src/client.ts', line: 7, end_line: 10 },
      meta: {
        truncated: false,
        token_estimate: 19,
        preview_degraded: true,
        degraded_by: ['search'],
        total_lines: 4,
        at: 'WORKTREE',
        blob: await repository.blobId('HEAD', 'src/client.ts'),
        resolved_symbol: {
          id: 'src/client.ts:Client::connect',
          name: 'Client::connect',
          type: 'method',
          file: 'src/client.ts',
          lines: { start: 7, end: 10 },
          signature: 'connect(): void',
          match: 'exact',
        },
        // The generated file is too large to be searched.
        search: { files: 7, searched: 6, parsed: 1, complete: false },
      },
    })
  })

  it('is found by the end of its name, and by its id', async () => {
    const byName = await bench.ask({ mode: 'symbol', target: 'connect' })
    expect(byName.meta.resolved_symbol).toMatchObject({ id: 'src/client.ts:Client::connect', match: 'unqualified' })
    const byId = await bench.ask({ mode: 'symbol', target: 'src/client.ts:Client::connect' })
    expect(byId.text).toBe(byName.text)
    expect(byId.meta.resolved_symbol).toMatchObject({ match: 'id' })
    expect(byId.meta).not.toHaveProperty('search')
    const odd = await bench.ask({ mode: 'symbol', target: 'src/odd:name.ts:inOdd' })
    expect(odd.meta.resolved_symbol).toMatchObject({ file: 'src/odd:name.ts', match: 'id' })
  })

  it('is looked for in a file or below a folder', async () => {
    for (const path of ['src/server.ts', './src/server.ts']) {
      const answer = await bench.ask({ mode: 'symbol', target: 'helper', path })
      expect(answer.meta.resolved_symbol).toMatchObject({ id: 'src/server.ts:helper', match: 'exact' })
    }
    const below = await bench.ask({ mode: 'symbol', target: 'Server::close', path: 'src' })
    expect(below.meta.search).toEqual({ files: 6, searched: 6, parsed: 1, complete: true })
    expect(below.meta.preview_degraded).toBe(false)
  })

  it('is refused when it is ambiguous, with candidates and how to choose', async () => {
    expect(await bench.errorOf({ mode: 'symbol', target: 'helper', path: 'src' })).toMatchObject({
      code: 'ambiguous_symbol',
      message:
        '"helper" is ambiguous: src/client.ts:helper (function, lines 15-17), src/server.ts:helper (function, lines 6-8). Pass path to say which file, or an id as target.',
      data: {
        candidates: [
          { id: 'src/client.ts:helper', file: 'src/client.ts', type: 'function', lines: { start: 15, end: 17 } },
          { id: 'src/server.ts:helper', file: 'src/server.ts', type: 'function', lines: { start: 6, end: 8 } },
        ],
      },
    })
    expect((await bench.errorOf({ mode: 'symbol', target: 'close' })).code).toBe('ambiguous_symbol')
  })

  it('has an id of its own where a name stands for several', async () => {
    const error = await bench.errorOf({ mode: 'symbol', target: 'over', path: 'src/overloads.ts' })
    expect(error.message).toMatch(/Pass one of these ids as target\.$/)
    const ids = (error.data?.['candidates'] as readonly { readonly id: string }[]).map(({ id }) => id)
    expect(ids).toEqual(['src/overloads.ts:over', 'src/overloads.ts:over~2', 'src/overloads.ts:over~3'])
    const lines = await Promise.all(ids.map((target) => bench.ask({ mode: 'symbol', target })))
    expect(lines.map(({ location }) => location.line)).toEqual([1, 2, 3])
  })

  it('is the type where its blocks have the same name', async () => {
    const answer = await bench.ask({ mode: 'symbol', target: 'Policy' })
    expect(answer.text).toBe('pub struct Policy;\n')
    expect(answer.meta.resolved_symbol).toMatchObject({
      type: 'struct',
      also: [expect.any(String), expect.any(String)],
    })
    const [block = ''] = answer.meta.resolved_symbol?.also ?? []
    expect((await bench.ask({ mode: 'symbol', target: block })).text).toMatch(/^impl Policy/)
  })

  it('is code where an entry of configuration is called the same', async () => {
    await using fresh = await createFixtureRepository()
    await fresh.commitFiles('One', {
      'tool.toml': '[tool.coverage.listen]\nbranch = true\n\n[tool.only]\nx = 1\n',
      'src/server.ts': SERVER,
    })
    await using opened = openWorkbench(fresh.dir)
    const idOf = async (target: string): Promise<string | undefined> =>
      (await opened.ask({ mode: 'symbol', target })).meta.resolved_symbol?.id
    expect(await idOf('listen')).toBe('src/server.ts:Server::listen')
    expect(await idOf('tool.coverage.listen')).toBe('tool.toml:tool::coverage::listen')
    expect(await idOf('only')).toBe('tool.toml:tool::only')
  })

  it('is not the path of a file', async () => {
    expect(await bench.errorOf({ mode: 'symbol', target: 'src/client.ts' })).toMatchObject({
      code: 'symbol_not_found',
      message: "No symbol, but a file is called src/client.ts. Use mode='file', or pass it as path.",
    })
  })

  it('is not found with the nearest names', async () => {
    expect(await bench.errorOf({ mode: 'symbol', target: 'conect', path: 'src/client.ts' })).toMatchObject({
      code: 'symbol_not_found',
      message: expect.stringMatching(
        /^No symbol is called "conect" in src\/client\.ts\. Nearest: Client::connect, /,
      ) as string,
      data: { nearest: expect.arrayContaining(['Client::connect']) as unknown },
    })
    const anywhere = await bench.errorOf({ mode: 'symbol', target: 'conect' })
    expect(anywhere.message).toMatch(
      /^No symbol is called "conect" in the repository\. Nearest: Client::connect, .* Not every file was searched \(6 of 7, 0 parsed\): pass path\.$/,
    )
    expect((anywhere.data?.['ids'] as readonly string[])[0]).toBe('src/client.ts:Client::connect')
    const below = await bench.errorOf({ mode: 'symbol', target: 'conect', path: 'src' })
    expect(below.message).toContain('No symbol is called "conect" below src. Nearest: Client::connect')
    expect(below.message).not.toContain('searched')
  })

  it('says what encloses it and what stands beside it', async () => {
    const answer = await bench.ask({ mode: 'symbol', target: 'Client::connect', include_context: true })
    expect(answer.meta.context).toMatchObject({
      enclosing: [{ id: 'src/client.ts:Client', type: 'class', lines: { start: 3, end: 13 } }],
      beside: [{ name: 'Client::host' }, { name: 'Client::close' }],
    })
    await using small = openWorkbench(repository.dir, { limits: { listed: 1 } })
    const limited = await small.ask({
      mode: 'symbol',
      target: 'Client::connect',
      path: 'src/client.ts',
      include_context: true,
    })
    expect(limited.meta.context?.beside).toHaveLength(1)
    expect(limited.meta).toMatchObject({ preview_degraded: true, degraded_by: ['context'] })
  })

  it('is paged', async () => {
    const { text, pages } = await allPages(bench, { mode: 'symbol', target: 'Client', path: 'src', limit: 4 })
    expect(text).toBe(CLIENT.split('\n').slice(2, 13).join('\n') + '\n')
    expect(pages).toHaveLength(3)
  })

  it('is flagged where the file has syntax errors', async () => {
    const answer = await bench.ask({ mode: 'symbol', target: 'fine', path: 'src/broken.ts' })
    expect(answer.meta.partial_outline).toBe(true)
  })

  it('is in a file with a grammar, and no folder is one', async () => {
    expect(await bench.errorOf({ mode: 'symbol', target: 'connect', path: 'data.weird' })).toMatchObject({
      code: 'no_grammar',
      message: "There is no grammar for data.weird, so it has no symbols. Use mode='file' or mode='snippet'.",
    })
    expect((await bench.errorOf({ mode: 'symbol', target: 'connect', path: 'nowhere' })).code).toBe('file_not_found')
    expect((await bench.errorOf({ mode: 'symbol', target: '../a.ts:connect' })).code).toBe('invalid_path')
  })

  it('is found as it is in the working tree', async () => {
    await repository.write({ 'src/client.ts': CLIENT.replaceAll('connect(', 'dialUp(') })
    expect((await bench.ask({ mode: 'symbol', target: 'dialUp' })).location.line).toBe(7)
    expect((await bench.errorOf({ mode: 'symbol', target: 'Client::connect' })).code).toBe('symbol_not_found')
    await repository.git('reset', '-q', '--hard')
  })
})

describe('a search', () => {
  const limited = async (limits: object, target: string): Promise<unknown> => {
    await using small = openWorkbench(repository.dir, { limits })
    return (await small.ask({ mode: 'symbol', target })).meta.search
  }

  it('tells how far it has come', async () => {
    const reports: Progress[] = []
    const reader = createSourceReader({ git: bench.git, ast: bench.ast })
    const read = reader.read({ mode: 'symbol', target: 'Client' }, { onProgress: (progress) => reports.push(progress) })
    expect((await read).isOk()).toBe(true)
    expect(reports).toEqual([{ step: 'searching files', done: 7, total: 7 }])
  })

  it('begins with the files called like the symbol', async () => {
    expect(await limited({ searchedFiles: 1 }, 'Server::listen')).toEqual({
      files: 7,
      searched: 1,
      parsed: 1,
      complete: false,
    })
  })

  it('ends at every limit, and says so', async () => {
    const below = { mode: 'symbol', target: 'helper', path: 'src' }
    expect((await bench.errorOf(below)).code).toBe('ambiguous_symbol')
    await using one = openWorkbench(repository.dir, { limits: { parsedFiles: 1 } })
    const answer = await one.ask(below)
    expect(answer.meta).toMatchObject({
      degraded_by: ['search'],
      resolved_symbol: { id: 'src/client.ts:helper' },
      search: { files: 6, searched: 6, parsed: 1, complete: false },
    })
    expect(await limited({ searchedFileBytes: 3_000_000 }, 'bigOne')).toMatchObject({ searched: 7, complete: true })
    await using small = openWorkbench(repository.dir, { limits: { searchedBytes: 0 } })
    expect(await small.errorOf({ mode: 'symbol', target: 'connect' })).toMatchObject({
      code: 'symbol_not_found',
      data: { nearest: [], search: { files: 7, searched: 0, parsed: 0, complete: false } },
    })
  })
})
