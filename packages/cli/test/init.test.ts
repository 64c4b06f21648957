import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, rename, rm, symlink, writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createInitCommand, createUninstallCommand, type CliIo, type InitOptions } from '../src/index.ts'
import { createWorkbench, put, snapshot, type Workbench } from './git-hooks-workbench.ts'
import { failureOf } from './run-chronicle.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await createWorkbench()
})
afterEach(() => bench.dispose())

/** Returns the configuration of a repository, and everything in its working tree. */
const state = (repository: string): Promise<Readonly<Record<string, string>>> =>
  snapshot(
    join(repository, '.git/config'),
    join(repository, '.git/hooks'),
    join(repository, '.git/info'),
    ...[repository].map((dir) => join(dir, 'files')),
  )

const hook = (repository: string, name: string): string => join(repository, '.git/hooks', name)
const commit = (message: string, ...args: readonly string[]): readonly string[] => [
  'commit',
  '--quiet',
  '--allow-empty',
  '-m',
  message,
  ...args,
]
/**
 * Returns the sorted hooks of programs started in the background. A program still running could write into folders that
 * the test removes.
 */
async function startedInBackground(count: number): Promise<readonly string[]> {
  const hooks: string[] = []
  await vi.waitFor(async () => {
    hooks.push(...(await bench.started()).map(({ args }) => args[1] ?? ''))
    expect(hooks).toHaveLength(count)
  })
  return hooks.toSorted()
}

describe('in a plain repository', () => {
  let repository: string
  beforeEach(async () => {
    repository = await bench.repository('plain')
  })

  test('every hook starts the program with its name and arguments, in the working tree', async () => {
    await bench.receipt(repository, ['init'])
    expect(await bench.git(repository, commit('one'))).toEqual({ code: 0, text: '' })
    const before = await bench.ask(repository, 'rev-parse', 'HEAD')
    expect(await bench.started()).toEqual([{ args: ['git-hook', 'post-commit', before], stdin: '', cwd: repository }])

    await bench.ask(repository, ...commit('two', '--amend'))
    const after = await bench.ask(repository, 'rev-parse', 'HEAD')
    expect(await bench.started()).toEqual([
      { args: ['git-hook', 'post-commit', after], stdin: '', cwd: repository },
      { args: ['git-hook', 'post-rewrite', 'amend'], stdin: `${before} ${after}\n`, cwd: repository },
    ])

    await bench.ask(repository, 'checkout', '--quiet', '-b', 'side')
    await writeFile(join(repository, 'a'), 'a\n')
    await bench.ask(repository, 'add', 'a')
    await bench.ask(repository, ...commit('three'))
    await bench.ask(repository, 'checkout', '--quiet', 'main')
    await bench.started()
    await bench.ask(repository, 'checkout', '--quiet', 'side', '--', 'a')
    expect(await bench.started()).toEqual([])
    await bench.ask(repository, 'reset', '--quiet', '--hard')
    await bench.ask(repository, 'merge', '--squash', 'side')
    expect(await bench.started()).toEqual([])
    await bench.ask(repository, ...commit('squash'))
    expect((await bench.started()).map(({ args }) => args[1])).toEqual(['post-commit'])
    const [side, main] = (await bench.ask(repository, 'rev-parse', 'side', 'HEAD~1')).split('\n')
    expect(await readFile(join(repository, '.git/chronicle/squash-sources.json'), 'utf8')).toBe(
      `{"head":"${main ?? ''}","sources":["${side ?? ''}"]}\n`,
    )
    await bench.ask(repository, 'cherry-pick', '--allow-empty', '--keep-redundant-commits', 'side')
    expect((await bench.started()).at(-1)?.args.slice(3)).toEqual([side])
    await bench.ask(repository, 'checkout', '--quiet', 'side')
    const [checkout] = await bench.started()
    expect(checkout?.args.slice(0, 2)).toEqual(['git-hook', 'post-checkout'])
    expect(checkout?.args.at(-1)).toBe('1')
  })

  test('a rebase reports once, with all pairs; a commit in it counts only if something is kept for it', async () => {
    for (const name of ['base', 'one', 'two', 'three']) await bench.ask(repository, ...commit(name))
    await bench.receipt(repository, ['init'])
    await bench.ask(repository, 'rebase', '--quiet', '--force-rebase', '--keep-empty', 'HEAD~3')
    const started = (await bench.started()).filter(({ args }) => args[1] !== 'post-checkout')
    expect(started.map(({ args }) => args)).toEqual([['git-hook', 'post-rewrite', 'rebase']])
    expect(started[0]?.stdin.trimEnd().split('\n')).toHaveLength(3)

    const stop = { GIT_SEQUENCE_EDITOR: 'sed -i.bak 1s/pick/edit/' }
    await bench.git(repository, ['rebase', '--quiet', '-i', '--keep-empty', 'HEAD~2'], stop)
    await bench.started()
    await put(join(repository, '.git/chronicle/pending-context.json'), '{}')
    await bench.ask(repository, ...commit('between'))
    expect((await bench.started()).map(({ args }) => args[1])).toEqual(['post-commit'])
  })

  test('twice is once, and out again leaves every byte as it was', async () => {
    const before = await state(repository)
    const receipt = await bench.receipt(repository, ['init'])
    expect(receipt).toMatchObject({ status: 'changed' })
    expect(receipt.files.map(({ content, change }) => [content, change])).toEqual([
      ...Array.from({ length: 5 }, () => ['git_hook', 'created']),
      ['hook_runner', 'created'],
    ])
    const once = await state(repository)
    expect(await bench.receipt(repository, ['init'])).toMatchObject({ status: 'unchanged' })
    expect(await state(repository)).toEqual(once)
    expect((await bench.receipt(repository, ['uninstall'])).files.map(({ change }) => change)).toEqual(
      Array.from({ length: 6 }, () => 'deleted'),
    )
    expect(await state(repository)).toEqual(before)
    expect(existsSync(join(repository, '.git/chronicle-hook'))).toBe(false)
    expect(await bench.receipt(repository, ['uninstall'])).toMatchObject({ status: 'unchanged', files: [] })
    expect((await bench.chronicle(repository, ['uninstall'])).stdout).toBe('Nothing is installed.\n')
  })

  test('what agents were given by their own commands is taken out, too', async () => {
    await put(join(repository, 'README.md'), 'text\n', 0o644)
    const before = await snapshot(repository)
    for (const words of [
      ['mcp', 'install', 'claude-code'],
      ['skill', 'install', 'skill', 'hooks', 'agents-md'],
      ['skill', 'install', '--dir', '.agents/skills'],
    ]) {
      await bench.receipt(repository, words)
    }
    expect(
      (await bench.receipt(repository, ['uninstall'])).files.map(({ content, change }) => [content, change]),
    ).toEqual(['mcp_server', 'skill', 'skill', 'hooks', 'agents_md'].map((content) => [content, 'deleted']))
    expect(await snapshot(repository)).toEqual(before)
  })

  test('servers of other names are taken out, what is for the user with --user, and what is of others stays', async () => {
    const user = join(bench.home, 'uninstall --user')
    await mkdir(user)
    const env = { HOME: user }
    const other = await bench.repository('served by the user')
    const others = '{"mcpServers":{"own":{"command":"own","args":["mcp","start"]}}}\n'
    await put(join(repository, '.mcp.json'), others, 0o644)
    const before = await snapshot(repository)
    const installed = [
      ['mcp', 'install', 'claude-code', '--name', 'why'],
      ['mcp', 'install', 'codex', '--name', 'reasons'],
      ['skill', 'install', 'skill', 'hooks', '--user'],
      ['mcp', 'install', 'claude-code', '--user', '--name', 'memory'],
      ['mcp', 'install', 'claude-desktop', '--name', 'here'],
    ]
    for (const words of installed) await bench.receipt(repository, words, { env })
    await bench.receipt(other, ['mcp', 'install', 'claude-desktop', '--name', 'there'], { env })

    await bench.receipt(repository, ['uninstall'], { env })
    expect(await snapshot(repository)).toEqual(before)
    expect((await bench.receipt(repository, ['uninstall', '--user'], { env })).files).toHaveLength(4)
    const desktop = await readFile(join(user, '.config/Claude/claude_desktop_config.json'), 'utf8')
    expect([desktop.includes('"here"'), desktop.includes('"there"')]).toEqual([false, true])
    await bench.receipt(other, ['uninstall', '--user'], { env })
    const left = Object.entries(await snapshot(user)).filter(([, what]) => !what.startsWith('folder '))
    expect(left).toEqual([])
  })

  test('a skill that somebody made their own is left, and keeps nothing else', async () => {
    await bench.receipt(repository, ['init'])
    const path = join(repository, '.claude/skills/chronicle/SKILL.md')
    await put(path, 'own\n', 0o644)
    const receipt = await bench.receipt(repository, ['uninstall'])
    expect(receipt.files).toHaveLength(6)
    expect(receipt.warnings).toMatchObject([
      { code: 'config_conflict', message: expect.stringMatching(/^Left alone: /u) as string },
    ])
    expect(await readFile(path, 'utf8')).toBe('own\n')
  })

  test('a folder of hooks that was not there goes again', async () => {
    await rm(join(repository, '.git/hooks'), { recursive: true })
    await bench.receipt(repository, ['init'])
    await bench.receipt(repository, ['init'])
    await bench.ask(repository, ...commit('one'))
    expect(await bench.started()).toHaveLength(1)
    await bench.receipt(repository, ['uninstall'])
    expect(existsSync(join(repository, '.git/hooks'))).toBe(false)
  })

  test('says what it does, and with --dry-run what it would do', async () => {
    const before = await state(repository)
    const dry = await bench.chronicle(repository, ['init', '--dry-run'])
    expect(dry.stdout).toContain('Would change 6 files.')
    expect(dry.stdout).toContain('\n+# chronicle:begin\n')
    expect(await state(repository)).toEqual(before)
    const { stdout } = await bench.chronicle(repository, ['init'])
    expect(stdout).toContain('Changed 6 files.\n')
    expect(stdout).toContain(`  + ${hook(repository, 'post-commit')} (git hook): created\n`)
    expect(stdout).toContain('`git chronicle\nuninstall` takes it out again.')
    expect((await bench.chronicle(repository, ['init'])).stdout).toContain(
      'Nothing to do: everything is as asked already.',
    )
  })

  test('git waits for nothing, and nobody holds a pipe to it', async () => {
    await bench.receipt(repository, ['init'])
    await bench.ask(repository, ...commit('zero'))
    await bench.started()
    const gate = join(bench.dir, 'gate')
    const background = { CHRONICLE_HOOKS: undefined, CHRONICLE_TEST_GATE: gate }
    expect(await bench.git(repository, commit('one'), background)).toEqual({ code: 0, text: '' })
    expect(await bench.git(repository, commit('two', '--amend'), background)).toEqual({ code: 0, text: '' })
    // Git has ended, and so have all processes with its streams, while the programs still wait.
    expect(await bench.started()).toEqual([])
    await writeFile(gate, '')
    expect(await startedInBackground(3)).toEqual(['post-commit', 'post-commit', 'post-rewrite'])
  })

  test('ten thousand rewritten commits do not make git wait for a reader', async () => {
    await bench.receipt(repository, ['init'])
    const pairs = Array.from(
      { length: 10_000 },
      (_, at) => `${'a'.repeat(35)}${at + 10_000} ${'b'.repeat(35)}${at + 10_000}\n`,
    ).join('')
    await put(hook(repository, 'post-rewrite.pairs'), pairs)
    const script = `!sh .git/hooks/post-rewrite rebase < .git/hooks/post-rewrite.pairs`
    await bench.ask(repository, 'config', 'alias.rewritten', script)
    expect(await bench.git(repository, ['rewritten'])).toEqual({ code: 0, text: '' })
    const [rewritten] = await bench.started()
    expect(rewritten?.stdin).toBe(pairs)
  })

  test('whatever becomes of the program, git does not notice', async () => {
    await bench.receipt(repository, ['init'])
    expect(await bench.git(repository, commit('one'), { CHRONICLE_TEST_FAIL: 'a defect' })).toEqual({
      code: 0,
      text: '',
    })
    expect(await bench.git(repository, commit('two'), { CHRONICLE_HOOKS: 'off' })).toEqual({ code: 0, text: '' })
    expect(await bench.started()).toHaveLength(1)
    await rm(bench.self[1] ?? '')
    const path = await pathWith(['git', 'sh'])
    expect(await bench.git(repository, commit('three', '--amend'), { PATH: path })).toEqual({ code: 0, text: '' })
  })
})

/** Returns a folder that contains only the given programs. */
async function pathWith(programs: readonly string[]): Promise<string> {
  const folder = join(bench.dir, 'programs')
  for (const program of programs) {
    const found = (process.env['PATH'] ?? '')
      .split(':')
      .map((dir) => join(dir, program))
      .find((path) => existsSync(path))
    if (found === undefined) throw new Error(`there is no ${program}`)
    await put(join(folder, program), `#!/bin/sh\nexec '${found}' "$@"\n`)
  }
  return folder
}

describe('hooks that are there already', () => {
  let repository: string
  beforeEach(async () => {
    repository = await bench.repository('with hooks')
  })

  const SAYS = 'echo "theirs $# $*"'
  test.each([
    ['a script that ends early', `#!/bin/sh\n${SAYS}\nexit 3\n`],
    ['one that becomes another program', `#!/bin/sh\nexec sh -c '${SAYS}; exit 3' sh "$@"\n`],
    ['a strict one', `#!/usr/bin/env bash\nset -euo pipefail\n${SAYS}\nexit 3`],
    ['one without #!', `${SAYS}\nexit 3\n`],
    [
      'one in another language',
      `#!${process.execPath}\nconsole.log('theirs', process.argv.length - 2, ...process.argv.slice(2)); process.exit(3)\n`,
    ],
  ])('%s goes on, with its arguments and exit code', async (_, script) => {
    await put(hook(repository, 'prepare-commit-msg'), script)
    const before = await state(repository)
    await bench.receipt(repository, ['init'])
    const once = await state(repository)
    await bench.ask(repository, '-c', 'core.hooksPath=/dev/null', ...commit('zero'))
    const squashed = `commit ${'a'.repeat(40)}\n\n    commit ${'c'.repeat(40)}\n\ncommit ${'b'.repeat(40)}\n`
    await writeFile(join(repository, '.git/SQUASH_MSG'), squashed)
    const run = await bench.git(repository, commit('one'))
    expect(run).toEqual({ code: 1, text: 'theirs 2 .git/COMMIT_EDITMSG message\n' })
    expect(await readFile(join(repository, '.git/chronicle/squash-sources.json'), 'utf8')).toContain(
      `"sources":["${'b'.repeat(40)}","${'a'.repeat(40)}"]`,
    )
    expect(await bench.receipt(repository, ['init'])).toMatchObject({ status: 'unchanged' })
    expect(await state(repository)).toEqual(once)
    await bench.receipt(repository, ['uninstall'])
    expect(await state(repository)).toEqual(before)
  })

  test.each([
    ['a script', '#!/bin/sh\ncat\necho end\n'],
    [
      'a program',
      `#!${process.execPath}\nprocess.stdout.write(require('node:fs').readFileSync(0, 'utf8') + 'end\\n')\n`,
    ],
  ])('the pairs of post-rewrite reach %s as well', async (_, script) => {
    await put(hook(repository, 'post-rewrite'), script)
    await bench.receipt(repository, ['init'])
    await bench.ask(repository, ...commit('one'))
    await bench.started()
    const { text } = await bench.git(repository, commit('two', '--amend'))
    expect(text).toMatch(/^[\da-f]{40} [\da-f]{40}\nend\n$/u)
    const rewrite = (await bench.started()).find(({ args }) => args[1] === 'post-rewrite')
    expect(`${rewrite?.stdin ?? ''}end\n`).toBe(text)
  })

  test('a link is called by its name and leads where it did; one that is not active stays so', async () => {
    await put(
      join(repository, 'files/dispatch.sh'),
      '#!/bin/sh\necho "$(basename "$0") in $(basename "$(dirname "$(readlink -f "$0")")")"\n',
    )
    await symlink('../../files/dispatch.sh', hook(repository, 'post-commit'))
    await put(hook(repository, 'post-merge'), '#!/bin/sh\necho never\n', 0o644)
    await put(hook(repository, 'post-checkout'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0x00]), 0o644)
    await put(hook(repository, 'post-rewrite'), '#!/bin/sh\necho read-only\n', 0o555)
    const before = await state(repository)
    await bench.receipt(repository, ['init'])
    expect((await bench.git(repository, commit('one'))).text).toBe('post-commit in files\n')
    expect((await bench.git(repository, commit('two', '--amend'))).text).toBe('post-commit in files\nread-only\n')
    await bench.ask(repository, 'checkout', '--quiet', '-b', 'side')
    await bench.ask(repository, ...commit('three'))
    await bench.ask(repository, 'checkout', '--quiet', 'main')
    expect((await bench.git(repository, ['merge', '--quiet', 'side'])).text).toBe('')
    expect((await bench.started()).map(({ args }) => args[1])).toContain('post-merge')
    expect(await bench.receipt(repository, ['init'])).toMatchObject({ status: 'unchanged' })
    await bench.receipt(repository, ['uninstall'])
    expect(await state(repository)).toEqual(before)
  })

  test('lines that somebody added to a hook of ours stay', async () => {
    await bench.receipt(repository, ['init'])
    const path = hook(repository, 'post-commit')
    await writeFile(path, `${await readFile(path, 'utf8')}echo mine\n`)
    expect((await bench.git(repository, commit('one'))).text).toBe('mine\n')
    await bench.receipt(repository, ['uninstall'])
    expect(await readFile(path, 'utf8')).toBe('#!/bin/sh\necho mine\n')
  })

  test('what is broken is put right by running it again', async () => {
    await bench.receipt(repository, ['init'])
    const once = await state(repository)
    await chmod(hook(repository, 'post-commit'), 0o644)
    await rm(hook(repository, 'post-merge'))
    await writeFile(
      hook(repository, 'post-rewrite'),
      (await readFile(hook(repository, 'post-rewrite'), 'utf8')).replace('exec <<', 'exec <'),
    )
    const receipt = await bench.receipt(repository, ['init'])
    expect(receipt.files.flatMap(({ change }) => (change === 'unchanged' ? [] : [change]))).toEqual([
      'updated',
      'updated',
      'created',
    ])
    expect(await state(repository)).toEqual(once)
  })
})

describe('wherever hooks are', () => {
  /**
   * Sets hooks up like husky 9: git looks in `_`, which husky overwrites, and each hook there runs the one in the
   * parent folder.
   */
  async function installHusky(repository: string): Promise<void> {
    const runs = `#!/usr/bin/env sh\ns=$(dirname "$(dirname "$0")")/$(basename "$0")\n[ ! -f "$s" ] && exit 0\nsh -e "$s" "$@"\nexit $? # husky\n`
    await put(join(repository, '.husky/_/h'), runs)
    for (const name of ['prepare-commit-msg', 'post-commit', 'post-rewrite', 'post-merge', 'post-checkout']) {
      await put(join(repository, '.husky/_', name), '#!/usr/bin/env sh\n. "$(dirname "$0")/h"')
    }
    await put(join(repository, '.husky/_/.gitignore'), '*')
    await bench.ask(repository, 'config', 'core.hooksPath', '.husky/_')
  }

  const configured = (repository: string, ...folders: readonly string[]): Promise<object> =>
    snapshot(...['.git/config', '.git/hooks', '.git/info', ...folders].map((path) => join(repository, path)))

  test('husky runs them, also after it has written its own anew; without init they do nothing', async () => {
    const repository = await bench.repository('with husky')
    await installHusky(repository)
    await put(join(repository, '.husky/post-commit'), 'echo theirs\n', 0o644)
    const before = await configured(repository, '.husky')
    const receipt = await bench.receipt(repository, ['init'])
    expect(receipt.files[0]).toMatchObject({ path: join(repository, '.husky/post-commit'), change: 'updated' })
    expect(receipt.files[0]?.note).toContain('commit them')
    await rm(join(repository, '.husky/_'), { recursive: true })
    await installHusky(repository)
    await bench.ask(repository, 'add', '.')
    expect((await bench.git(repository, commit('one'))).text).toBe('theirs\n')
    expect((await bench.git(repository, commit('two', '--amend'))).text).toBe('theirs\n')
    expect((await bench.started()).map(({ args }) => args[1])).toEqual(['post-commit', 'post-commit', 'post-rewrite'])

    const clone = join(bench.dir, 'colleague')
    await bench.ask(bench.dir, 'clone', '--quiet', repository, clone)
    await installHusky(clone)
    expect(await bench.git(clone, commit('three', '--amend'))).toEqual({ code: 0, text: 'theirs\n' })
    expect(await bench.started()).toEqual([])
    await bench.receipt(clone, ['init'])
    expect(await bench.ask(clone, 'status', '--porcelain')).toBe('')
    await bench.git(clone, commit('four'))
    expect(await bench.started()).toHaveLength(1)

    await bench.receipt(repository, ['uninstall'])
    expect(await configured(repository, '.husky')).toEqual(before)
  })

  test('a hook of husky 8, which runs itself again, starts the program once', async () => {
    const repository = await bench.repository('husky 8')
    const again = 'if [ -z "$again" ]; then export again=1; sh -e "$0" "$@"; exit $?; fi\n'
    await put(join(repository, '.husky/_/husky.sh'), again)
    await put(
      join(repository, '.husky/post-commit'),
      '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\necho theirs\n',
    )
    await bench.ask(repository, 'config', 'core.hooksPath', '.husky')
    const before = await configured(repository, '.husky')
    await bench.receipt(repository, ['init'])
    expect((await bench.git(repository, commit('one'))).text).toBe('theirs\n')
    expect(await bench.started()).toHaveLength(1)
    await bench.receipt(repository, ['uninstall'])
    expect(await configured(repository, '.husky')).toEqual(before)
  })

  test('husky that is not active yet is told of', async () => {
    const repository = await bench.repository('husky later')
    await put(join(repository, '.husky/pre-commit'), 'true\n')
    await put(join(repository, 'package.json'), '{ "devDependencies": { "husky": "9" } }')
    expect((await bench.receipt(repository, ['init'])).warnings.map(({ code }) => code)).toEqual(['husky_inactive'])
  })

  test('hooks that lefthook writes are told to lefthook, and the others stand beside them', async () => {
    const repository = await bench.repository('with lefthook')
    await put(
      join(repository, 'lefthook.yml'),
      'post-commit:\n  commands:\n    theirs:\n      run: echo theirs\n',
      0o644,
    )
    await put(hook(repository, 'post-commit'), '#!/bin/sh\ncall_lefthook run "post-commit" "$@"\n')
    await put(join(repository, '.git/info/exclude'), '# mine\n*.tmp', 0o644)
    const before = await configured(repository, 'lefthook.yml', 'lefthook-local.yml')
    const receipt = await bench.receipt(repository, ['init'])
    expect(receipt.files[0]).toMatchObject({ path: join(repository, 'lefthook-local.yml'), change: 'created' })
    expect(receipt.files.map(({ path }) => path)).not.toContain(hook(repository, 'post-commit'))
    const local = await readFile(join(repository, 'lefthook-local.yml'), 'utf8')
    expect(local).toMatchSnapshot()
    // The file belongs to this machine, and git must not add it.
    expect(receipt.files.map(({ content }) => content)).toContain('git_exclude')
    expect(await bench.ask(repository, 'status', '--porcelain', '--', 'lefthook-local.yml')).toBe('')
    // This is how lefthook runs it.
    const [, script = ''] = /^post-commit:[^]*run: \|\n((?: {8}.*\n)+)/mu.exec(local) ?? []
    await put(hook(repository, 'post-commit'), `#!/bin/sh\n${script}`)
    await bench.ask(repository, ...commit('one'))
    expect((await bench.started()).map(({ args }) => args[1])).toEqual(['post-commit'])
    await put(hook(repository, 'post-commit'), '#!/bin/sh\ncall_lefthook run "post-commit" "$@"\n')
    expect(await bench.receipt(repository, ['init'])).toMatchObject({ status: 'unchanged' })
    await bench.receipt(repository, ['uninstall'])
    expect(await configured(repository, 'lefthook.yml', 'lefthook-local.yml')).toEqual(before)
  })

  test('a local configuration of lefthook that somebody made is for them to ignore or to commit', async () => {
    const repository = await bench.repository('with lefthook')
    await put(join(repository, 'lefthook.yml'), 'post-commit: {}\n', 0o644)
    await put(join(repository, 'lefthook-local.yml'), 'pre-push: {}\n', 0o644)
    const before = await configured(repository, 'lefthook-local.yml')
    const { files } = await bench.receipt(repository, ['init'])
    expect(files.map(({ content }) => content)).not.toContain('git_exclude')
    expect(files[0]?.note).toContain('keep it out of commits')
    await bench.receipt(repository, ['uninstall'])
    expect(await configured(repository, 'lefthook-local.yml')).toEqual(before)
  })

  test('hooks that lefthook put away are taken out, too, and what they called is there again', async () => {
    const repository = await bench.repository('lefthook later')
    await put(hook(repository, 'post-merge'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0x00]))
    const theirs = await readFile(hook(repository, 'post-merge'))
    await bench.receipt(repository, ['init'])
    await put(join(repository, 'lefthook.yml'), 'post-commit: {}\npost-merge: {}\n', 0o644)
    for (const name of ['post-commit', 'post-merge']) {
      await rename(hook(repository, name), hook(repository, `${name}.old`))
      await put(hook(repository, name), `#!/bin/sh\ncall_lefthook run "${name}" "$@"\n`)
    }
    await bench.receipt(repository, ['init'])
    await bench.receipt(repository, ['uninstall'])
    expect((await readdir(join(repository, '.git/hooks'))).filter((name) => !name.endsWith('.sample')).sort()).toEqual([
      'post-commit',
      'post-merge',
      'post-merge.old',
    ])
    expect(await readFile(hook(repository, 'post-merge.old'))).toEqual(theirs)
    expect(await bench.receipt(repository, ['uninstall'])).toMatchObject({ status: 'unchanged' })
  })

  test('a local configuration of lefthook that has the hook already is left alone', async () => {
    const repository = await bench.repository('with lefthook')
    await put(join(repository, 'lefthook.yml'), 'post-commit:\n  commands:\n    theirs:\n      run: true\n', 0o644)
    await put(join(repository, 'lefthook-local.yml'), 'post-commit:\n  commands:\n    mine:\n      run: true\n', 0o644)
    const before = await configured(repository, 'lefthook-local.yml')
    const run = await bench.chronicle(repository, ['init'])
    expect(failureOf(run)).toMatchObject({ code: 'config_conflict', data: { hook: 'post-commit' } })
    expect(failureOf(run).message).toContain('has "post-commit" already')
    expect(await configured(repository, 'lefthook-local.yml')).toEqual(before)
    await rm(join(repository, 'lefthook-local.yml'))
    await put(join(repository, 'lefthook-local.toml'), '', 0o644)
    expect(failureOf(await bench.chronicle(repository, ['init'])).message).toContain('is not YAML')
  })

  test('core.hooksPath in the project, and a clone of it in which nobody ran init', async () => {
    const repository = await bench.repository('tools')
    await bench.ask(repository, 'config', 'core.hooksPath', 'tools/hooks')
    await put(join(repository, 'tools/hooks/post-commit'), '#!/bin/sh\necho theirs\n')
    const before = await configured(repository, 'tools')
    await bench.receipt(repository, ['init'])
    await bench.ask(repository, 'add', '.')
    expect((await bench.git(repository, commit('one'))).text).toBe('theirs\n')
    expect(await bench.started()).toHaveLength(1)
    const text = await readFile(join(repository, 'tools/hooks/post-commit'), 'utf8')
    expect(text).not.toContain(bench.dir)
    expect(await bench.receipt(repository, ['init'])).toMatchObject({ status: 'unchanged' })
    await bench.receipt(repository, ['uninstall'])
    expect(await configured(repository, 'tools')).toEqual(before)
  })

  test('core.hooksPath of the user serves the repositories that asked for it, until the last one does not', async () => {
    const shared = join(bench.home, 'hooks of mine')
    await put(join(shared, 'post-commit'), '#!/bin/sh\necho theirs\n')
    await bench.ask(bench.dir, 'config', '--global', 'core.hooksPath', shared)
    const [one, two, three] = [
      await bench.repository('one'),
      await bench.repository('two'),
      await bench.repository('three'),
    ]
    const before = await snapshot(shared)
    await bench.receipt(one, ['init'])
    await bench.receipt(two, ['init'])
    for (const repository of [one, two, three]) expect((await bench.git(repository, commit('x'))).text).toBe('theirs\n')
    expect((await bench.started()).map(({ cwd }) => cwd)).toEqual([one, two])
    const receipt = await bench.receipt(one, ['uninstall'])
    expect(receipt.files.find(({ path }) => path === join(shared, 'post-commit'))?.note).toContain(join(two, '.git'))
    for (const repository of [one, two]) await bench.ask(repository, ...commit('y'))
    expect((await bench.started()).map(({ cwd }) => cwd)).toEqual([two])
    await bench.receipt(two, ['uninstall'])
    expect(await snapshot(shared)).toEqual(before)
  })

  test('a linked worktree, with a path that is hard to write, and from a folder in it', async () => {
    const repository = await bench.repository(`it's "main"\nü $HOME`)
    await bench.ask(repository, ...commit('one'))
    const linked = join(bench.dir, `linked 'ö'\n"tree"`)
    await bench.ask(repository, 'worktree', 'add', '--quiet', '-b', 'side', linked)
    await put(join(linked, 'below/file'), 'a\n', 0o644)
    await bench.receipt(join(linked, 'below'), ['init'])
    const head = await bench.ask(repository, 'rev-parse', 'HEAD')
    expect(await bench.git(join(linked, 'below'), commit('two', '--amend'))).toEqual({ code: 0, text: '' })
    expect(await bench.git(repository, commit('three'))).toEqual({ code: 0, text: '' })
    const started = await bench.started()
    expect(started.map(({ args, cwd }) => [args[1], cwd])).toEqual([
      ['post-commit', linked],
      ['post-rewrite', linked],
      ['post-commit', repository],
    ])
    expect(started[1]?.stdin).toContain(head)
    await bench.ask(repository, 'worktree', 'add', '--quiet', join(bench.dir, 'third'))
    expect((await bench.started()).map(({ args }) => args[1])).toEqual(['post-checkout'])
    expect((await bench.receipt(repository, ['uninstall'])).files).toHaveLength(6)
  })

  test('a submodule, and a repository of SHA-256 whose git directory is elsewhere', async () => {
    const inner = await bench.repository('inner')
    await bench.ask(inner, ...commit('one'))
    const outer = await bench.repository('outer')
    await bench.ask(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', inner, 'sub')
    await bench.receipt(join(outer, 'sub'), ['init'])
    await bench.ask(join(outer, 'sub'), ...commit('two'))
    await bench.ask(outer, ...commit('three'))
    expect((await bench.started()).map(({ cwd }) => cwd)).toEqual([join(outer, 'sub')])

    const apart = await bench.repository(
      'apart',
      '--object-format=sha256',
      `--separate-git-dir=${join(bench.dir, 'apart.git')}`,
    )
    await bench.receipt(apart, ['init'])
    await bench.ask(apart, ...commit('one', '--quiet'))
    await bench.ask(apart, ...commit('two', '--amend'))
    expect((await bench.started()).at(-1)?.stdin).toMatch(/^[\da-f]{64} [\da-f]{64}\n$/u)
  })
})

describe('on a machine that lacks something', () => {
  test('no node on the PATH, no home, and no more than a desktop gives', async () => {
    const repository = await bench.repository('bare minimum')
    await bench.receipt(repository, ['init'])
    const nothing = { HOME: undefined, CHRONICLE_HOOKS: undefined, GIT_CONFIG_NOSYSTEM: undefined }
    const path = await pathWith(['git', 'sh', 'cat'])
    expect(await bench.git(repository, commit('one', '--amend'), { ...nothing, PATH: path })).toMatchObject({
      code: 128,
    })
    expect(await bench.git(repository, commit('one'), { ...nothing, PATH: path })).toEqual({ code: 0, text: '' })
    expect(await bench.git(repository, commit('two', '--amend'), { ...nothing, PATH: path })).toEqual({
      code: 0,
      text: '',
    })
    expect(await startedInBackground(3)).toEqual(['post-commit', 'post-commit', 'post-rewrite'])
  })

  test('a home that cannot be written', async () => {
    const repository = await bench.repository('read-only home')
    const env = { HOME: '/proc/nowhere', GIT_CONFIG_GLOBAL: '/dev/null' }
    await bench.receipt(repository, ['init'], { env })
    expect(await bench.git(repository, commit('one'), env)).toEqual({ code: 0, text: '' })
    expect(await bench.started()).toHaveLength(1)
    expect(await bench.receipt(repository, ['uninstall'], { env })).toMatchObject({ status: 'changed' })
  })

  test('where node has gone, another node runs the program; where the program has gone, the one on the PATH', async () => {
    const repository = await bench.repository('moved')
    const node = join(bench.dir, 'node of one version')
    await symlink(process.execPath, node)
    await bench.receipt(repository, ['init'], { self: [node, bench.self[1] ?? ''] })
    await rm(node)
    await bench.ask(repository, ...commit('one'))
    expect(await bench.started()).toHaveLength(1)

    await bench.receipt(repository, ['init'], { self: [process.execPath, '/nowhere/git-chronicle'] })
    const path = `${join(bench.dir, 'bin')}:${process.env['PATH'] ?? ''}`
    await put(
      join(bench.dir, 'bin/git-chronicle'),
      `#!/bin/sh\nexec '${process.execPath}' '${bench.self[1] ?? ''}' on-path "$@"\n`,
    )
    await bench.git(repository, commit('two'), { PATH: path })
    expect((await bench.started()).map(({ args }) => args.slice(0, 3))).toEqual([
      ['on-path', 'git-hook', 'post-commit'],
    ])
  })

  test('the name of node that lasts is written, not the folder of its version', async () => {
    const repository = await bench.repository('lasting')
    await put(join(bench.dir, 'bin/.keep'), '')
    await symlink(process.execPath, join(bench.dir, 'bin/node'))
    await bench.receipt(repository, ['init'], {
      env: { PATH: `${join(bench.dir, 'bin')}:${process.env['PATH'] ?? ''}` },
    })
    expect(await readFile(join(repository, '.git/chronicle-hook'), 'utf8')).toContain(
      `'${join(bench.dir, 'bin/node')}'`,
    )
  })
})

describe('agents, on request', () => {
  test('are set up, and taken out again with the rest', async () => {
    const repository = await bench.repository('agents')
    await put(join(repository, 'CLAUDE.md'), '# Notes\n', 0o644)
    const before = await snapshot(repository)
    const receipt = await bench.receipt(repository, ['init', '--mcp', '--skill', 'skill,hooks,agents-md'])
    expect(receipt.files.slice(6).map(({ content, change }) => [content, change])).toEqual([
      ['mcp_server', 'created'],
      ['skill', 'created'],
      ['hooks', 'created'],
      ['agents_md', 'created'],
    ])
    expect(await bench.receipt(repository, ['init'])).toMatchObject({ status: 'unchanged' })
    await bench.receipt(repository, ['uninstall'])
    expect(await snapshot(repository)).toEqual(before)
  })

  test('that were there before go too', async () => {
    const repository = await bench.repository('agents')
    await bench.chronicle(repository, ['skill', 'install'])
    await bench.receipt(repository, ['init', '--skill'])
    await bench.receipt(repository, ['uninstall'])
    expect(existsSync(join(repository, '.claude/skills/chronicle/SKILL.md'))).toBe(false)
  })

  test.each([
    [['init', '--mcp', 'emacs'], "'emacs' is none of claude-code"],
    [['init', '--skill', 'hook'], "'hook' is none of skill, hooks, agents-md"],
    [['init', '--forse'], "Unknown option '--forse'"],
  ])('%j is refused', async (args, message) => {
    const repository = await bench.repository('agents')
    const before = await snapshot(repository)
    const run = await bench.chronicle(repository, args)
    expect([run.code, failureOf(run).message]).toEqual([2, expect.stringContaining(message)])
    expect(await snapshot(repository)).toEqual(before)
  })

  test.each([[['init', '--mcp']], [['mcp', 'install']]])('%j fails where no client is used', async (args) => {
    const repository = await bench.repository('agents')
    const before = await snapshot(repository)
    const run = await bench.chronicle(repository, args)
    expect([run.code, failureOf(run)]).toEqual([
      1,
      {
        code: 'client_not_found',
        message: expect.stringMatching(
          /^No client was found in this repository or for you: there is no \.mcp\.json, .*, \.cursor, .*, ~\/\.cursor, .*\. Name those to install into: /u,
        ) as string,
        data: {
          clients: expect.arrayContaining(['zed']) as unknown,
          searched: expect.arrayContaining([join(repository, '.cursor'), join(bench.home, '.cursor')]) as unknown,
        },
      },
    ])
    expect(await snapshot(repository)).toEqual(before)
  })
})

describe('sharing, where the program has a command for it', () => {
  /** Runs a command with a stand-in for `sync` that logs its calls. */
  async function run(
    repository: string,
    words: readonly string[],
  ): Promise<{ readonly asked: string[]; readonly text: string }> {
    const asked: string[] = []
    let text = ''
    const io: CliIo = {
      stdin: process.stdin,
      stdout: { write: (part) => (text += part) },
      stderr: { write: () => true },
      env: { PATH: process.env['PATH'], HOME: bench.home },
      cwd: repository,
      self: bench.self,
      setExitCode: () => undefined,
    }
    const createSync: InitOptions['createSync'] = ({ io: given }) => {
      const sync = new Command('sync')
      for (const name of ['enable', 'disable']) {
        sync
          .command(name)
          .option('-C <dir>')
          .action(() => {
            asked.push(name)
            given?.stdout.write(`${name}d`)
          })
      }
      return sync
    }
    const create = words[0] === 'uninstall' ? createUninstallCommand : createInitCommand
    await create({ io, createSync }).parseAsync(words.slice(1), { from: 'user' })
    return { asked, text }
  }

  test('it is offered, turned on when asked for, and off with the rest if it was', async () => {
    const repository = await bench.repository('shared')
    const offered = await run(repository, ['init'])
    expect([offered.asked, offered.text]).toEqual([[], expect.stringContaining('`git chronicle sync enable`')])
    expect((await run(repository, ['uninstall'])).asked).toEqual([])
    const enabled = await run(repository, ['init', '--sync', '--json'])
    expect(enabled.asked).toEqual(['enable'])
    expect(JSON.parse(enabled.text)).toMatchObject({ status: 'changed' })
    expect((await run(repository, ['init', '--json'])).text).toContain('"unchanged"')
    expect((await run(repository, ['init', '--sync', '--dry-run'])).asked).toEqual([])
    const disabled = await run(repository, ['uninstall'])
    expect([disabled.asked, disabled.text]).toEqual([['disable'], expect.stringContaining('disabled')])
  })
})

describe('what cannot be done is refused, and nothing is written', () => {
  test('a bare repository, a folder that is in none, hooks that are turned off', async () => {
    const bare = await bench.repository('bare.git', '--bare')
    expect(failureOf(await bench.chronicle(bare, ['init']))).toMatchObject({ code: 'usage' })
    expect(failureOf(await bench.chronicle(bare, ['init'])).message).toContain('A bare repository has no working tree')
    expect(failureOf(await bench.chronicle(bench.home, ['init']))).toMatchObject({ code: 'not_a_repository' })
    const repository = await bench.repository('off')
    await bench.ask(repository, 'config', 'core.hooksPath', '/dev/null')
    expect(failureOf(await bench.chronicle(repository, ['init']))).toMatchObject({ code: 'config_conflict' })
    expect(failureOf(await bench.chronicle(repository, ['init'])).message).toContain('Hooks are turned off here')
  })

  test('a hook with one of the two marks, a hook kept from before', async () => {
    const repository = await bench.repository('marks')
    await put(hook(repository, 'post-merge'), '#!/bin/sh\n# chronicle:begin\n')
    const before = await state(repository)
    expect(failureOf(await bench.chronicle(repository, ['init']))).toMatchObject({ code: 'config_malformed' })
    expect(await state(repository)).toEqual(before)
    await put(hook(repository, 'post-merge'), `#!${process.execPath}\n`)
    await put(hook(repository, 'post-merge.chronicle-chained'), '')
    const run = await bench.chronicle(repository, ['init'])
    expect(failureOf(run).message).toContain('is there already, from an earlier git chronicle init')
  })

  test('a setting of git that would copy notes is told of', async () => {
    const repository = await bench.repository('rewrite ref')
    await bench.ask(repository, 'config', '--add', 'notes.rewriteRef', 'refs/notes/commits')
    expect((await bench.receipt(repository, ['init'])).warnings).toEqual([])
    await bench.ask(repository, 'config', '--add', 'notes.rewriteRef', 'refs/notes/*')
    expect((await bench.receipt(repository, ['init'])).warnings.map(({ code }) => code)).toEqual(['notes_rewrite_ref'])
  })
})
