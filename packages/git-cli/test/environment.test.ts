import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { createGitRunner } from '../src/git-runner.ts'
import { errorOf, textOf, valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()

describe('the environment', () => {
  test('does not decide which repository is read', async () => {
    const other = await scope.fixture()
    await other.commit('Other')
    const repository = await scope.fixture()
    const commit = await repository.commitFiles('This', { 'sub/a.txt': 'a\n' })
    const git = scope.open({
      dir: join(repository.dir, 'sub'),
      environment: {
        ...process.env,
        GIT_DIR: join(other.dir, '.git'),
        GIT_WORK_TREE: other.dir,
        GIT_INDEX_FILE: join(other.dir, '.git', 'index'),
        GIT_OBJECT_DIRECTORY: join(other.dir, '.git', 'objects'),
        GIT_PREFIX: 'elsewhere/',
        GIT_NAMESPACE: 'other',
      },
    })
    expect((await valueOf(git.describe())).worktreeDir).toBe(repository.dir)
    expect(await valueOf(git.resolve('HEAD'))).toBe(commit)
    expect(await valueOf(git.listFiles('INDEX'))).toEqual(['sub/a.txt'])
  })

  test('of a hook shows the index of the commit under way', async () => {
    const repository = await scope.fixture()
    await repository.commitFiles('First', { 'a.txt': 'committed\n' })
    await repository.write({ 'a.txt': 'in the next commit\n' })
    const index = join(repository.dir, '.git', 'next-index.lock')
    await repository.gitBytes(['add', '.'], { environment: { GIT_INDEX_FILE: index } })
    const git = scope.open({
      dir: repository.dir,
      environment: { ...process.env, GIT_DIR: join(repository.dir, '.git'), GIT_INDEX_FILE: index },
    })
    expect(textOf((await valueOf(git.readFile('INDEX', 'a.txt' as never)))?.bytes)).toBe('in the next commit\n')
    const plain = scope.open({ dir: repository.dir })
    expect(textOf((await valueOf(plain.readFile('INDEX', 'a.txt' as never)))?.bytes)).toBe('committed\n')
  })

  // On Windows, git writes the same path in another way than Node.
  test.each(['GIT_DIR', 'GIT_INDEX_FILE'])('of a hook names its repository with %s, however written', async (name) => {
    const repository = await scope.fixture()
    await repository.commit('First')
    const link = join(repository.dir, '.git', 'link')
    await symlink(repository.dir, link)
    const gitDir = join(repository.dir, '.git')
    const environment = { ...process.env, [name]: name === 'GIT_DIR' ? gitDir : join(gitDir, 'index') }
    const runner = createGitRunner({ dir: repository.dir, binary: 'git', environment, maxProcesses: 1 })
    await runner.compareGivenRepository(join(link, '.git'), link)
    expect(runner.mode).toBe('same')
  })

  // The index paths that `git commit -a` and `git commit <path>` give to their hooks, and one that a script prepares.
  test.each(['.git/index.lock', 'prepared'])('of a hook can name the index alone: %s', async (place) => {
    const repository = await scope.fixture()
    await repository.commitFiles('First', { 'sub/a.txt': 'committed\n' })
    await repository.write({ 'sub/a.txt': 'in the next commit\n' })
    const index = join(repository.dir, place)
    await repository.gitBytes(['add', 'sub'], { environment: { GIT_INDEX_FILE: index } })
    const git = scope.open({
      dir: join(repository.dir, 'sub'),
      environment: { ...process.env, GIT_INDEX_FILE: index },
    })
    expect(textOf((await valueOf(git.readFile('INDEX', 'sub/a.txt' as never)))?.bytes)).toBe('in the next commit\n')
    const other = await scope.fixture()
    await other.commitFiles('First', { 'sub/a.txt': 'other\n' })
    const elsewhere = scope.open({ dir: other.dir, environment: { ...process.env, GIT_INDEX_FILE: index } })
    expect(textOf((await valueOf(elsewhere.readFile('INDEX', 'sub/a.txt' as never)))?.bytes)).toBe('other\n')
  })

  test.each([join(tmpdir(), 'chronicle-no-such-index'), '.git/no-such-index'])(
    'speaks of the index %s of the repository that this process is in',
    async (index) => {
      const repository = await scope.fixture()
      await repository.commitFiles('First', { 'a.txt': 'a\n' })
      const git = scope.open({ dir: repository.dir, environment: { ...process.env, GIT_INDEX_FILE: index } })
      expect(await valueOf(git.listFiles('INDEX'))).toEqual(['a.txt'])
    },
  )

  test('names the repository where the folder is in none', async () => {
    const bare = await scope.fixture({ bare: true })
    const commit = await bare.commitFiles('First', { 'a.txt': 'a\n' })
    const git = scope.open({
      dir: bare.filesDir,
      environment: { ...process.env, GIT_DIR: bare.dir, GIT_WORK_TREE: bare.filesDir },
    })
    const [head, info] = await Promise.all([valueOf(git.resolve('HEAD')), valueOf(git.describe())])
    expect(head).toBe(commit)
    expect(info).toMatchObject({ worktreeDir: bare.filesDir, chronicleDir: join(bare.dir, 'chronicle') })
    expect(textOf((await valueOf(git.readFile('WORKTREE', 'a.txt' as never)))?.bytes)).toBe('a\n')
    const [hunk] = await valueOf(git.blame({ at: 'WORKTREE', path: 'a.txt' as never }))
    expect(hunk?.commit).toBe(commit)
  })

  describe('that is preferred', () => {
    test('names the repository, though the folder is in another one', async () => {
      const here = await scope.fixture()
      await here.commitFiles('Here', { 'a.txt': 'here\n' })
      const other = await scope.fixture()
      const commit = await other.commitFiles('Other', { 'a.txt': 'committed\n' })
      await other.write({ 'a.txt': 'edited\n' })
      const opened = (environment: object) =>
        scope.open({ dir: here.dir, environment: { ...process.env, ...environment }, preferEnvironment: true })
      const place = { GIT_DIR: join(other.dir, '.git'), GIT_WORK_TREE: other.dir }
      const both = opened(place)
      expect(await valueOf(both.resolve('HEAD'))).toBe(commit)
      expect(await valueOf(both.describe())).toMatchObject({ worktreeDir: other.dir, prefix: '' })
      expect(textOf((await valueOf(both.readFile('WORKTREE', 'a.txt' as never)))?.bytes)).toBe('edited\n')
      expect(await valueOf(both.blame({ at: 'WORKTREE', path: 'a.txt' as never }))).toEqual(
        await valueOf(scope.open({ dir: other.dir }).blame({ at: 'WORKTREE', path: 'a.txt' as never })),
      )
      // Without `GIT_WORK_TREE`, git uses the folder as the working tree.
      const alone = opened({ GIT_DIR: place.GIT_DIR })
      expect(await valueOf(alone.describe())).toMatchObject({ worktreeDir: here.dir })
      expect(await valueOf(alone.resolve('HEAD'))).toBe(commit)
      const wrong = await errorOf(opened({ GIT_DIR: join(other.dir, 'absent') }).describe())
      expect([wrong.code, wrong.message]).toEqual([
        'not_a_repository',
        `GIT_DIR names "${join(other.dir, 'absent')}", which is no git repository. Correct it, or unset it.`,
      ])
    })

    test('is that of the folder, in a hook of it and of a linked worktree', async () => {
      const repository = await scope.fixture()
      await repository.commitFiles('First', { 'sub/a.txt': 'a\n' })
      const linked = join(repository.dir, '..', 'linked')
      await repository.git('worktree', 'add', '--quiet', linked)
      for (const [top, gitDir] of [
        [repository.dir, join(repository.dir, '.git')],
        [linked, join(repository.dir, '.git', 'worktrees', 'linked')],
      ] as const) {
        const git = scope.open({
          dir: join(top, 'sub'),
          environment: { ...process.env, GIT_DIR: gitDir },
          preferEnvironment: true,
        })
        expect(await valueOf(git.describe())).toMatchObject({ worktreeDir: top, prefix: 'sub' })
        expect(textOf((await valueOf(git.readFile('WORKTREE', 'sub/a.txt' as never)))?.bytes)).toBe('a\n')
      }
    })
  })

  test('can hold settings, as those of "git -c"', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commit('First')
    await repository.git('config', 'user.name', '')
    const git = scope.open({
      dir: repository.dir,
      environment: {
        ...process.env,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'user.name',
        GIT_CONFIG_VALUE_0: 'From the environment',
      },
    })
    const ref = 'refs/notes/chronicle' as never
    const tip = await valueOf(git.writeNotes(ref, undefined, new Map([[commit, Buffer.from('x')]])))
    expect((await valueOf(git.readCommits([tip]))).get(tip)?.author.name).toBe('From the environment')
  })

  test('cannot make git fail or speak another language', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commitFiles('First', { 'a.txt': 'a\n' })
    const git = scope.open({
      dir: repository.dir,
      environment: {
        ...process.env,
        GIT_ICASE_PATHSPECS: '1',
        GIT_GLOB_PATHSPECS: '1',
        GIT_TRACE: '1',
        GIT_EXTERNAL_DIFF: '/bin/false',
        GIT_DIFF_OPTS: '--nonsense',
        LC_ALL: 'de_DE.UTF-8',
        LANGUAGE: 'de',
        GIT_PAGER: '/bin/false',
        PAGER: '/bin/false',
      },
    })
    expect(await valueOf(git.listFiles('INDEX', undefined))).toEqual(['a.txt'])
    expect(await valueOf(git.blame({ at: { commit }, path: 'a.txt' as never }))).toHaveLength(1)
    expect(await valueOf(git.history({ from: commit }))).toHaveLength(1)
  })
})

describe('a place that cannot be read', () => {
  test('without git says what to install', async () => {
    const repository = await scope.fixture()
    const git = scope.open({ dir: repository.dir, gitBinary: 'no-such-git-anywhere' })
    for (const result of [git.describe(), git.resolve('HEAD'), git.listFiles('INDEX')]) {
      const error = await errorOf(result)
      expect(error.code).toBe('git_not_found')
      expect(error.message).toMatch(/no-such-git-anywhere.*Install git 2\.34/)
    }
    await expect(
      git
        .log({ from: 'd'.repeat(40) as never })
        [Symbol.asyncIterator]()
        .next(),
    ).rejects.toMatchObject({
      cause: { code: 'git_not_found' },
    })
  })

  test('with an old git says which one is needed', async () => {
    const repository = await scope.fixture()
    const { path } = await scope.wrapper([
      'for argument in "$@"; do',
      '  if [ "$argument" = version ]; then echo "git version 2.30.2"; exit; fi',
      // An old rev-parse prints options that it does not know.
      '  if [ "$argument" = rev-parse ]; then echo "--path-format=absolute"; echo false; exit; fi',
      'done',
    ])
    const error = await errorOf(scope.open({ dir: repository.dir, gitBinary: path }).describe())
    expect(error).toMatchObject({ code: 'git_too_old', data: { version: '2.30.2', minimum: '2.34' } })
    expect(error.message).toMatch(/2\.30\.2.*2\.34/)
  })

  test('with a git that does not say its version says which one is needed', async () => {
    const repository = await scope.fixture()
    const { path } = await scope.wrapper([
      'for argument in "$@"; do',
      '  if [ "$argument" = version ]; then echo "git version unheard of"; exit; fi',
      '  if [ "$argument" = rev-parse ]; then exit; fi',
      'done',
    ])
    const error = await errorOf(scope.open({ dir: repository.dir, gitBinary: path }).describe())
    expect(error).toMatchObject({ code: 'git_too_old', data: { version: 'of an unknown version' } })
  })

  test.each([
    ['maybe', 'sha1'],
    ['untrue', 'sha1'],
    ['falsehood', 'sha1'],
    ['', 'sha1'],
    ['false', 'md5'],
    ['false', '--show-object-format'],
    ['false', 'not sha1'],
    ['false', 'sha1 or so'],
    ['false', ''],
  ])('when git calls it bare: %j, with objects: %j', async (bare, objects) => {
    const repository = await scope.fixture()
    const { path } = await scope.wrapper([
      `case " $* " in *" rev-parse "*) printf '%s\\n' "${bare}" false "${objects}" true /r/.git /r/.git "" /r; exit;; esac`,
    ])
    const error = await errorOf(scope.open({ dir: repository.dir, gitBinary: path }).describe())
    expect(error.code).toBe('git_failed')
    expect(error.message).toBe(`"git rev-parse" in "${repository.dir}" failed (exit 0): it said nothing.`)
  })

  test('when its objects are named in a way that is not known', async () => {
    const repository = await scope.fixture()
    const { path } = await scope.wrapper([
      `case " $* " in *" rev-parse "*) printf '%s\\n' false sha512 true /r/.git /r/.git "" /r; exit;; esac`,
    ])
    const error = await errorOf(scope.open({ dir: repository.dir, gitBinary: path }).describe())
    expect(error.code).toBe('unsupported')
    expect(error.message).toBe(`The object format sha512 of "${repository.dir}" is not known.`)
  })

  test('because the folder is not there', async () => {
    const error = await errorOf(scope.open({ dir: join(tmpdir(), 'chronicle-no-such-folder') }).describe())
    expect(error.code).toBe('not_a_repository')
    expect(error.message).toContain('chronicle-no-such-folder')
    const objects = await errorOf(scope.open({ dir: join(tmpdir(), 'chronicle-no-such-folder') }).resolve('HEAD'))
    expect(objects.code).toBe('not_a_repository')
  })

  test('because it belongs to somebody else', async () => {
    const repository = await scope.fixture()
    const git = scope.open({
      dir: repository.dir,
      environment: { ...process.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    })
    for (const result of [git.describe(), git.resolve('HEAD'), git.listNotes('refs/notes/chronicle' as never)]) {
      const error = await errorOf(result)
      expect(error.code).toBe('unsafe_repository')
      expect(error.message).toContain('safe.directory')
    }
  })

  test('because it is bare and git is told to be careful', async () => {
    const bare = await scope.fixture({ bare: true })
    await bare.commit('First')
    const environment = {
      ...process.env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.bareRepository',
      GIT_CONFIG_VALUE_0: 'explicit',
    }
    const git = scope.open({ dir: bare.dir, environment })
    for (const result of [git.describe(), git.resolve('HEAD')]) {
      const error = await errorOf(result)
      expect(error.code).toBe('unsafe_repository')
      expect(error.message).toContain('GIT_DIR')
    }
    const named = scope.open({ dir: bare.dir, environment: { ...environment, GIT_DIR: bare.dir } })
    expect((await valueOf(named.describe())).bare).toBe(true)
    expect(await valueOf(named.resolve('HEAD'))).toBe(await bare.head())
  })

  test('from inside of .git there is no working tree', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commit('First')
    const git = scope.open({ dir: join(repository.dir, '.git') })
    expect(await valueOf(git.describe())).toMatchObject({ bare: false, prefix: '' })
    expect(await valueOf(git.resolve('HEAD'))).toBe(commit)
    const error = await errorOf(git.listFiles('WORKTREE'))
    expect(error.code).toBe('unsupported')
    expect(error.message).toContain('working tree')
  })

  test('tells a failure of git in its own words', async () => {
    const repository = await scope.fixture()
    await repository.write({ '.git/config': '[core\nbroken' })
    const error = await errorOf(scope.open({ dir: repository.dir }).describe())
    expect(error.code).toBe('git_failed')
    expect(error.message).toMatch(/bad config line 1/)
  })
})
