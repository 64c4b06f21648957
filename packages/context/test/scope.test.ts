import { namedProfile, PROFILE_NAMES } from '@chronicle/context'
import { createMemoryGit, RANKED_REPOSITORY, type MemoryGitDescription } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { createEmptyPipeline, markdown, retrieve } from './open-pipeline.ts'

const { git, commits } = createMemoryGit(RANKED_REPOSITORY)

/** Files and their imports. */
const IMPORTS: readonly (readonly [string, readonly string[]])[] = [
  ['src/auth/handler.ts', ['src/auth/types.ts', 'src/session.ts']],
  ['src/session.ts', ['src/util/clock.ts']],
  ['test/handler.test.ts', ['src/auth/handler.ts']],
  ['tools/report.py', ['tools/formatting.py']],
  ['README.md', []],
]

describe.each(PROFILE_NAMES)('the scope by the profile %s', (name) => {
  const pipeline = createEmptyPipeline(git, { profile: namedProfile(name) })

  it.each(IMPORTS)('has %s where it is named, and what it imports', async (seed, imported) => {
    for (const scopeSize of [1, 2, 75]) {
      const { scope } = await retrieve(pipeline, { task: `How does ${seed} work?`, scopeSize })
      const paths = scope.map(({ path }) => path as string)
      expect(paths[0]).toBe(seed)
      expect(paths).toEqual(expect.arrayContaining([...imported]))
      expect(scope.filter((file) => file.seed).map(({ path }) => path)).toEqual([seed])
    }
  })

  it('has every one of several named files', async () => {
    const seeds = IMPORTS.map(([path]) => path)
    const { scope } = await retrieve(pipeline, { task: `Look at ${seeds.join(', ')}`, scopeSize: 1 })
    expect(scope.filter(({ seed }) => seed).map(({ path }) => path as string)).toEqual(expect.arrayContaining(seeds))
  })

  it('has what changed together with a named file at least three times', async () => {
    const { scope } = await retrieve(pipeline, { task: 'Look at src/auth/types.ts', scopeSize: 1 })
    expect(scope.map(({ path }) => path)).toContain('src/auth/handler.ts')
  })
})

describe('a package', () => {
  const pipeline = createEmptyPipeline(git)

  it('has the whole source of a small named file, and who imports whom', async () => {
    const pack = await retrieve(pipeline, { task: 'fix validateLogin in src/auth/handler.ts' })
    expect(pack.files[0]).toMatchObject({ path: 'src/auth/handler.ts', detail: 'whole', rank: 1 })
    expect(pack.dependency_edges).toContainEqual(['src/auth/handler.ts', 'src/session.ts'])
    expect(markdown(pack)).toContain('validateLogin(request: LoginRequest): boolean')
    expect(pack.diagnostics).toEqual([])
  })

  it('is of the state that is asked for', async () => {
    const [first] = commits
    if (first === undefined) throw new Error('There is no commit.')
    const pack = await retrieve(pipeline, { task: 'session lifetime', at: { commit: first } })
    expect(pack.base).toEqual({ commit: first, state: first })
    expect(pack.scope.map(({ path }) => path)).not.toContain('src/auth/handler.ts')
    expect(markdown(pack)).toContain('SESSION_LIFETIME = 60')
  })

  it('says which tests expect something of the code', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 35 }, (_, index) => [`src/login${index}.py`, `def login_part(): return ${index}\n`]),
    )
    const repository: MemoryGitDescription = {
      commits: [
        {
          files: {
            ...files,
            'src/handler.py': 'def validate_login(name):\n    return bool(name)\n',
            'tests/test_handler.py':
              'from src.handler import validate_login\n\n\ndef test_validate_login_refuses_nobody():\n    name = ""\n    assert validate_login(name) is False\n',
          },
        },
      ],
    }
    const pack = await retrieve(createEmptyPipeline(createMemoryGit(repository).git), {
      task: 'validate_login of a login',
    })
    expect(pack.tests).toEqual([
      {
        path: 'tests/test_handler.py',
        tests: [
          {
            name: 'test_validate_login_refuses_nobody',
            line: 4,
            assertions: ['assert validate_login(name) is False'],
          },
        ],
      },
    ])
  })

  it.each([128, 160, 400])('begins with the unit that the task names, at least its signature: %d', async (budget) => {
    const long = Array.from({ length: 80 }, (_, line) => `        proxies = other(proxies, ${line})\n`).join('')
    const repository: MemoryGitDescription = {
      commits: [
        {
          files: {
            'src/sessions.py': `MAX_OTHERS = 3\n\n\ndef merge_proxies(proxies):\n    return proxies\n\n\nclass Session:\n    def rebuild_proxies(self, proxies):\n${long}        return proxies\n\n    def close(self):\n        self.proxies = None\n`,
            'tests/test_sessions.py': 'def test_rebuild_proxies():\n    assert rebuild_proxies({}) == {}\n',
          },
        },
      ],
    }
    const pack = await retrieve(createEmptyPipeline(createMemoryGit(repository).git), {
      task: 'Fix rebuild_proxies',
      budget,
    })
    const given = markdown(pack)
    expect(given).toContain('def rebuild_proxies(self, proxies)')
    expect(given).not.toContain('MAX_OTHERS')
  })

  it('quotes the methods of a class of tests that match, never the class', async () => {
    const long = Array.from({ length: 60 }, (_, line) => `        other(${line})\n`).join('')
    const repository: MemoryGitDescription = {
      commits: [
        {
          files: {
            'src/netrc.py': 'def netrc_auth(host):\n    return host\n',
            'tests/test_netrc.py': `class TestNetrc:
    def test_netrc_leak(self):
        "It should ask."
        assert netrc_auth(host) == auth
${long}
    def test_other(self):
        assert other()
`,
          },
        },
      ],
    }
    const task = 'netrc_auth sends credentials to the wrong host'
    const pack = await retrieve(createEmptyPipeline(createMemoryGit(repository).git), { task, budget: 400 })
    expect(pack.tests).toEqual([
      {
        path: 'tests/test_netrc.py',
        tests: [{ name: 'TestNetrc::test_netrc_leak', line: 2, assertions: ['assert netrc_auth(host) == auth'] }],
      },
    ])
  })

  it('quotes the tests of the file that is about the task, without the groups around them', async () => {
    const long = Array.from({ length: 60 }, (_, line) => `  console.log('sends part ${line} of a file')\n`).join('')
    const repository: MemoryGitDescription = {
      commits: [
        {
          files: {
            'lib/parts.js': `exports.sendParts = function sendParts() {\n${long}}\n`,
            'lib/send-file.js': 'exports.sendFile = function sendFile(path) {\n  return path\n}\n',
            'lib/router.js': 'exports.route = function route(path) {\n  return path\n}\n',
            'test/send-file.test.js': [
              "describe('send file', () => {",
              "  it('should answer 404 for a directory', () => {",
              '    // expect that nothing is sent',
              '    expect(sendFile(directory)).toBe(404)',
              '  })',
              `  it('should send parts', () => {\n${long}  })`,
              '})',
              '',
            ].join('\n'),
            'test/router.test.js': [
              "describe('router', () => {",
              "  it('should send directory', () => {",
              '    expect(route(path)).toBe(path)',
              '  })',
              '})',
              '',
            ].join('\n'),
          },
        },
      ],
    }
    const { git: small } = createMemoryGit(repository)
    const pack = await retrieve(createEmptyPipeline(small), {
      task: 'sendFile should send 404 for a directory',
      budget: 1_000,
    })
    expect(pack.tests[0]).toMatchObject({
      path: 'test/send-file.test.js',
      tests: [{ name: 'send file::should send parts' }],
    })
    // The other test is included in the code.
    expect(markdown(pack)).toContain("it('should answer 404 for a directory'")
  })
})

describe('a repository', () => {
  const codesOf = async (description: MemoryGitDescription, task = 'fix the login'): Promise<readonly string[]> => {
    const pack = await retrieve(createEmptyPipeline(createMemoryGit(description).git), { task })
    expect(pack.token_count).toBeLessThanOrEqual(pack.budget)
    return pack.diagnostics.map(({ code }) => code)
  }

  it('without any commit is read from the working tree', async () => {
    const { git: unborn } = createMemoryGit({ commits: [], worktree: { 'src/login.ts': 'export const login = 1\n' } })
    const pack = await retrieve(createEmptyPipeline(unborn), { task: 'fix the login' })
    expect(pack.scope.map(({ path }) => path)).toEqual(['src/login.ts'])
    expect(pack.base).toEqual({ state: 'WORKTREE' })
    expect(pack.diagnostics.map(({ code }) => code)).toEqual(['no_history'])
  })

  it('without anything is told from one where nothing matches', async () => {
    expect(await codesOf({ commits: [] })).toEqual(['nothing_indexed', 'no_history'])
    expect(await codesOf({ commits: [{ files: { 'src/a.ts': 'export const a = 1\n' }, message: 'x\n' }] })).toContain(
      'nothing_matched',
    )
  })

  it('without source that a grammar reads is ranked by its words', async () => {
    const files = { 'README.md': '# Login\n', 'notes.txt': 'nothing\n', 'a.bin': new Uint8Array([0, 1]) }
    expect(await codesOf({ commits: [{ files, message: 'Start\n' }] })).toEqual(['no_symbols'])
  })

  it('with broken, binary and empty files has packages all the same', async () => {
    const files = {
      'broken.ts': 'export function login( {{{ ]]]\n',
      'empty.py': '',
      'binary.py': new Uint8Array([0, 255, 0, 255]),
      'latin.py': new Uint8Array([0x23, 0xe4, 0xf6, 0xfc, 0x0a]),
      'utf16.ts': new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x3d, 0x00, 0x31, 0x00]),
      'crlf.ts': 'export function login() {\r\n  return 1\r\n}\r\n',
    }
    expect(await codesOf({ commits: [{ files, message: 'Start\n' }] }, 'login broken empty binary latin')).toEqual([])
  })

  it('without history has packages', async () => {
    const pipeline = createEmptyPipeline(git, { git })
    const pack = await retrieve(pipeline, { task: 'fix the login' })
    expect(pack.diagnostics.map(({ code }) => code)).toEqual(['no_history'])
    expect(pack.scope.map(({ path }) => path)).toContain('src/auth/handler.ts')
  })
})
