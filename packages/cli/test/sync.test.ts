import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SyncReceipt } from '@chronicle/schema'
import { syncReceiptSchema } from '@chronicle/schema/validate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  annotate,
  chronicle,
  documentOf,
  failureOf,
  testEnvironment,
  type CliRun,
  type CliRunOptions,
} from './run-chronicle.ts'

const NOTES = 'refs/notes/chronicle'
const REFSPEC = '+refs/notes/chronicle*:refs/notes/remotes/origin/chronicle*'

let root: string
let remote: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'chronicle-share-')))
  remote = join(root, 'remote.git')
  git(root, 'init', '--quiet', '--bare', '--initial-branch=main', 'remote.git')
  const seed = clone('seed')
  await writeFile(join(seed, 'f.ts'), 'export function f() {}\n')
  git(seed, 'add', '.')
  git(seed, 'commit', '--quiet', '-m', 'Add f')
  git(seed, 'push', '--quiet', 'origin', 'HEAD:main')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const identity = (name: string): Record<string, string> => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: `${name}@example.com`,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: `${name}@example.com`,
})

interface GitRun {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function tryGit(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): GitRun {
  return spawnSync('git', args, { cwd, env: { ...testEnvironment, ...identity('git'), ...env }, encoding: 'utf8' })
}

function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = tryGit(cwd, args)
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

function clone(name: string, url = remote, ...options: readonly string[]): string {
  git(root, 'clone', '--quiet', ...options, url, name)
  const dir = join(root, name)
  git(dir, 'config', 'user.name', name)
  git(dir, 'config', 'user.email', `${name}@example.com`)
  return dir
}

const run = (dir: string, args: readonly string[], options?: CliRunOptions): Promise<CliRun> =>
  chronicle(dir, args, options)

async function sync(dir: string, args: readonly string[], options?: CliRunOptions): Promise<SyncReceipt> {
  return documentOf(await run(dir, ['sync', ...args, '--json'], options), syncReceiptSchema)
}

async function record(dir: string, intent: string, commit = 'HEAD'): Promise<void> {
  await annotate(dir, { commit, summary: 'x', regions: [{ file: 'f.ts', anchor: 'f', intent }] })
}

const note = (dir: string, commit = 'HEAD', ref = NOTES): string => git(dir, 'notes', `--ref=${ref}`, 'show', commit)
const tipOf = (dir: string, ref = NOTES): string => git(dir, 'rev-parse', ref)

describe('two clones', () => {
  test('have what either recorded, in equal states, and corrections and acknowledgements too', async () => {
    const [a, b] = [clone('a'), clone('b')]
    await record(a, 'from a')
    await record(b, 'from b')
    await run(a, ['retract', 'HEAD', '--reason', 'never true'])
    git(b, 'notes', `--ref=${NOTES}-acks`, 'add', '-m', '{"$schema":"chronicle-ack/v1"}', 'HEAD')
    expect(await sync(a, ['push'])).toMatchObject({ refs: [{ pushed: 1 }, { pushed: 1 }, { pushed: 0 }] })
    expect(await sync(b, ['push'])).toMatchObject({ refs: [{ pushed: 1, pulled: 1 }, { pulled: 1 }, { pushed: 1 }] })
    expect(await sync(a, ['pull'])).toMatchObject({ refs: [{ pulled: 1 }, { pulled: 0 }, { pulled: 1 }] })
    for (const ref of [NOTES, `${NOTES}-corrections`, `${NOTES}-acks`]) {
      expect(new Set([a, b, remote].map((dir) => tipOf(dir, ref))).size).toBe(1)
    }
    expect(note(a)).toMatch(/from a.*from b/)
    git(a, 'fsck', '--strict')
  })

  test('make the same merge on either side, with both tips as parents', async () => {
    const [a, b] = [clone('a'), clone('b')]
    await record(a, 'from a')
    await record(b, 'from b')
    const [one, two] = [tipOf(a), tipOf(b)]
    git(a, 'push', '--quiet', 'origin', `${NOTES}:refs/notes/of-a`)
    git(b, 'fetch', '--quiet', 'origin', 'refs/notes/of-a:refs/notes/remotes/origin/chronicle')
    git(b, 'push', '--quiet', 'origin', `${NOTES}:${NOTES}`)
    await sync(a, ['pull'])
    const { mergeTracking } = await import('@chronicle/core/share')
    const { openChronicle } = await import('@chronicle/node')
    git(b, 'update-ref', 'refs/notes/remotes/origin/chronicle', one)
    const opened = openChronicle({ dir: b, env: testEnvironment, cacheDir: false })
    const shared = { ref: NOTES, tracking: 'refs/notes/remotes/origin/chronicle', holds: 'annotations' } as never
    expect((await mergeTracking(shared, { git: opened.git }, {}))._unsafeUnwrap()).toBe(1)
    await opened.close()
    expect(tipOf(b)).toBe(tipOf(a))
    expect(git(a, 'rev-list', '--parents', '-1', NOTES).split(' ').slice(1).sort()).toEqual([one, two].sort())
  })

  test('share what one of them deleted or edited with git notes', async () => {
    const [a, b] = [clone('a'), clone('b')]
    await record(a, 'first')
    await sync(a, ['push'])
    await sync(b, ['pull'])
    git(b, 'notes', '--ref=chronicle', 'remove', 'HEAD')
    await sync(b, ['push'])
    await sync(a, ['pull'])
    expect(git(a, 'notes', '--ref=chronicle', 'list')).toBe('')
  })

  test('keep what is no annotation: text, JSON of other tools, a tree that plain git notes left', async () => {
    const [a, b] = [clone('a'), clone('b')]
    const other = (dir: string, text: string) => git(dir, 'notes', '--ref=chronicle', 'append', '-m', text, 'HEAD')
    other(a, 'Reviewed-by: Ada')
    other(b, 'Reviewed-by: Grace')
    await sync(a, ['push'])
    await sync(b, ['push'])
    await sync(a, ['pull'])
    expect(note(a)).toBe('Reviewed-by: Ada\nReviewed-by: Grace')
    expect(tipOf(a)).toBe(tipOf(b))
  })

  test('do not bring back what one of them scrubbed', async () => {
    const [a, b] = [clone('a'), clone('b')]
    await record(a, 'the password is hunter2')
    await sync(a, ['push'])
    await sync(b, ['pull'])
    await record(b, 'from b, not shared yet')
    await run(a, ['scrub', '--text', 'hunter2'])
    const refused = failureOf(await run(a, ['sync', 'push']))
    expect(refused).toMatchObject({ code: 'notes_scrubbed' })
    expect(refused.message).toContain('git push --force-with-lease')
    git(a, 'push', '--quiet', '--force', 'origin', `${NOTES}:${NOTES}`)
    await sync(b, ['push'])
    expect(note(b)).toContain('from b, not shared yet')
    expect(note(b)).toContain('[scrubbed]')
    expect(note(b)).not.toContain('hunter2')
    expect(git(b, 'log', '-p', NOTES)).not.toContain('hunter2')
    await sync(a, ['pull'])
    expect(tipOf(a)).toBe(tipOf(b))
  })

  describe('when one of them scrubs', () => {
    let a: string
    let b: string
    beforeEach(async () => {
      ;[a, b] = [clone('a'), clone('b')]
      await record(a, 'the password is hunter2')
      await record(a, 'the token is xyzzy99')
      await sync(a, ['push'])
      await sync(b, ['pull'])
    })

    const scrub = (dir: string, text: string) => run(dir, ['scrub', '--text', text])
    const replace = (dir: string) => git(dir, 'push', '--quiet', '--force', 'origin', `${NOTES}:${NOTES}`)
    const occurrences = (dir: string, text: string): number => note(dir).split(text).length - 1

    /** Runs the git command that an error names. */
    async function obey(dir: string): Promise<void> {
      const { code, message } = failureOf(await run(dir, ['sync', 'pull']))
      expect(code).toBe('notes_scrubbed')
      git(dir, ...(/: git (push --force-with-lease=\S+ \S+ \S+)$/.exec(message)?.[1] ?? '').split(' '))
    }

    test('twice, a clone that only reads brings nothing back', async () => {
      await scrub(a, 'hunter2')
      replace(a)
      await sync(b, ['pull'])
      await scrub(a, 'xyzzy99')
      replace(a)
      await sync(b, ['pull'])
      await sync(b, ['push'])
      await sync(a, ['pull'])
      expect([b, a].map((dir) => tipOf(dir))).toEqual([tipOf(remote), tipOf(remote)])
      expect(git(remote, 'log', '-p', NOTES)).not.toMatch(/hunter2|xyzzy99/)
    })

    test('and then again, without reflogs, and the other has recorded something', async () => {
      await scrub(a, 'hunter2')
      replace(a)
      await sync(b, ['pull'])
      await record(b, 'from b')
      await scrub(a, 'xyzzy99')
      replace(a)
      git(b, 'reflog', 'expire', '--expire=now', '--all')
      await sync(b, ['push'])
      expect(note(remote)).toContain('from b')
      expect(git(remote, 'log', '-p', NOTES)).not.toMatch(/hunter2|xyzzy99/)
    })

    test('what the other pushed meanwhile stays, and what was taken over and scrubbed does not come back', async () => {
      await scrub(a, 'hunter2')
      await record(b, 'from b')
      await record(b, 'also from b, with magic77')
      await sync(b, ['push'])
      expect(failureOf(await run(a, ['sync', 'pull'])).message).toContain('added here (commits: 1)')
      expect(note(a)).toContain('from b')
      expect(note(a)).not.toContain('hunter2')
      await scrub(a, 'magic77')
      await obey(a)
      for (const dir of [b, a]) await sync(dir, ['pull'])
      for (const dir of [a, b, remote]) {
        expect(occurrences(dir, 'from b')).toBeGreaterThan(0)
        expect(git(dir, 'log', '-p', NOTES)).not.toMatch(/hunter2|magic77/)
      }
      expect(tipOf(a)).toBe(tipOf(b))
    })

    test('what the scrubbed side had not seen stays where it was written, even after a push by force', async () => {
      await scrub(a, 'hunter2')
      await record(b, 'from b')
      await sync(b, ['push'])
      replace(a)
      await sync(b, ['push'])
      expect(note(remote)).toContain('from b')
      expect(git(remote, 'log', '-p', NOTES)).not.toContain('hunter2')
    })

    test('a copy on another commit does not come back either', async () => {
      await scrub(a, 'hunter2')
      git(b, 'commit', '--quiet', '--allow-empty', '-m', 'Copy')
      git(b, 'push', '--quiet', 'origin', 'HEAD:main')
      git(b, 'notes', `--ref=${NOTES}`, 'copy', 'HEAD~1', 'HEAD')
      await record(b, 'from b')
      await sync(b, ['push'])
      git(a, 'pull', '--quiet')
      await obey(a)
      expect(note(a)).toContain('from b')
      expect(git(remote, 'log', '-p', NOTES)).not.toContain('hunter2')
    })

    test('a copy of a note of another tool does not come back either, but lines that were only edited stay', async () => {
      const put = (dir: string, at: string, text: string) =>
        git(dir, 'notes', `--ref=${NOTES}`, 'add', '-f', '-m', text, at)
      for (const subject of ['Second', 'Third', 'Fourth']) git(a, 'commit', '--quiet', '--allow-empty', '-m', subject)
      git(a, 'push', '--quiet', 'origin', 'HEAD:main')
      git(b, 'pull', '--quiet')
      put(a, 'HEAD~2', 'status: open\nowner: me')
      put(a, 'HEAD~1', 'the key is magic77')
      await sync(a, ['push'])
      await sync(b, ['pull'])
      put(a, 'HEAD~2', 'status: closed\nowner: me')
      await scrub(a, 'magic77')
      put(b, 'HEAD', 'status: open\nowner: you')
      git(b, 'notes', `--ref=${NOTES}`, 'copy', 'HEAD~1', 'HEAD~3', '-f')
      await sync(b, ['push'])
      await obey(a)
      expect(git(a, 'notes', `--ref=${NOTES}`, 'show', 'HEAD')).toBe('status: open\nowner: you')
      expect(git(remote, 'log', '-p', NOTES)).not.toContain('magic77')
    })

    test('what it had fetched from two remotes does not come back through one of them', async () => {
      const second = `${remote}-2`
      git(a, 'init', '--quiet', '--bare', second)
      for (const dir of [a, b]) git(dir, 'remote', 'add', 'second', second)
      await sync(b, ['push', 'second'])
      for (const [dir, to, intent] of [
        [a, 'origin', 'with magic66, from a'],
        [b, 'second', 'with magic77, from b'],
      ] as const) {
        await record(dir, intent)
        await sync(dir, ['push', to])
      }
      await sync(a, ['pull', 'second'])
      await sync(b, ['pull', 'origin'])
      await record(b, 'new from b')
      await scrub(a, 'magic66')
      await scrub(a, 'magic77')
      replace(a)
      await sync(b, ['pull', 'origin'])
      expect(note(b)).toContain('new from b')
      expect(git(b, 'log', '-p', NOTES)).not.toMatch(/magic66|magic77/)
    })

    test('nothing of their own: they have the same state as the remote, and nothing to push', async () => {
      await scrub(a, 'hunter2')
      replace(a)
      expect(await sync(b, ['pull'])).toMatchObject({ refs: [{ status: 'equal', to_push: 0 }, {}, {}] })
      expect(tipOf(b)).toBe(tipOf(remote))
    })

    test('both before they exchange: nothing is merged, and the answer says what to do', async () => {
      await scrub(a, 'hunter2')
      await scrub(b, 'xyzzy99')
      replace(a)
      const refused = failureOf(await run(b, ['sync', 'push']))
      expect(refused).toMatchObject({ code: 'notes_scrubbed', data: { scrubbed: 'both' } })
      expect(git(b, 'log', '-p', NOTES)).not.toContain('xyzzy99')
      git(b, 'push', '--quiet', '--force', 'origin', `${NOTES}:${NOTES}`)
      await run(b, ['sync', 'pull'])
      replace(a)
      expect(failureOf(await run(b, ['sync', 'pull']))).toMatchObject({ data: { scrubbed: 'both' } })
    })
  })

  test('with 3,000 notes each: a number of git processes that does not depend on it', async () => {
    const counts: number[] = []
    for (const size of [30, 3000]) {
      const [a, b] = [clone(`a${size}`), clone(`b${size}`)]
      const ref = `refs/notes/n${size}`
      plant(a, ref, size, 'a')
      plant(b, ref, size, 'b')
      await sync(a, ['push', '--notes-ref', ref])
      const { path, count } = await countingGit()
      await sync(b, ['push', '--notes-ref', ref], { env: { PATH: `${path}:${process.env['PATH']}` } })
      counts.push(await count())
      expect(git(b, 'notes', `--ref=${ref}`, 'list').split('\n')).toHaveLength(size)
      expect(git(b, 'notes', `--ref=${ref}`, 'show', '1'.padStart(40, '0'))).toBe('a\nb')
    }
    expect(counts[0]).toBe(counts[1])
  })
})

/** Adds notes on commits that may not exist. */
function plant(dir: string, ref: string, size: number, text: string): void {
  const lines = Array.from({ length: size }, (_, index) => `N inline ${String(index + 1).padStart(40, '0')}`)
  const commands = lines.map(
    (line) => `${line.replace('N inline', 'M 100644 inline')}\ndata ${text.length + 1}\n${text}\n\n`,
  )
  const header = `commit ${ref}\ncommitter A <a@example.com> 1700000000 +0000\ndata 2\nx\n`
  const input = `${header}${commands.join('')}`
  const done = spawnSync('git', ['fast-import', '--quiet'], { cwd: dir, env: testEnvironment, input, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
}

async function countingGit(): Promise<{ readonly path: string; readonly count: () => Promise<number> }> {
  const path = await mkdtemp(join(root, 'counting-'))
  const real = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim()
  await writeFile(join(path, 'git'), `#!/bin/sh\necho "$*" >> "${path}/calls"\nexec "${real}" "$@"\n`)
  await chmod(join(path, 'git'), 0o755)
  return { path, count: async () => (await readFile(join(path, 'calls'), 'utf8')).split('\n').length - 1 }
}

describe('git itself', () => {
  test('works as before once sync is enabled', async () => {
    const [plain, a] = [clone('plain'), clone('a')]
    const before = git(a, 'config', '--list', '--local').split('\n')
    await sync(a, ['enable'])
    await sync(a, ['enable'])
    const added = git(a, 'config', '--list', '--local')
      .split('\n')
      .filter((line) => !before.includes(line))
    expect(added).toEqual([`remote.origin.fetch=${REFSPEC}`])

    await record(plain, 'from plain')
    await sync(plain, ['push'])
    await record(a, 'from a')
    const mine = tipOf(a)
    for (const args of [['fetch'], ['fetch', '--prune'], ['fetch', '--all'], ['pull'], ['pull', '--rebase']]) {
      expect([args, tryGit(a, args).status]).toEqual([args, 0])
      expect(tipOf(a)).toBe(mine)
    }
    expect(tipOf(a, 'refs/notes/remotes/origin/chronicle')).toBe(tipOf(plain))

    for (const dir of [plain, a]) {
      await writeFile(join(dir, `${dir === a ? 'a' : 'plain'}.txt`), 'x')
      git(dir, 'add', '.')
      git(dir, 'commit', '--quiet', '-m', 'A change')
      git(dir, 'pull', '--quiet', '--rebase')
      const pushed = tryGit(dir, ['push'])
      expect(pushed.status).toBe(0)
      expect(pushed.stderr).toContain('main -> main')
      expect(pushed.stderr).not.toContain('refs/notes')
    }
    expect(git(remote, 'rev-parse', 'main')).toBe(git(a, 'rev-parse', 'HEAD'))
    expect(git(remote, 'rev-parse', NOTES)).toBe(tipOf(plain))
  })

  test('may rename and remove the remote', async () => {
    const a = clone('a')
    await record(a, 'from a')
    await sync(a, ['push'])
    await sync(a, ['enable'])
    expect(tryGit(a, ['remote', 'rename', 'origin', 'up/stream']).status).toBe(0)
    expect(tryGit(a, ['fetch', 'up/stream']).status).toBe(0)
    expect(await sync(a, ['status'])).toMatchObject({ enabled: false, remote: { name: 'up/stream' } })
    expect(await sync(a, ['enable'])).toMatchObject({ enabled: true, refs: [{ status: 'equal' }, {}, {}] })
    expect(git(a, 'config', '--get-all', 'remote.up/stream.fetch').split('\n')).toEqual([
      '+refs/heads/*:refs/remotes/up/stream/*',
      '+refs/notes/chronicle*:refs/notes/remotes/up/stream/chronicle*',
    ])
    expect(tryGit(a, ['remote', 'remove', 'up/stream']).status).toBe(0)
    expect(failureOf(await run(a, ['sync', 'pull']))).toMatchObject({ code: 'remote_unknown' })
    expect(note(a)).toContain('from a')
  })

  test('is as it was after disable', async () => {
    const a = clone('a')
    const before = await readFile(join(a, '.git/config'), 'utf8')
    await record(a, 'from a')
    await sync(a, ['push'])
    await sync(a, ['enable'])
    await sync(a, ['disable'])
    expect(await readFile(join(a, '.git/config'), 'utf8')).toBe(before)
    expect(git(a, 'for-each-ref', 'refs/notes/remotes')).toBe('')
    expect(note(a)).toContain('from a')
  })

  test('does not run the pre-push hook, leave FETCH_HEAD, or push tags along', async () => {
    const a = clone('a')
    await mkdir(join(a, '.git/hooks'), { recursive: true })
    await writeFile(join(a, '.git/hooks/pre-push'), '#!/bin/sh\nexit 1\n')
    await chmod(join(a, '.git/hooks/pre-push'), 0o755)
    git(a, 'config', 'push.followTags', 'true')
    git(a, 'tag', '-a', 'v1', '-m', 'v1')
    await record(a, 'from a')
    await sync(a, ['push'])
    await sync(a, ['pull'])
    expect(git(remote, 'for-each-ref', '--format=%(refname)')).toBe(`refs/heads/main\n${NOTES}`)
    expect(git(a, 'rev-parse', '--quiet', '--verify', 'HEAD')).not.toBe('')
    expect(tryGit(a, ['rev-parse', '--verify', '--quiet', 'FETCH_HEAD']).status).not.toBe(0)
  })
})

describe('a clone', () => {
  test.each([
    ['bare', ['--bare']],
    ['shallow', ['--depth=1']],
    ['partial', ['--filter=blob:none']],
  ])('that is %s gets and gives notes', async (name, options) => {
    git(remote, 'config', 'uploadpack.allowFilter', 'true')
    const a = clone('a')
    await record(a, 'from a')
    await sync(a, ['push'])
    const b = clone(name, `file://${remote}`, ...options)
    const enabled = await sync(b, ['enable'])
    expect(enabled.enabled).toBe(name !== 'bare')
    expect(enabled.warnings.map(({ code }) => code)).toEqual(name === 'bare' ? ['refspec_not_added'] : [])
    expect(note(b, 'HEAD')).toContain('from a')
    await record(a, 'from a again')
    await sync(a, ['push'])
    // A user's fetch omits the notes themselves in a partial clone.
    expect(tryGit(b, ['fetch']).status).toBe(0)
    git(b, 'notes', '--ref=chronicle', 'append', '-m', 'Reviewed-by: b', 'HEAD')
    await sync(b, ['push'])
    await sync(a, ['pull'])
    expect(note(a)).toMatch(/Reviewed-by: b[^]*from a again/)
    if (name === 'partial') {
      const missing = git(b, 'rev-list', '--objects', '--no-walk', '--missing=print', NOTES)
      expect(missing).not.toContain('?')
    }
  })

  test('that fetched with a depth of 1 merges what it has', async () => {
    const [a, b] = [clone('a'), clone('b', `file://${remote}`, '--depth=1')]
    await record(a, 'one')
    await record(a, 'two')
    await sync(a, ['push'])
    await sync(b, ['enable'])
    git(b, 'update-ref', '-d', NOTES)
    git(b, 'update-ref', '-d', 'refs/notes/remotes/origin/chronicle')
    await record(a, 'three')
    await sync(a, ['push'])
    git(b, 'fetch', '--depth=1')
    await record(b, 'from b')
    await sync(b, ['push'])
    await sync(a, ['pull'])
    for (const intent of ['one', 'two', 'three', 'from b']) expect(note(a)).toContain(intent)
  })

  test('of sha256, in a folder with spaces, from a linked worktree', async () => {
    git(root, 'init', '--quiet', '--bare', '--object-format=sha256', 'the remote.git')
    git(root, 'init', '--quiet', '--object-format=sha256', 'a b')
    const dir = join(root, 'a b')
    git(dir, 'config', 'user.name', 'a')
    git(dir, 'config', 'user.email', 'a@example.com')
    git(dir, 'remote', 'add', 'origin', join(root, 'the remote.git'))
    await writeFile(join(dir, 'f.ts'), 'export function f() {}\n')
    git(dir, 'add', '.')
    git(dir, 'commit', '--quiet', '-m', 'Add f')
    git(dir, 'worktree', 'add', '--quiet', '-b', 'side', '../linked tree')
    const linked = join(root, 'linked tree')
    await record(linked, 'from the tree')
    await sync(linked, ['enable'])
    expect(await sync(linked, ['push'])).toMatchObject({ refs: [{ pushed: 1 }, {}, {}] })
    expect(await sync(dir, ['status'])).toMatchObject({ enabled: true, refs: [{ status: 'equal' }, {}, {}] })
  })
})

describe('transports', () => {
  test('over ssh, with a program that stands in for it', async () => {
    const a = clone('a')
    git(a, 'remote', 'set-url', 'origin', `ssh://somebody@host.invalid${remote}`)
    const ssh = join(root, 'ssh.sh')
    // The arguments are the host and a command: git-upload-pack '<path>'.
    await writeFile(ssh, '#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nexec sh -c "$1"\n')
    await chmod(ssh, 0o755)
    const env = { GIT_SSH_COMMAND: ssh }
    await record(a, 'over ssh')
    await sync(a, ['enable'], { env })
    await sync(a, ['push'], { env })
    expect(git(remote, 'rev-parse', NOTES)).toBe(tipOf(a))
    await writeFile(ssh, '#!/bin/sh\necho "somebody@host.invalid: Permission denied (publickey)." >&2\nexit 255\n')
    const failed = failureOf(await run(a, ['sync', 'push'], { env }))
    expect(failed.code).toBe('remote_denied')
    expect(failed.message).toContain('Permission denied (publickey)')
  })

  test('over smart http, and a password in the URL is never printed', async () => {
    git(remote, 'config', 'http.receivepack', 'true')
    const server = await serveGit(root, 'ada', 'sesame')
    try {
      const { port } = server.address() as AddressInfo
      const [a, b] = [clone('a'), clone('b')]
      const url = (user: string): string => `http://${user}127.0.0.1:${port}/remote.git`
      for (const dir of [a, b]) git(dir, 'remote', 'set-url', 'origin', url('ada:sesame@'))
      const printed: string[] = []
      const shown = async (dir: string, ...args: readonly string[]): Promise<void> => {
        const done = await run(dir, ['sync', ...args])
        expect([args, done.code, done.stderr]).toEqual([args, 0, ''])
        printed.push(done.stdout, done.stderr)
      }
      await record(a, 'over http')
      await shown(a, 'enable')
      await shown(a, 'push')
      await record(b, 'from b')
      await shown(b, 'push')
      await shown(a, 'pull')
      await shown(a, 'status')
      expect(tipOf(a)).toBe(tipOf(b))

      git(a, 'remote', 'set-url', 'origin', url('ada:wrong-secret@'))
      const denied = await run(a, ['sync', 'push'])
      expect(failureOf(denied)).toMatchObject({ code: 'remote_denied' })
      git(a, 'remote', 'set-url', 'origin', url(''))
      const nobody = await run(a, ['sync', 'pull'])
      expect(failureOf(nobody).code).toBe('remote_denied')
      expect(failureOf(nobody).message).toContain('terminal prompts disabled')
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      git(a, 'remote', 'set-url', 'origin', url('ada:sesame@'))
      const gone = await run(a, ['sync', 'pull'])
      expect(failureOf(gone)).toMatchObject({ code: 'remote_unreachable' })
      for (const { stdout, stderr } of [denied, nobody, gone]) printed.push(stdout, stderr)
      expect(printed.join('')).not.toMatch(/sesame|wrong-secret/)
      expect(printed.join('')).toContain(`origin (http://127.0.0.1:${port}/remote.git)`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

/** Starts an ordinary smart HTTP server, in front of git's own program for it. */
async function serveGit(folder: string, user: string, password: string): Promise<Server> {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
      return
    }
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...testEnvironment,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        REMOTE_USER: user,
        REMOTE_ADDR: '127.0.0.1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    })
    // Git may end before it has read the request, which breaks the pipe.
    backend.stdin.on('error', () => undefined)
    request.pipe(backend.stdin)
    const chunks: Buffer[] = []
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    backend.on('close', () => {
      const output = Buffer.concat(chunks)
      const end = output.indexOf('\r\n\r\n')
      const headers = Object.fromEntries(
        output
          .toString('latin1', 0, end)
          .split('\r\n')
          .map((line): [string, string] => [
            line.slice(0, line.indexOf(':')),
            line.slice(line.indexOf(':') + 1).trim(),
          ]),
      )
      response.writeHead(Number.parseInt(headers['Status'] ?? '200', 10), headers).end(output.subarray(end + 4))
    })
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

describe('what can go wrong', () => {
  const failed = async (dir: string, ...args: readonly string[]) => failureOf(await run(dir, ['sync', ...args]))

  test('no remote, an unknown one, several', async () => {
    const a = clone('a')
    expect((await failed(a, 'pull', 'orign')).message).toBe(
      'There is no remote "orign" here. There is: origin. Add another with git remote add.',
    )
    for (const verb of ['push', 'enable']) {
      const told = await failed(a, verb, 'https://user:s3cret@example.org/x.git')
      expect(told.message).toMatch(/^There is no remote "https:\/\/example.org\/x.git" here\./u)
      expect(told.data).toMatchObject({ remote: 'https://example.org/x.git' })
    }
    git(a, 'remote', 'rename', 'origin', 'one')
    git(a, 'remote', 'add', 'two', remote)
    git(a, 'branch', '--unset-upstream')
    expect((await failed(a, 'pull')).message).toContain('There are several remotes')
    expect(await sync(a, ['pull', 'two'])).toMatchObject({ remote: { name: 'two' } })
    expect(await sync(a, ['enable', 'two'])).toMatchObject({ enabled: true })
    expect(await sync(a, ['status'])).toMatchObject({ remote: { name: 'two' } })
    git(a, 'remote', 'remove', 'one')
    git(a, 'remote', 'remove', 'two')
    const none = await failed(a, 'push')
    expect(none.code).toBe('remote_unknown')
    expect(none.message).toContain('git remote add origin')
  })

  test('a remote that is not there', async () => {
    const a = clone('a')
    await rm(remote, { recursive: true })
    const enabled = await failed(a, 'enable')
    expect(enabled).toMatchObject({ code: 'remote_unreachable' })
    expect(enabled.message).toMatch(/^Sync is enabled for origin, and its notes are not here yet\./)
    expect(git(a, 'config', '--get-all', 'remote.origin.fetch')).toContain(REFSPEC)
    await record(a, 'from a')
    expect((await failed(a, 'push')).code).toBe('remote_unreachable')
    expect(await sync(a, ['status'])).toMatchObject({ refs: [{ status: 'ahead', to_push: 1 }, {}, {}] })
  })

  test('a remote that refuses: a hook, in its own words', async () => {
    const a = clone('a')
    await mkdir(join(remote, 'hooks'), { recursive: true })
    await writeFile(join(remote, 'hooks/pre-receive'), '#!/bin/sh\necho "notes are protected here" >&2\nexit 1\n')
    await chmod(join(remote, 'hooks/pre-receive'), 0o755)
    await record(a, 'from a')
    const refused = await failed(a, 'push')
    expect(refused.code).toBe('push_refused')
    expect(refused.message).toContain('pre-receive hook declined: notes are protected here')
    expect(note(a)).toContain('from a')
  })

  test('a tracking ref that is locked, although the remote has the notes', async () => {
    const dir = clone('a')
    await record(dir, 'from a')
    const tracking = join(dir, '.git', 'refs', 'notes', 'remotes', 'origin')
    await mkdir(tracking, { recursive: true })
    await writeFile(join(tracking, 'chronicle.lock'), '')
    const receipt = await sync(dir, ['push'])
    expect(receipt).toMatchObject({
      refs: [{ pushed: 1, to_push: 1 }, {}, {}],
      warnings: [{ code: 'tracking_not_updated' }],
    })
    expect(tipOf(remote)).toBe(tipOf(dir))
    await rm(join(tracking, 'chronicle.lock'))
    expect(await sync(dir, ['pull'])).toMatchObject({ refs: [{ to_push: 0 }, {}, {}], warnings: [] })
  })

  test('a race that is never won ends, and says that nothing is lost', async () => {
    const a = clone('a')
    // The lock file refuses every update of the ref, as a lock of another process would.
    await record(a, 'from a')
    await mkdir(join(remote, 'refs/notes'), { recursive: true })
    await writeFile(join(remote, 'refs/notes/chronicle.lock'), '')
    const contended = await failed(a, 'push')
    expect(contended.code).toBe('push_contended')
    expect(contended.message).toContain('try again')
  })

  test('a mirror', async () => {
    git(root, 'clone', '--quiet', '--mirror', remote, 'mirror.git')
    expect((await failed(join(root, 'mirror.git'), 'enable')).code).toBe('remote_is_mirror')
  })

  test('a backend that cannot share', async () => {
    const a = clone('a')
    const env = { CHRONICLE_GIT_BACKEND: 'isomorphic' }
    const refused = failureOf(await run(a, ['sync', 'pull'], { env }))
    expect(refused).toMatchObject({ code: 'unsupported' })
    expect(refused.message).toContain('cannot share notes')
  })

  test('refspecs that destroy notes or break git are told of', async () => {
    const a = clone('a')
    git(a, 'config', '--add', 'remote.origin.fetch', '+refs/notes/*:refs/notes/*')
    git(a, 'config', '--add', 'remote.origin.push', 'refs/notes/chronicle')
    const { warnings } = await sync(a, ['status'])
    expect(warnings.map(({ code }) => code)).toEqual(['doubtful_refspec', 'doubtful_refspec'])
    expect(warnings[0]?.message).toContain(
      "git config --fixed-value --unset-all remote.origin.fetch '+refs/notes/*:refs/notes/*'",
    )
    expect(warnings[1]?.message).toContain('leave the branch behind')
  })

  test('one commit with an annotation and a correction has two notes', async () => {
    const [a, b] = [clone('a'), clone('b')]
    await record(a, 'from a')
    expect((await run(a, ['sync', 'push'])).stdout).toContain(`Pushed the notes of 1 commit to origin (${remote}).\n`)
    await record(a, 'more')
    await run(a, ['retract', 'HEAD', '--reason', 'never true'])
    expect((await run(a, ['sync', 'push'])).stdout).toContain(`Pushed 2 notes to origin (${remote}).\n`)
    expect((await run(b, ['sync', 'pull'])).stdout).toContain('New or changed here: 2 notes.')
  })

  test('nothing to share', async () => {
    const a = clone('a')
    const pushed = await run(a, ['sync', 'push'])
    expect([pushed.code, pushed.stdout]).toEqual([
      0,
      `Nothing to push to origin (${remote}).\nNothing is recorded yet, here or there.\n`,
    ])
  })

  test('wrong usage', async () => {
    const a = clone('a')
    const unknown = await run(a, ['sync', 'pul'])
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('pull')
    expect((await run(a, ['sync', 'pull', '--help'])).stdout).toContain('Examples:')
  })
})
