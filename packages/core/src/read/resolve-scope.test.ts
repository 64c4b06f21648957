import { errAsync, okAsync, type CommitId, type RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { noteOn, readInMemory, type RecordedRepository } from '../../test/read-in-memory.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadQuery } from './read-query.ts'
import type { BlameHunk, FileContent, TreeState } from '../contracts/git-backend.ts'
import { mergeRanges } from './resolve-scope.ts'

const FILE = 'src/client.ts'
const CLIENT = `class Client
  function connect(host)
    drain()
  function drain()
    empty()
class Pool
  function connect()
    take()
`
const SUBMODULE: FileContent = { kind: 'submodule', id: 'a'.repeat(40) as never, bytes: new Uint8Array() }
/** `lib/a.ts` is a link. */
const linkTo =
  (target: string): NonNullable<RecordedRepository['backend']> =>
  (git) => ({
    readFile: (at, path, call) =>
      path === 'lib/a.ts'
        ? okAsync({ kind: 'symlink', id: 'b'.repeat(40) as never, bytes: new TextEncoder().encode(target) })
        : git.readFile(at, path, call),
  })
const diagnosticsOf = ({
  diagnostics,
}: {
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[]
}) => diagnostics.filter(({ code }) => code !== 'no_notes').map(({ code, message }) => `${code}: ${message}`)

function repository(more: Partial<RecordedRepository> = {}): ReturnType<typeof readInMemory> {
  return readInMemory({ commits: [{ files: { [FILE]: CLIENT, 'notes.txt': 'one\ntwo\n', 'empty.txt': '' } }], ...more })
}

describe('what is asked about', () => {
  it('is a whole file, from its first line to its last', async () => {
    const { resolved, query, ambiguous_anchor } = await repository().read({ files: [FILE] })
    expect(resolved).toEqual([{ file: FILE, lines: { start: 1, end: 8 } }])
    expect(query.file).toBe(FILE)
    expect(ambiguous_anchor).toBeUndefined()
    expect((await repository().read({ files: ['empty.txt'] })).resolved).toEqual([])
  })

  it('is a file with other line ends in the working tree: only what was edited is not committed', async () => {
    const committed = 'function one()\n  take()\nfunction two()\n  take()\n'
    const edited = committed.replaceAll('\n', '\r\n').replace(/take\(\)\r\n$/, 'give()\r\n')
    const { read } = repository({
      commits: [{ files: { 'a.ts': committed } }],
      worktree: { 'a.ts': edited },
      backend: () => ({
        normalise: (_, bytes) =>
          okAsync(new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('\r\n', '\n'))),
      }),
    })
    const { resolved } = await read({ files: ['a.ts'] })
    expect(resolved).toEqual([{ file: 'a.ts', lines: { start: 1, end: 4 }, uncommitted_lines: [{ start: 4, end: 4 }] }])
  })

  it('is lines of a file', async () => {
    const { resolved, query } = await repository().read({ files: [FILE], lines: { start: 2, end: 8 } })
    expect(resolved).toEqual([{ file: FILE, lines: { start: 2, end: 8 } }])
    expect(query.lines).toEqual([2, 8])
  })

  it('is the unit of a name', async () => {
    const { resolved, diagnostics, ambiguous_anchor } = await repository().read({ files: [FILE], anchor: 'drain' })
    const lines = { start: 4, end: 5 }
    expect(resolved).toEqual([{ file: FILE, anchor: 'Client::drain', type: 'function', lines }])
    expect(diagnostics.map(({ code }) => code)).toEqual(['no_notes'])
    expect(ambiguous_anchor).toBeUndefined()
  })

  it('is every unit of a name that several have, said to be ambiguous', async () => {
    const { resolved = [], ambiguous_anchor } = await repository().read({ files: [FILE], anchor: 'connect' })
    expect(resolved.map(({ anchor }) => anchor)).toEqual(['Client::connect', 'Pool::connect'])
    expect(ambiguous_anchor).toBe(true)
  })

  it.each([
    ['two functions of one name', 'function take(a)\nfunction take(b)\n', true],
    ['a type and its implementation', 'struct take\nimpl take\n', false],
    ['two implementations', 'impl take\nimpl take\n', false],
    ['a type, and its implementation in a module', 'struct take\nmodule m\n  impl take\n', false],
    ['implementations in two modules', 'module m\n  impl take\nmodule n\n  impl take\n', true],
  ])('%s', async (_, text, isAmbiguous) => {
    const { ambiguous_anchor = false } = await repository({ commits: [{ files: { 'a.ts': text } }] }).read({
      files: ['a.ts'],
      anchor: 'take',
    })
    expect(ambiguous_anchor).toBe(isAmbiguous)
  })

  it('is a unit of almost that name, with a warning', async () => {
    const output = await repository().read({ files: [FILE], anchor: 'Client.connekt' })
    expect(output.resolved?.map(({ anchor }) => anchor)).toEqual(['Client::connect'])
    expect(output.diagnostics).toContainEqual({
      code: 'fuzzy_anchor',
      severity: 'warning',
      message: 'No unit is called "Client.connekt" in src/client.ts; read Client::connect instead (edit distance 1).',
      path: FILE,
    })
  })

  it('is the file where its language has no grammar, with a warning', async () => {
    const output = await repository().read({ files: ['notes.txt'], anchor: 'connect' })
    expect(output.resolved).toEqual([{ file: 'notes.txt', lines: { start: 1, end: 2 } }])
    expect(output.diagnostics).toContainEqual({
      code: 'no_grammar',
      severity: 'warning',
      message: 'No tree-sitter grammar for txt. Anchor resolution unavailable. This is about the whole file.',
      path: 'notes.txt',
    })
    const { read } = repository({ commits: [{ files: { 'bin/Makefile': 'x\n', 'bin/a.d.yml': 'x\n' } }] })
    const plain = await read({ files: ['bin/Makefile'], anchor: 'connect' })
    expect(diagnosticsOf(plain)).toEqual([
      'no_grammar: No tree-sitter grammar for bin/Makefile. Anchor resolution unavailable. This is about the whole file.',
    ])
    expect(diagnosticsOf(await read({ files: ['bin/a.d.yml'], anchor: 'connect' }))).toEqual([
      'no_grammar: No tree-sitter grammar for yml. Anchor resolution unavailable. This is about the whole file.',
    ])
  })

  it('is the file where it could not be parsed, which is said once', async () => {
    const { git } = repository()
    const ast = {
      name: 'failing',
      version: '1',
      language: () => 'lines',
      outline: () => errAsync(codedError('parse_failed', 'Out of memory')),
    }
    const { read } = readInMemory({ commits: [{ files: { [FILE]: CLIENT } }] }, { ast: ast as never })
    const output = await read({ files: [FILE], anchor: 'connect' })
    expect(output.resolved).toEqual([{ file: FILE, lines: { start: 1, end: 8 } }])
    expect(diagnosticsOf(output)).toEqual([
      'outline_failed: src/client.ts could not be parsed (Out of memory); anchors were not checked against the code.',
    ])
    expect(git.name).toBe('memory')
  })

  it('is the unit in those of several files that have it', async () => {
    const { read, failure } = repository({
      commits: [{ files: { 'a.ts': 'function take()\n', 'b.ts': 'function drop()\n', 'c.ts': 'function take()\n' } }],
    })
    const output = await read({ files: ['c.ts', 'b.ts', 'a.ts'], anchor: 'take' })
    expect(output.resolved?.map(({ file }) => file)).toEqual(['c.ts', 'a.ts'])
    expect(output.query.file).toEqual(['c.ts', 'b.ts', 'a.ts'])
    expect(output.diagnostics).toContainEqual({
      code: 'anchor_not_in_file',
      severity: 'info',
      message: 'No unit matches "take" in b.ts; the file was left out.',
      path: 'b.ts',
    })
    expect(await failure({ files: ['a.ts', 'b.ts'], anchor: 'nothing' })).toBe(
      'anchor_not_found: Anchor not found: nothing in a.ts, b.ts. Available anchors: take, drop',
    )
  })
})

describe('a place that is not there', () => {
  it.each([
    [{ start: 1, end: 9 }, 'Line range 1:9 exceeds file length (8 lines)'],
    [{ start: 0, end: 2 }, 'Line range 0:2 is not a range. Lines start at 1 and START is not after END.'],
    [{ start: 3, end: 2 }, 'Line range 3:2 is not a range. Lines start at 1 and START is not after END.'],
    [{ start: 1.5, end: 2 }, 'Line range 1.5:2 is not a range. Lines start at 1 and START is not after END.'],
    [{ start: 1, end: 2.5 }, 'Line range 1:2.5 is not a range. Lines start at 1 and START is not after END.'],
  ])('as lines: %j', async (lines, message) => {
    expect(await repository().failure({ files: [FILE], lines })).toBe(`lines_out_of_bounds: ${message}`)
  })

  it('as a line of a file of one', async () => {
    const { failure, read } = repository({ commits: [{ files: { 'a.ts': 'x\n' } }] })
    expect(await failure({ files: ['a.ts'], lines: { start: 1, end: 2 } })).toBe(
      'lines_out_of_bounds: Line range 1:2 exceeds file length (1 line)',
    )
    expect((await read({ files: ['a.ts'], lines: { start: 1, end: 1 } })).resolved).toHaveLength(1)
  })

  it('as a name: the ten nearest are told, and how many there are beside', async () => {
    expect(await repository().failure({ files: [FILE], anchor: 'nothing' })).toBe(
      'anchor_not_found: Anchor not found: nothing in src/client.ts. Available anchors: Client::drain, Client, Client::connect, Pool, Pool::connect',
    )
    const text = Array.from({ length: 13 }, (_, i) => `function unit_${String.fromCodePoint(97 + i)}()\n`).join('')
    const { failure } = repository({ commits: [{ files: { 'a.ts': text, 'b.ts': 'x\n' } }] })
    expect(await failure({ files: ['a.ts'], anchor: 'else' })).toMatch(/: unit_e, .* and 3 more\.$/)
    expect(await failure({ files: ['b.ts'], anchor: 'else' })).toBe(
      'anchor_not_found: Anchor not found: else in b.ts. The file has no named units.',
    )
  })

  it('as a file: the nearest paths are told', async () => {
    const { failure } = repository()
    expect(await failure({ files: ['src/clients.ts'] })).toBe(
      'file_not_found: File not found: src/clients.ts. Does it exist at HEAD? Nearest paths: src/client.ts',
    )
    expect(await failure({ files: ['src/client.ts#Client.open'] })).toBe(
      'file_not_found: File not found: src/client.ts#Client.open. Does it exist at HEAD? src/client.ts does. Name a unit in it with an anchor: Client.open.',
    )
    expect(await failure({ files: ['src/clients.ts'], at: 'main' })).toContain('Does it exist at main?')
    expect(await failure({ files: ['src'] })).toBe(
      'not_a_file: src is a folder. Name files in it, for example src/client.ts; a summary covers all of it.',
    )
    const unit = 'Does it exist at HEAD? Name a unit with its file: <path>'
    expect(await failure({ files: ['Client'] })).toBe(
      `file_not_found: File not found: Client. ${unit}:Client. Nearest paths: src/client.ts`,
    )
    expect(await failure({ files: ['nothing'] })).toBe(`file_not_found: File not found: nothing. ${unit}:nothing.`)
    const empty = repository({ commits: [{ files: {} }] })
    expect(await empty.failure({ files: ['a.ts'] })).toBe(
      'file_not_found: File not found: a.ts. Does it exist at HEAD?',
    )
  })

  it('as many files: neither the others are opened, nor their histories searched, after the first that never was', async () => {
    const opened = new Set<string>()
    const searched = new Set<string>()
    const { failure } = repository({
      backend: (git) => ({
        readFile: (at, path, call) => {
          opened.add(path)
          return git.readFile(at, path, call)
        },
        log: (request, call) => {
          if (request.path !== undefined) searched.add(request.path)
          return git.log(request, call)
        },
      }),
    })
    const files = Array.from({ length: 5000 }, (_, number) => `src/${number}.ts`)
    expect(await failure({ files: [FILE, ...files] })).toContain('File not found: src/0.ts.')
    expect(opened.size).toBeLessThan(200)
    expect([...searched]).toEqual(['src/0.ts'])
  })

  it('as a folder of many files: three of them are told', async () => {
    const files = Object.fromEntries([1, 2, 3, 4].map((n) => [`src/${n}.ts`, 'x\n']))
    expect(await repository({ commits: [{ files }] }).failure({ files: ['src'] })).toBe(
      'not_a_file: src is a folder. Name files in it, for example src/1.ts, src/2.ts, src/3.ts; a summary covers all of it.',
    )
  })

  it('as a folder: code is told before other files', async () => {
    const files = { 'src/COPYING': 'x\n', 'src/Cargo.toml': 'x\n', 'src/lib.rs': 'x\n' }
    expect(await repository({ commits: [{ files }] }).failure({ files: ['src'] })).toContain(
      'for example src/lib.rs, src/COPYING, src/Cargo.toml;',
    )
  })

  it('as a submodule, or a file in one', async () => {
    const { failure } = repository({
      backend: (git) => ({
        readFile: (at, path, call) => (path === 'lib/sub' ? okAsync(SUBMODULE) : git.readFile(at, path, call)),
      }),
    })
    expect(await failure({ files: ['lib/sub'] })).toBe('not_a_file: lib/sub is a submodule. Run the query inside it.')
    expect(await failure({ files: ['lib/sub/src/a.ts'] })).toBe(
      'file_not_found: lib/sub/src/a.ts is inside the submodule lib/sub. Run the query there.',
    )
  })

  it.each([
    ['real.ts', 'a.ts is a symbolic link to lib/real.ts.', ' Name lib/real.ts instead.'],
    ['../b.ts', 'a.ts is a symbolic link to b.ts.', ' Name b.ts instead.'],
    ['../../c.ts', 'a.ts is a symbolic link to ../../c.ts, outside of the repository.', ''],
    ['/etc/passwd', 'a.ts is a symbolic link to /etc/passwd, outside of the repository.', ''],
  ])('as a symbolic link to %s, which has no units: what it leads to is told', async (to, what, instead) => {
    const { failure, read } = repository({ commits: [{ files: { 'lib/a.ts': 'x\n' } }], backend: linkTo(to) })
    expect(await failure({ files: ['lib/a.ts'], anchor: 'f' })).toBe(
      `not_a_file: lib/${what} It has no units and lines of its own.${instead}`,
    )
    expect(await failure({ files: ['lib/a.ts'], lines: { start: 1, end: 1 } })).toContain(`not_a_file: lib/${what}`)
    expect(diagnosticsOf(await read({ files: ['lib/a.ts'] }))).toEqual([
      `symbolic_link: lib/${what} This is about the link itself.${instead}`,
    ])
  })

  it('as a file whose name is no UTF-8', async () => {
    expect(await repository().failure({ files: ['caf\uFFFD.ts'] })).toBe(
      'invalid_path: Not a path inside the repository: "caf\uFFFD.ts". Its name is no UTF-8, and files with such names cannot be told from one another.',
    )
  })

  it('as a file behind a symbolic link: its path is told', async () => {
    const files = { 'lib/a.ts': 'x\n' }
    expect(
      await repository({ commits: [{ files }], backend: linkTo('folder') }).failure({ files: ['lib/a.ts/b.ts'] }),
    ).toBe(
      'file_not_found: File not found: lib/a.ts/b.ts. lib/a.ts is a symbolic link to lib/folder. Name lib/folder/b.ts instead.',
    )
    expect(
      await repository({ commits: [{ files }], backend: linkTo('/srv') }).failure({ files: ['lib/a.ts/b.ts'] }),
    ).toBe(
      'file_not_found: File not found: lib/a.ts/b.ts. lib/a.ts is a symbolic link to /srv, outside of the repository.',
    )
  })

  it('where the files cannot be listed', async () => {
    const { failure } = repository({
      backend: () => ({ listFiles: () => errAsync(codedError('git_failed', 'git ls-tree failed')) }),
    })
    expect(await failure({ files: ['missing.ts'] })).toBe(
      'file_not_found: File not found: missing.ts. Does it exist at HEAD?',
    )
  })
})

describe('the state asked about', () => {
  it('is the working tree where there is one, else the commit', async () => {
    const bare = await repository().read({ files: [FILE] })
    expect(bare.query.at).toBe('HEAD')
    const edited = await repository({ worktree: { [FILE]: `# new\n${CLIENT}` } }).read({ files: [FILE] })
    expect(edited.query.at).toBe('WORKTREE')
    expect(edited.resolved).toMatchObject([{ lines: { start: 1, end: 9 } }])
    expect(await repository().failure({ files: [FILE], at: 'WORKTREE' })).toBe(
      'invalid_query: There is no working tree here. Ask about HEAD or another revision.',
    )
  })

  it('is the index, or a revision', async () => {
    const { read, failure } = repository({
      commits: [{ files: { [FILE]: 'x\n' } }, { files: { [FILE]: 'x\ny\n' } }],
      index: { [FILE]: 'x\ny\nz\n' },
      worktree: {},
      branches: { main: 1, old: 0 },
    })
    const linesAt = async (at: string) => (await read({ files: [FILE], at })).resolved?.map(({ lines }) => lines.end)
    expect([await linesAt('INDEX'), await linesAt('HEAD'), await linesAt('old')]).toEqual([[3], [2], [1]])
    expect(await failure({ files: [FILE], at: 'nowhere' })).toBe(
      'revision_not_found: Unknown revision: "nowhere". Give a branch, a tag or a commit id.',
    )
  })

  it('cannot be an index that there is not, nor a commit', async () => {
    const { failure } = repository({
      backend: (git) => ({ supports: { ...git.supports, index: false } }),
    })
    expect(await failure({ files: [FILE], at: 'INDEX' })).toBe(
      'invalid_query: The git backend memory has no index. Ask about HEAD.',
    )
    expect(await repository({ commits: [], worktree: {} }).failure({ files: [FILE] })).toBe(
      'revision_not_found: HEAD names a branch that has no commit. Commit first, or check out another branch.',
    )
    const missing = repository({ backend: () => ({ readCommits: () => okAsync(new Map()) }) })
    expect(await missing.failure({ files: [FILE] })).toMatch(
      /^missing_object: Commit [0-9a-f]{40} is not in the repository\. It may be damaged or incomplete: run git fsck\.$/,
    )
  })

  it('does without a file that was deleted and not committed, and says so', async () => {
    const { read } = repository({ index: { [FILE]: CLIENT }, worktree: { [FILE]: null } })
    const output = await read({ files: [FILE] })
    expect(output.resolved).toMatchObject([{ lines: { start: 1, end: 8 } }])
    expect(output.diagnostics).toContainEqual({
      code: 'read_at_head',
      severity: 'info',
      message: 'src/client.ts is not in the working tree; it was read as committed.',
      path: FILE,
    })
    const staged = repository({ index: { [FILE]: null } })
    expect(diagnosticsOf(await staged.read({ files: [FILE], at: 'INDEX' }))).toEqual([
      'read_at_head: src/client.ts is not in the index; it was read as committed.',
    ])
  })

  it('has the lines that are not committed', async () => {
    const text = CLIENT.replace('drain()', 'drain(all)').replace('take()', 'take(1)\n    take(2)')
    const { read } = repository({ worktree: { [FILE]: text } })
    const uncommitted = async (query: object) =>
      (await read({ files: [FILE], ...query })).resolved?.map((place) => place.uncommitted_lines)
    const line = (start: number, end: number) => ({ start, end })
    expect(await uncommitted({})).toEqual([[line(3, 3), line(8, 9)]])
    expect(await uncommitted({ anchor: 'connect' })).toEqual([[line(3, 3)], [line(8, 9)]])
    expect(await uncommitted({ lines: line(3, 8) })).toEqual([[line(3, 3), line(8, 8)]])
    expect(await uncommitted({ lines: line(9, 9) })).toEqual([[line(9, 9)]])
    expect(await uncommitted({ lines: line(4, 7) })).toEqual([undefined])
    expect(await uncommitted({ at: 'HEAD' })).toEqual([undefined])
  })

  it('has an edit that leaves the file as long as it was', async () => {
    const { read } = repository({ worktree: { [FILE]: CLIENT.replace('take()', 'tale()') } })
    const line = { start: 8, end: 8 }
    expect((await read({ files: [FILE] })).resolved).toMatchObject([{ uncommitted_lines: [line] }])
  })

  it('has a file that is not committed yet, of which nothing can be recorded', async () => {
    const { failure } = repository({
      worktree: { 'new.ts': 'x\n' },
      backend: () => ({ blame: () => okAsync([]) }),
    })
    expect(await failure({ files: ['new.ts'] })).toBe(
      'file_not_found: File not found: new.ts is not committed yet, so nothing is recorded about it. A check tells what is recorded about code that was moved into it.',
    )
  })

  it('has a file that was renamed and not committed yet, under both names', async () => {
    const hunks = (commit: CommitId, originalPath: string): readonly BlameHunk[] => [
      { commit, start: 1, originalStart: 1, count: 8, originalPath: originalPath as RepoPath } as never,
    ]
    const asked: TreeState[] = []
    const { read, commits } = repository({
      recorded: [noteOn(0, { file: FILE, lines: { start: 2, end: 3 }, intent: 'Connects.' })],
      worktree: { [FILE]: null, 'src/broker.ts': CLIENT },
      backend: (git) => ({
        supports: { ...git.supports, blame: true },
        blame: (request) => {
          asked.push((request as { at: TreeState }).at)
          return okAsync(hunks(commits[0] as CommitId, FILE))
        },
      }),
    })
    const output = await read({ files: ['src/broker.ts'] })
    expect(diagnosticsOf(output)).toEqual([
      'renamed_since_commit: src/broker.ts is not committed yet; git sees it as a rename of src/client.ts, so what is recorded there was read.',
    ])
    expect(output.regions).toMatchObject([{ file: 'src/broker.ts', recorded_file: FILE, intent: 'Connects.' }])
    expect(asked).toEqual(['WORKTREE'])
  })
})

describe('a file that is not committed', () => {
  const RENAMED = { worktree: { [FILE]: null, 'src/broker.ts': CLIENT } }
  const hunk = (commit: string, originalPath: string): BlameHunk =>
    ({ commit, start: 1, originalStart: 1, count: 8, originalPath }) as never

  it('is looked for in the commit alone', async () => {
    const asked: unknown[] = []
    const { failure, commits } = repository({
      commits: [{ files: { [FILE]: CLIENT }, date: 1_740_000_000 }],
      worktree: { [FILE]: null, 'src/broker.ts': 'unlike anything\n' },
      backend: (git) => ({
        supports: { ...git.supports, blame: true },
        blame: (request) => {
          asked.push(request)
          return okAsync([hunk('0'.repeat(40), FILE), hunk(commits[0] ?? '', 'src/broker.ts')])
        },
      }),
    })
    expect(await failure({ files: ['src/broker.ts'] })).toContain('is not committed yet')
    expect(asked).toEqual([{ at: 'WORKTREE', path: 'src/broker.ts', since: 1_740_000_001 }])
  })

  it('is looked for again when its content changed', async () => {
    let asked = 0
    let text = CLIENT
    const { read, commits } = repository({
      ...RENAMED,
      recorded: [[0, {}]],
      backend: (git) => ({
        supports: { ...git.supports, blame: true },
        blame: () => {
          asked++
          return okAsync([hunk(commits[0] ?? '', FILE)])
        },
        readFile: (at, path, call) =>
          git.readFile(at, path, call).map((file) => {
            const id = `${text.length}`.padStart(40, '0')
            return file === undefined || at !== 'WORKTREE'
              ? file
              : { ...file, id, bytes: new TextEncoder().encode(text) }
          }) as never,
      }),
    })
    const files = ['src/broker.ts']
    await read({ files })
    await read({ files })
    expect(asked).toBe(1)
    text = `# new\n${CLIENT}`
    expect((await read({ files })).resolved).toMatchObject([{ lines: { start: 1, end: 9 } }])
    expect(asked).toBe(2)
  })

  it('that is a link into another repository is none', async () => {
    const { failure } = repository({
      worktree: {},
      backend: (git) => ({
        readFile: (at, path, call) =>
          at === 'WORKTREE' && path === 'new' ? okAsync(SUBMODULE) : git.readFile(at, path, call),
        blame: () => {
          throw new Error('not asked')
        },
      }),
    })
    expect(await failure({ files: ['new'] })).toContain('file_not_found')
  })
})

describe('code that is gone', () => {
  const commits = [
    { files: { [FILE]: CLIENT, 'b.ts': 'function gather()\n' } },
    {
      files: { [FILE]: null },
      message: 'Drop the client\n\nNobody connects\nany more.\n\nSigned-off-by: A\n',
      date: 1_740_000_000,
    },
    { files: { 'b.ts': 'function collect()\n' }, message: 'Rename it\n', date: 1_741_000_000 },
  ]
  const recorded: RecordedRepository['recorded'] = [
    noteOn(0, { file: FILE, lines: { start: 2, end: 3 }, intent: 'Connects.' }),
  ]

  it('is a file that a commit deleted: why it says so, and how much was recorded', async () => {
    const { read, commits: ids } = repository({ commits, recorded })
    const output = await read({ files: [FILE] })
    expect(output.diagnostics).toEqual([
      {
        code: 'code_gone',
        severity: 'info',
        message: `src/client.ts is gone since ${String(ids[1]?.slice(0, 7))} (2025-02-19): Drop the client — Nobody connects any more.`,
        path: FILE,
        commit: ids[1],
        remedy: { option: 'at', value: `${String(ids[1]?.slice(0, 12))}^` },
      },
    ])
    expect(output.resolved).toEqual([])
    expect(output.regions).toEqual([])
    expect(output.stats.gone_regions).toBe(1)
  })

  it('is a unit that a commit took out', async () => {
    const { read, failure, commits: ids } = repository({ commits, recorded })
    const output = await read({ files: ['b.ts'], anchor: 'gather' })
    expect(diagnosticsOf(output)).toEqual([
      `code_gone: gather in b.ts is gone since ${String(ids[2]?.slice(0, 7))} (2025-03-03): Rename it`,
    ])
    expect(output.resolved).toEqual([])
    expect(await failure({ files: ['b.ts'], anchor: 'never_was' })).toContain('anchor_not_found')
    expect(await failure({ files: ['b.ts'], anchor: '::' })).toContain('anchor_not_found')
    expect(await failure({ files: [FILE], anchor: 'gather' })).toContain('anchor_not_found')
  })

  it('is a unit in the last state that had one of that name', async () => {
    const states = [
      'function gather()\n  one()\n',
      'function gather()\n  two()\n  gather_all()\n',
      '# gather\nfunction collect()\n',
      'function collect()\n  gathers()\n',
      'function collect()\n',
    ]
    const { read, commits: ids } = repository({
      commits: states.map((text, i) => ({ files: { 'b.ts': text }, message: `State ${i}\n` })),
      recorded: [noteOn(0, { file: 'b.ts', ast_anchor: { type: 'function', name: 'gather' }, intent: 'Gathers.' })],
    })
    const output = await read({ files: ['b.ts'], anchor: 'gather' })
    expect(diagnosticsOf(output)).toEqual([expect.stringContaining(`is gone since ${String(ids[2]?.slice(0, 7))} `)])
    expect(output.stats.gone_regions).toBe(1)
    expect(output.query.anchor).toBe('gather')
  })

  it('is found however often the file was changed since', async () => {
    const later = Array.from({ length: 8 }, (_, i) => `function collect()\n  step(${i})\n`)
    const { read, commits: ids } = repository({
      commits: ['function gather()\n', ...later].map((text) => ({ files: { 'b.ts': text } })),
    })
    expect(diagnosticsOf(await read({ files: ['b.ts'], anchor: 'gather' }))).toEqual([
      expect.stringContaining(`gather in b.ts is gone since ${String(ids[1]?.slice(0, 7))} `),
    ])
  })

  it.each([1, 2, 5, 11])(
    'is since the commit that took it out, not one before that it outlived by %d',
    async (lived) => {
      const calling = (times: number): string => `  gather()\n`.repeat(times)
      const states = [
        `function gather()\nfunction collect()\n${calling(2)}`,
        // A call is removed, and the unit stays.
        ...Array.from(
          { length: lived },
          (_, i) => `function gather()\nfunction collect()\n  step(${i})\n${calling(1)}`,
        ),
        // The unit is removed, and calls are added.
        `function collect()\n${calling(4)}`,
        `function collect()\n${calling(5)}`,
      ]
      const { read, commits: ids } = repository({ commits: states.map((text) => ({ files: { 'b.ts': text } })) })
      expect(diagnosticsOf(await read({ files: ['b.ts'], anchor: 'gather' }))).toEqual([
        expect.stringContaining(`gather in b.ts is gone since ${String(ids[lived + 1]?.slice(0, 7))} `),
      ])
    },
  )

  it.each(['WORKTREE', 'INDEX'] as const)('is read as committed where only the %s is without it', async (at) => {
    const edited = { 'b.ts': 'function collect()\n' }
    const { read } = repository({
      commits: [
        { files: { 'b.ts': 'function gather()\nfunction collect()\n  gather()\n' } },
        { files: { 'b.ts': 'function gather()\nfunction collect()\n' } },
      ],
      recorded: [noteOn(0, { file: 'b.ts', ast_anchor: { type: 'function', name: 'gather' }, intent: 'Gathers.' })],
      index: edited,
      worktree: edited,
    })
    const output = await read({ files: ['b.ts'], anchor: 'gather', at })
    expect(diagnosticsOf(output)).toEqual([
      `read_at_head: gather is not in b.ts in the ${at === 'INDEX' ? 'index' : 'working tree'}; it was read as committed.`,
    ])
    expect(output.resolved).toMatchObject([{ file: 'b.ts', anchor: 'gather', lines: { start: 1, end: 1 } }])
    expect(output.regions).toMatchObject([{ intent: 'Gathers.' }])
  })

  it('is not looked for where the name stands as often as before', async () => {
    const { failure } = repository({
      commits: [{ files: { 'b.ts': 'x gather\n' } }, { files: { 'b.ts': 'y gather\n' } }],
    })
    expect(await failure({ files: ['b.ts'], anchor: 'gather' })).toBe(
      'anchor_not_found: Anchor not found: gather in b.ts. The file has no named units.',
    )
  })

  it('is told without a time that no calendar has', async () => {
    const far = repository({
      commits: [
        { files: { [FILE]: CLIENT } },
        { files: { [FILE]: null }, message: 'Drop it\n', date: 99_999_999_999_999 },
      ],
    })
    expect(diagnosticsOf(await far.read({ files: [FILE] }))[0]).toMatch(
      /^code_gone: src\/client\.ts is gone since [0-9a-f]{7}: Drop it$/,
    )
  })

  it('is told without what its commit does not say', async () => {
    const only = repository({
      commits: [{ files: { [FILE]: CLIENT } }, { files: { [FILE]: null }, message: 'Drop it\n' }],
    })
    expect(diagnosticsOf(await only.read({ files: [FILE] }))[0]).toMatch(
      /^code_gone: src\/client\.ts is gone since [0-9a-f]{7} \(2024-01-01\): Drop it$/,
    )
  })
})

describe('a place that is not there is named to a program', () => {
  const data = async (query: ReadQuery, more: Partial<RecordedRepository> = {}): Promise<unknown> =>
    (await repository(more).pipeline.execute(query))._unsafeUnwrapErr().data

  it.each<[ReadQuery, unknown]>([
    [{ files: ['src/clients.ts'] }, { path: 'src/clients.ts', nearest: [FILE] }],
    [{ files: ['src'] }, { path: 'src', files: [FILE] }],
    [
      { files: [FILE], lines: { start: 9, end: 9 } },
      { path: FILE, start: 9, end: 9, lines: 8 },
    ],
    [
      { files: [FILE], lines: { start: 2, end: 1 } },
      { path: FILE, start: 2, end: 1, lines: 8 },
    ],
    [{ files: [FILE], at: 'nowhere' }, { revision: 'nowhere' }],
    [{ files: [FILE], at: 'WORKTREE' }, { remedy: { option: 'at', value: 'HEAD' } }],
    [{ files: [FILE], since: 'then' }, { since: 'then' }],
    [{ files: [FILE], since: '2024-13-01' }, { since: '2024-13-01' }],
    [{ files: ['notes.txt', FILE], anchor: 'nothing', at: 'HEAD' }, undefined],
  ])('for %j', async (query, expected) => {
    if (expected === undefined) expect((await repository().pipeline.execute(query)).isOk()).toBe(true)
    else expect(await data(query)).toEqual(expected)
  })

  it('by the names that there are', async () => {
    const text = Array.from({ length: 12 }, (_, i) => `function unit_${i}()\n`).join('')
    const found = await data({ files: ['a.ts'], anchor: 'else' }, { commits: [{ files: { 'a.ts': text } }] })
    expect(found).toEqual({ anchor: 'else', paths: ['a.ts'], available: expect.any(Array) as never, more: 2 })
  })

  it('by its submodule', async () => {
    const backend: RecordedRepository['backend'] = (git) => ({
      readFile: (at, path, call) => (path === 'sub' ? okAsync(SUBMODULE) : git.readFile(at, path, call)),
    })
    expect(await data({ files: ['sub'] }, { backend })).toEqual({ path: 'sub' })
    expect(await data({ files: ['sub/a'] }, { backend })).toEqual({ path: 'sub/a', submodule: 'sub', nearest: [] })
  })

  it('by its own path where the files cannot be listed, or it is not committed', async () => {
    const listFiles = () => errAsync(codedError('git_failed', 'git ls-tree failed'))
    expect(await data({ files: ['b.ts'] }, { backend: () => ({ listFiles }) })).toEqual({ path: 'b.ts' })
    const worktree = { 'new.ts': 'x\n' }
    const blame = () => okAsync([])
    expect(await data({ files: ['new.ts'] }, { worktree, backend: () => ({ blame }) })).toEqual({
      path: 'new.ts',
      nearest: [],
    })
  })

  it('by the first twenty files of a folder', async () => {
    const files = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`src/${i}.ts`, 'x\n']))
    const found = (await data({ files: ['src'] }, { commits: [{ files }] })) as { readonly files: readonly string[] }
    expect(found.files).toHaveLength(20)
  })
})

describe('an almost right name', () => {
  it('of several units is said with each of them', async () => {
    const text = 'function drain_a()\nfunction drain_b()\nfunction drain_b()\n'
    const output = await repository({ commits: [{ files: { 'a.ts': text } }] }).read({
      files: ['a.ts'],
      anchor: 'drain_c',
    })
    expect(diagnosticsOf(output)).toEqual([
      'fuzzy_anchor: No unit is called "drain_c" in a.ts; read drain_a, drain_b instead (edit distance 1).',
    ])
    expect(output.resolved?.map(({ lines }) => lines.start)).toEqual([1, 2, 3])
  })
})

describe('a file that was renamed', () => {
  it('is read under the name that it has now', async () => {
    const { read } = repository({
      commits: [
        { files: { 'old.ts': CLIENT } },
        { files: { 'old.ts': null, 'between.ts': CLIENT } },
        { files: { 'between.ts': null, [FILE]: CLIENT } },
      ],
      renames: [
        { commit: 1, from: 'old.ts', to: 'between.ts' },
        { commit: 2, from: 'between.ts', to: FILE },
      ],
      recorded: [noteOn(1, { file: 'between.ts', lines: { start: 2, end: 3 }, intent: 'Connects.' })],
    })
    const output = await read({ files: ['old.ts'] })
    expect(output.resolved).toMatchObject([{ file: FILE }])
    expect(output.diagnostics).toEqual([
      { code: 'renamed', severity: 'info', message: 'old.ts is called src/client.ts now; that was read.', path: FILE },
    ])
    expect(output.regions).toMatchObject([{ recorded_file: 'between.ts', freshness: 'moved' }])
  })
})

it('joins ranges that touch or overlap', () => {
  const range = (start: number, end: number) => ({ start, end })
  expect(mergeRanges([])).toEqual([])
  expect(mergeRanges([range(5, 6), range(1, 2)])).toEqual([range(1, 2), range(5, 6)])
  expect(mergeRanges([range(3, 4), range(1, 2)])).toEqual([range(1, 4)])
  expect(mergeRanges([range(4, 5), range(1, 2)])).toEqual([range(1, 2), range(4, 5)])
  expect(mergeRanges([range(1, 9), range(2, 3), range(1, 4)])).toEqual([range(1, 9)])
})
