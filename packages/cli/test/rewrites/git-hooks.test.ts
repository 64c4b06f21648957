import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errAsync, okAsync, type CheckOutput, type ShowOutput } from '@chronicle/schema'
import { formatPendingContext } from '@chronicle/writer'
import { recordPendingContext } from '../../src/git-hooks/record-pending-context.ts'
import { chronicle, readJson } from '../run-chronicle.ts'
import { useHookSpool } from './hook-spool.ts'
import { installHooks } from './install-hooks.ts'
import { PRELUDE, sh, START } from './run-scenario.ts'

const spool = await useHookSpool()
let work: string
let dir: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'chronicle-git-hooks-'))
  dir = join(work, 'r')
  await sh(`${PRELUDE}begin r\n${START}`, work, work)
  await installHooks(dir, spool.self)
})
afterEach(() => rm(work, { recursive: true, force: true }))

const run = (script: string, env: Readonly<Record<string, string>> = {}): Promise<string> =>
  sh(`${PRELUDE}${script}`, dir, work, { CHRONICLE_HOOKS: 'wait', ...env })

const SILENT = { tags: [], rejected: [], notes: [], squashSources: [] }

const noteOf = async (revision: string, ref = 'chronicle'): Promise<string> =>
  run(`git notes --ref=${ref} show ${revision} 2>/dev/null || :`)

describe('what is kept for a commit', () => {
  test('is recorded when git makes it, once', async () => {
    await chronicle(dir, ['note', '--at', 'a.ts', 'It must stay below four.'])
    await run('fn alpha a.ts; ci one; fn beta a.ts; ci two')
    expect(await noteOf('HEAD^')).toContain('It must stay below four.')
    expect(await noteOf('HEAD')).toBe('')
    expect((await chronicle(dir, ['context', 'show'])).stdout).toContain('Nothing is kept')
  })

  test('waits in a rebase for a commit that somebody makes', async () => {
    await run('add alpha a.ts; add beta b.ts')
    await chronicle(dir, ['note', '--at', 'a.ts', 'Said of the next one.'])
    await run(
      'git checkout -q -b up HEAD~2; git checkout -q main; plan --force-rebase HEAD~2 <<END\npick $(git rev-parse HEAD~1)\npick $(git rev-parse HEAD)\nEND',
    )
    expect((await chronicle(dir, ['context', 'show'])).stdout).toContain('Said of the next one.')
  })

  test('is recorded on the commit that a rebase continues with after a conflict', async () => {
    await run('add alpha a.ts; add beta b.ts; git checkout -q -b up HEAD~1; fn other b.ts; ci up; git checkout -q main')
    await run('git rebase -q up >/dev/null 2>&1 || :')
    await chronicle(dir, ['note', 'Said while it was stopped.'])
    await run('git show up:b.ts > b.ts; fn beta b.ts; git add b.ts; git rebase --continue; echo x >> c.ts; ci more')
    expect(await noteOf('HEAD~1')).toContain('Said while it was stopped.')
    expect(await noteOf('HEAD~1')).toContain('why beta')
    expect(await noteOf('HEAD')).not.toContain('Said while it was stopped.')
  })

  test('is recorded once by git chronicle commit', async () => {
    await chronicle(dir, ['note', '--at', 'a.ts', 'It must stay below four.'])
    await run('fn alpha a.ts; git add -A')
    const calls = spool.calls.get('post-commit') ?? 0
    const made = await chronicle(dir, ['commit', '-q', '-m', 'one'], { env: { CHRONICLE_HOOKS: 'wait' } })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(spool.calls.get('post-commit')).toBe(calls + 1)
    const { regions } = await readJson(dir, ['--sources', 'notes', 'a.ts'])
    expect(regions.filter(({ commit }) => commit !== undefined)).toHaveLength(1)
  })
})

describe('what stands beside annotations', () => {
  test('corrections and acknowledgements follow, and name what the region is called now', async () => {
    await run('add alpha a.ts; add beta b.ts')
    const flagged = await chronicle(dir, ['flag', 'b.ts:beta', '--reason', 'It is five.'])
    expect(flagged).toMatchObject({ code: 0 })
    await run(
      `printf '{"$schema":"chronicle-ack/v1","finding":"0123456789","reason":"fine","author":"Ada <a@b>","timestamp":"2024-01-01T00:00:00Z"}\\n' | git notes --ref=chronicle-acks add -F - HEAD`,
    )
    await run(`edit b.ts 'function beta' 'function second'; git mv b.ts z.ts; git commit -q -a --amend --no-edit`)
    const correction = JSON.parse(await noteOf('HEAD', 'chronicle-corrections')) as object
    expect(correction).toMatchObject({ file: 'z.ts', anchor: 'second', reason: 'It is five.' })
    expect(await noteOf('HEAD', 'chronicle-acks')).toContain('0123456789')
    const { regions } = await readJson(dir, ['--at', 'HEAD', '--sources', 'notes', 'z.ts', 'second'])
    expect(JSON.stringify(regions)).toContain('It is five.')
  })

  test('the answer to a finding about lines without a name counts when the lines are elsewhere', async () => {
    await run(`printf '# peers\\nretries 3\\nwindow 8\\ntimeout 9\\n' > d.conf; ci settings`)
    const recorded = await chronicle(dir, ['record', 'd.conf:2-3', '--constraint', 'Stays in step with the server.'])
    expect(recorded).toMatchObject({ code: 0 })
    await run(`edit d.conf 'retries 3' 'retries 4'; ci more`)
    const range = ['check', 'HEAD~1..HEAD', '--format', 'json']
    const { findings } = JSON.parse((await chronicle(dir, range)).stdout) as CheckOutput
    expect(findings.map(({ text, anchor }) => [text, anchor])).toEqual([['Stays in step with the server.', undefined]])
    const answered = await chronicle(dir, [...range, '--ack', findings[0]?.id ?? '', '--reason', 'The server follows.'])
    expect(answered).toMatchObject({ code: 0 })
    await run(`settings=$(git rev-parse HEAD~1); more=$(git rev-parse HEAD)
cat > "$work/put" <<'END'
sed '1i\\
one\\
two' d.conf > d.new && mv d.new d.conf && git commit -q -a --amend --no-edit
END
plan HEAD~2 <<END
pick $settings
exec sh "$work/put"
pick $more
END`)
    expect(await noteOf('HEAD~1')).toContain('"lines":{"start":4,"end":5}')
    const after = JSON.parse((await chronicle(dir, range)).stdout) as CheckOutput
    expect(after.findings).toEqual([])
    expect(after.acknowledged).toMatchObject([{ acknowledged: { reason: 'The server follows.', where: 'note' } }])
  })

  test('a revert casts doubt on what it reverts', async () => {
    await run('add alpha a.ts; add beta b.ts; git revert --no-edit $alpha')
    const correction = JSON.parse(await noteOf('HEAD~2', 'chronicle-corrections')) as object
    const revert = (await run('git rev-parse HEAD')).slice(0, 12)
    expect(correction).toMatchObject({
      correction_type: 'flag',
      reason: `Reverted by ${revert} (Revert "add alpha").`,
    })
    expect(await noteOf('HEAD~1', 'chronicle-corrections')).toBe('')
  })

  test('a revert of a merge casts doubt on what was merged, until that is reverted too', async () => {
    await run('git checkout -q -b topic; add alpha a.ts; add beta b.ts; git checkout -q main; add gamma c.ts')
    await run('git merge -q --no-ff -m "Merge topic" topic; git revert --no-edit -m 1 HEAD')
    const standing = async (commit: string): Promise<readonly unknown[]> => {
      const shown = await chronicle(dir, ['show', commit, '--format', 'json'])
      const { regions } = JSON.parse(shown.stdout) as ShowOutput
      return regions.flatMap(({ corrections = [] }) => corrections.map(({ reason }) => reason))
    }
    const doubt = `Reverted by ${(await run('git rev-parse HEAD')).slice(0, 12)} (Revert "Merge topic").`
    expect([await standing('topic'), await standing('topic~1'), await standing('HEAD~2')]).toEqual([
      [doubt],
      [doubt],
      [],
    ])
    await run('git revert --no-edit HEAD')
    expect([await standing('topic'), await standing('topic~1')]).toEqual([[], []])
  })

  test('the doubt names what a revert becomes when it is amended or rebased', async () => {
    await run('add alpha a.ts; add beta b.ts; git revert --no-edit $alpha')
    const alpha = await run('git rev-parse HEAD~2')
    const standing = async (): Promise<readonly unknown[]> => {
      const shown = await chronicle(dir, ['show', 'HEAD~2', '--format', 'json'])
      const { regions } = JSON.parse(shown.stdout) as ShowOutput
      return (regions[0]?.corrections ?? []).map(({ reason }) => reason)
    }
    const revert = async (): Promise<string> => (await run('git rev-parse HEAD')).slice(0, 12)
    await run('git commit -q --amend -m "Take alpha out" -m "This reverts commit $(git rev-parse HEAD~2)."')
    expect(await standing()).toEqual([`Reverted by ${await revert()} (Take alpha out).`])
    await run('git commit -q --amend -m "It goes"')
    expect(await standing()).toEqual([`Reverted by ${await revert()} (It goes).`])
    await run('git commit -q --amend -m "It is gone"')
    expect(await standing()).toEqual([`Reverted by ${await revert()} (It is gone).`])
    await run('git commit -q --amend -m "It goes"')
    await run('plan --force-rebase HEAD~3 <<END\n$(git log --reverse --format="pick %H" HEAD~3..)\nEND')
    expect(await run('git rev-parse HEAD~2')).not.toBe(alpha)
    expect(await standing()).toEqual([`Reverted by ${await revert()} (It goes).`])
  })

  test('a copy on a branch where nothing was reverted carries no doubt', async () => {
    await run('add alpha a.ts; git branch other HEAD~1; git revert --no-edit HEAD')
    await run('git checkout -q other; git cherry-pick -x main~1')
    expect(await noteOf('HEAD')).toContain('alpha')
    expect(await noteOf('main~1', 'chronicle-corrections')).toContain('Reverted by')
    expect(await noteOf('HEAD', 'chronicle-corrections')).toBe('')
    expect((await chronicle(dir, ['reconcile'])).code).toBe(0)
    expect(await noteOf('HEAD', 'chronicle-corrections')).toBe('')
  })

  test('a copy lacks nothing that another copy of the same commit has, until more is recorded there', async () => {
    await run('add alpha a.ts; git branch one HEAD~1; git branch two HEAD~1')
    for (const branch of ['one', 'two']) {
      await run(`git checkout -q ${branch}; git commit -q --allow-empty -m ${branch}; git cherry-pick main`)
    }
    expect(await noteOf('HEAD')).toContain('alpha')
    expect((await chronicle(dir, ['doctor'])).stdout).not.toContain('not carried over')
    expect((await chronicle(dir, ['reconcile'])).stdout).toBe('Nothing to carry.\n')
    await chronicle(dir, ['record', 'a.ts', '--risk', 'Slow', '--commit', 'one'])
    expect((await chronicle(dir, ['doctor'])).stdout).toContain('not carried over')
    await chronicle(dir, ['reconcile'])
    expect(await noteOf('HEAD')).toContain('Slow')
  })

  test('a revert on another branch, or one that was undone, casts no doubt', async () => {
    await run('add alpha a.ts; git checkout -q -b other; git revert --no-edit HEAD; echo x >> c.ts; ci more')
    const doubts = async (at: string): Promise<number> => {
      const { stdout } = await chronicle(dir, ['show', 'main', '--rev', at, '--format', 'json'])
      const { regions } = JSON.parse(stdout) as ShowOutput
      return regions.flatMap(({ corrections = [] }) => corrections).length
    }
    expect([await doubts('other'), await doubts('other~1'), await doubts('main')]).toEqual([1, 1, 0])
    await run('git reset -q --hard HEAD~2')
    const { regions } = await readJson(dir, ['--sources', 'notes', 'a.ts', 'alpha'])
    expect(regions.map(({ corrections = [] }) => corrections)).toEqual([[]])
  })

  test('a revert of a revert takes the doubt back, and one more casts it again', async () => {
    await run('add alpha a.ts; add beta b.ts')
    const alpha = async (): Promise<{ readonly confidence?: number; readonly corrections?: readonly unknown[] }> => {
      const { regions } = await readJson(dir, ['--at', 'HEAD', '--sources', 'notes', 'a.ts', 'alpha'])
      expect(regions).toHaveLength(1)
      return regions[0] ?? {}
    }
    const before = await alpha()
    await run('git revert --no-edit HEAD~1; git revert --no-edit HEAD')
    const { confidence, corrections } = await alpha()
    expect(corrections).toBeUndefined()
    expect(confidence).toBe(before.confidence)
    await run('git revert --no-edit HEAD')
    const third = (await run('git rev-parse HEAD')).slice(0, 12)
    const stored = (await noteOf('HEAD~4', 'chronicle-corrections')).trim().split('\n')
    const flags = stored.filter((line) => line.includes('"flag"'))
    expect(flags.filter((line) => line.includes(`Reverted by ${third}`))).toHaveLength(flags.length / 2)
    await run('git revert --no-edit HEAD')
    expect((await alpha()).corrections).toBeUndefined()
  })

  test('a revert of a revert takes the doubt back only where it is, also after it was rewritten', async () => {
    await run('add alpha a.ts; git revert --no-edit HEAD; git branch reverted; git branch other')
    const doubts = async (...revisions: readonly string[]): Promise<readonly number[]> => {
      const counts = revisions.map(async (at) => {
        const { stdout } = await chronicle(dir, ['show', 'main~2', '--rev', at, '--format', 'json'])
        const { regions } = JSON.parse(stdout) as ShowOutput
        return regions.flatMap(({ corrections = [] }) => corrections).length
      })
      return Promise.all(counts)
    }
    await run('git revert --no-edit HEAD')
    expect(await doubts('main', 'reverted')).toEqual([0, 1])
    await run('git checkout -q other; git revert --no-edit HEAD; git checkout -q main')
    expect(await doubts('main', 'other', 'reverted')).toEqual([0, 0, 1])
    await run('git commit -q --amend -m "It is back" -m "This reverts commit $(git rev-parse HEAD~1)."')
    expect(await doubts('main', 'other', 'reverted')).toEqual([0, 0, 1])
    await run('plan --force-rebase HEAD~1 <<END\n$(git log --reverse --format="pick %H" HEAD~1..)\nEND')
    expect(await doubts('main', 'other', 'reverted')).toEqual([0, 0, 1])
    await run('plan --force-rebase HEAD~2 <<END\n$(git log --reverse --format="pick %H" HEAD~2..)\nEND')
    expect(await doubts('main', 'other', 'reverted')).toEqual([0, 0, 1])
  })
})

describe('a commit that is amended again and again', () => {
  test('is no squash, and leaves nothing to carry', async () => {
    await run('add alpha a.ts')
    expect((await chronicle(dir, ['record', 'a.ts:alpha', '--constraint', 'Below four.'])).code).toBe(0)
    for (const number of [1, 2]) {
      await run(`git commit -q --amend -m "alpha ${number}"`)
      await run(`edit a.ts 'function alpha' 'async function alpha'; git commit -q -a --amend --no-edit`)
    }
    expect(await noteOf('HEAD')).toContain('"operation":"amend"')
    const notes = await run('git notes --ref=chronicle list')
    expect((await chronicle(dir, ['reconcile'])).stdout).toBe('Nothing to carry.\n')
    expect(await run('git notes --ref=chronicle list')).toBe(notes)
    const report = await chronicle(dir, ['doctor', '--format', 'json'])
    const { counts } = JSON.parse(report.stdout) as { readonly counts: object }
    expect(counts).not.toHaveProperty('rewritten_commits')
    expect(counts).not.toHaveProperty('commit_out_of_history')
  })
})

describe('a squash that is amended', () => {
  test('leaves nothing to carry', async () => {
    await run('git checkout -q -b side; add alpha a.ts; add beta b.ts; git checkout -q main')
    await run('git merge -q --squash side >/dev/null; git commit -q -m squashed; git commit -q --amend -m worded')
    for (const script of [':', 'git commit -q --amend --reset-author -m again']) {
      await run(script)
      expect((await chronicle(dir, ['status'])).stdout).not.toContain('not carried over')
      expect((await chronicle(dir, ['reconcile', '--dry-run'])).stdout).toMatch(/^Nothing to carry/u)
      const notes = await run('git notes --ref=chronicle list')
      await chronicle(dir, ['reconcile'])
      expect(await run('git notes --ref=chronicle list')).toBe(notes)
    }
  })
})

describe('what is recorded about code that is no longer there', () => {
  test('does not go to a copy of it in another file', async () => {
    await run('fn alpha a.ts; fn alpha b.ts; ci both; noted HEAD alpha b.ts')
    await run('git checkout -q HEAD~1 b.ts; git commit -q --amend --no-edit')
    expect(await noteOf('HEAD')).toContain('"file":"b.ts"')
  })
})

describe('what is recorded on a commit about other code', () => {
  test('keeps its trust when the commit is reverted', async () => {
    await run('add alpha a.ts; add beta b.ts')
    const rules = [['a.ts:alpha'], ['b.ts:beta'], ['./']].map(([place = '']) => [
      'record',
      place,
      '--constraint',
      place,
    ])
    for (const rule of rules) expect((await chronicle(dir, rule)).code).toBe(0)
    await run('git revert --no-edit HEAD')
    const lines = (await noteOf('HEAD~1', 'chronicle-corrections')).trim().split('\n')
    const files = lines.map((line) => (JSON.parse(line) as { readonly file?: string }).file)
    expect(files).toEqual(['b.ts', 'b.ts'])
  })

  test('keeps its trust although the commit changed some of that code', async () => {
    await run(
      'add alpha a.ts; add beta b.ts; edit a.ts \'return "alpha"\' \'return "first"\'; ci first; noted HEAD alpha a.ts',
    )
    for (const place of ['a.ts', 'a.ts:alpha']) {
      expect((await chronicle(dir, ['record', place, '--risk', place])).code).toBe(0)
    }
    await run('git revert --no-edit HEAD')
    const { intent } = JSON.parse(await noteOf('HEAD~1', 'chronicle-corrections')) as { readonly intent?: string }
    expect(intent).toBe('why alpha')
  })
})

describe('hooks that run late, or not to their end', () => {
  test('what a hook had taken when it was killed is recorded by the next one', async () => {
    await run('add alpha a.ts')
    const id = (await run('git rev-parse HEAD')).trim()
    const folder = join(dir, '.git', 'chronicle', 'unrecorded')
    await mkdir(folder, { recursive: true })
    const said = (note: string): string =>
      formatPendingContext({
        author: { ...SILENT, notes: [{ text: note, place: 'a.ts' }] },
        createdAt: 0,
        expiresAt: 1,
      })
    const { pid } = spawnSync('git', ['--version'])
    await writeFile(join(folder, `${id}.${pid}.taken`), said('Said before it was killed.'))
    await writeFile(join(folder, `${id}.${process.pid}.taken`), said('Being recorded.'))
    expect((await chronicle(dir, ['status'])).stdout).toContain(
      `The reasons given for ${id.slice(0, 12)} could not be recorded;`,
    )
    await run('add beta b.ts')
    expect(await noteOf('HEAD~1')).toContain('Said before it was killed.')
    expect(await noteOf('HEAD~1')).not.toContain('Being recorded.')
    expect(await readdir(folder)).toEqual([`${id}.${process.pid}.taken`])
  })

  test('what is kept is beside the commit before it is no longer kept for the next one', async () => {
    const folder = join(work, 'chronicle', 'unrecorded')
    const id = 'a'.repeat(40)
    let seen: readonly string[] = []
    const nextCommit = {
      read: () => okAsync({ author: { ...SILENT, notes: [{ text: 'x' }] }, createdAt: 0, expiresAt: 1 }),
      clear: () => {
        seen = readdirSync(folder)
        return errAsync({ code: 'pending_context_failed', message: 'busy' })
      },
    }
    const session = { call: {}, info: { chronicleDir: join(work, 'chronicle') }, repository: { nextCommit } }
    const outcome = await recordPendingContext({ io: { env: {} }, session, calledAt: 1 } as never, { id } as never)
    expect(outcome._unsafeUnwrapErr().code).toBe('pending_context_failed')
    expect([seen, await readdir(folder)]).toEqual([[`${id}.${process.pid}.taken`], []])
  })

  test('what an interrupted hook left is carried by the next one', async () => {
    await run('add alpha a.ts; add beta b.ts')
    const [old, now] = [
      (await run('git rev-parse HEAD')).trim(),
      (
        await run('CHRONICLE_HOOKS=off; export CHRONICLE_HOOKS; git commit -q --amend -m other; git rev-parse HEAD')
      ).trim(),
    ]
    expect(await noteOf('HEAD')).toBe('')
    const line = JSON.stringify({ from: [old], to: now, operation: 'amend' })
    await run(`mkdir -p .git/chronicle; printf '%s\\n%s' '${line}' '{"from":["12' > .git/chronicle/rewrites.jsonl`)
    await run('echo x >> c.ts; ci more')
    expect(await noteOf('HEAD^')).toContain('why beta')
  })

  test('what no hook saw is carried after a merge and after a change of branch, unless it is not certain', async () => {
    const off = 'CHRONICLE_HOOKS=off; export CHRONICLE_HOOKS;'
    await run(`add alpha a.ts; add beta b.ts; git branch side HEAD~2`)
    await run(`${off} git commit -q --amend -m 'add beta, said better'`)
    expect(await noteOf('HEAD')).toBe('')
    await run('git checkout -q side')
    expect(await noteOf('main')).toContain('why beta')
    await run(`git checkout -q -b other; echo x >> c.ts; ci more; git checkout -q main`)
    await run(`${off} git commit -q --amend -m 'add beta, once more'`)
    expect(await noteOf('HEAD')).toBe('')
    await run('git merge -q --no-edit other')
    expect(await noteOf('HEAD^1')).toContain('why beta')
    const notes = await run('git rev-parse refs/notes/chronicle')
    await run(
      `${off} git reset -q --hard HEAD^1; git commit -q --amend --allow-empty -m again; git reset -q --hard HEAD^`,
    )
    await run('git checkout -q side')
    expect(await run('git rev-parse refs/notes/chronicle')).toBe(notes)
    expect(spool.errorTexts).toEqual([])
  })

  test('what is recorded on a commit that was rewritten meanwhile follows it', async () => {
    await run('fn alpha a.ts; ci one; git rev-parse HEAD > "$work/old"; top a.ts; git commit -q -a --amend -m two')
    const old = (await readFile(join(work, 'old'), 'utf8')).trim()
    await run(`noted ${old} alpha a.ts`)
    const annotated = await chronicle(dir, ['annotate', '--commit', old, '--writer', 'heuristic'])
    expect(annotated.code).toBe(0)
    expect(await noteOf('HEAD')).toContain('"lines":{"start":5,"end":8}')
  })

  test('rewrites that are told in the wrong order', async () => {
    await run('add alpha a.ts; top a.ts')
    await run(
      'CHRONICLE_HOOKS=off; export CHRONICLE_HOOKS; git commit -q -a --amend -m one; git rev-parse HEAD > "$work/one"; top a.ts; git commit -q -a --amend -m two; git rev-parse HEAD > "$work/two"; git rev-parse HEAD@{2} > "$work/zero"',
    )
    const [zero, one, two] = await Promise.all(
      ['zero', 'one', 'two'].map(async (name) => (await readFile(join(work, name), 'utf8')).trim()),
    )
    await chronicle(dir, ['git-hook', 'post-rewrite', 'amend'], { input: `${one} ${two}\n` })
    expect(await noteOf('HEAD')).toBe('')
    await chronicle(dir, ['git-hook', 'post-rewrite', 'amend'], { input: `${zero} ${one}\n` })
    expect(await noteOf('HEAD')).toContain('"lines":{"start":7,"end":10}')
  })
})

describe('a hook stands in nobody’s way', () => {
  test('a failure is told in failed.log, and is no failure of git', async () => {
    await run('add alpha a.ts')
    await writeFile(join(dir, '.git/chronicle'), 'not a folder')
    const head = (await run('CHRONICLE_HOOKS=off git commit -q --amend -m other; git rev-parse HEAD@{1} HEAD')).trim()
    const result = await chronicle(dir, ['git-hook', 'post-rewrite', 'amend'], {
      input: `${head.replace('\n', ' ')}\n`,
    })
    expect(result.code).toBe(0)
    expect(result.stderr).toMatch(/^warning: The list of rewritten commits could not be (?:read|written): /u)
  })

  test('nothing is done where it is turned off, where nothing was rewritten, and outside of a repository', async () => {
    for (const [cwd, args, env] of [
      [dir, ['post-commit'], { CHRONICLE_HOOKS: 'off' }],
      [dir, ['post-merge', '0'], {}],
      [dir, ['post-checkout', 'a', 'b', '1'], {}],
      [dir, ['post-rewrite', 'amend'], {}],
    ] as const) {
      const done = await chronicle(cwd, ['git-hook', ...args], { env, input: 'nonsense\n' })
      expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
    }
    const outside = await chronicle(work, ['git-hook', 'post-commit'])
    expect(outside).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('warning: ') as string })
  })

  test('what was said of a commit is recorded on that very commit by a later hook where its own could not, and is told until then', async () => {
    await run('add alpha a.ts')
    await chronicle(dir, ['note', '--at', 'a.ts', 'It must stay below four.'])
    const lock = '.git/refs/notes/chronicle.lock'
    await run(`mkdir -p .git/refs/notes; : > ${lock}; fn alpha a.ts; ci one; rm ${lock}`)
    const commit = (await run('git rev-parse HEAD')).trim()
    expect(await noteOf('HEAD')).toBe('')
    expect((await chronicle(dir, ['context', 'show'])).stdout).toContain('Nothing is kept')
    const log = await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8')
    expect(log).toContain(`"commit":"${commit}","kind":"failed","code":"notes_ref_locked"`)
    const told = `The reasons given for ${commit.slice(0, 12)} could not be recorded; `
    expect((await chronicle(dir, ['status'])).stdout).toContain(told)
    expect((await chronicle(dir, ['doctor'])).stdout.replaceAll(/\s+/gu, ' ')).toContain(told)
    await chronicle(dir, ['note', '--at', 'a.ts', 'Said of the next one.'])
    await run('fn beta a.ts; ci two')
    expect(await noteOf('HEAD^')).toContain('It must stay below four.')
    expect(await noteOf('HEAD')).toContain('Said of the next one.')
    expect(await noteOf('HEAD')).not.toContain('It must stay below four.')
    expect((await chronicle(dir, ['status'])).stdout).not.toContain(told)
  })

  test('what was said follows the commit where that was amended before a hook could record it', async () => {
    await run('add alpha a.ts')
    await chronicle(dir, ['note', '--at', 'a.ts', 'It must stay below four.'])
    const lock = '.git/refs/notes/chronicle.lock'
    await run(`mkdir -p .git/refs/notes; : > ${lock}; fn alpha a.ts; ci one; rm ${lock}`)
    await run('git commit -q --amend -m other')
    expect(await noteOf('HEAD')).toContain('It must stay below four.')
  })

  test('a hook that has no handler is wrong usage', async () => {
    const wrong = await chronicle(dir, ['git-hook', 'pre-push'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain("'pre-push' is invalid")
  })
})

describe('what was stated to a coding agent', () => {
  const RULE = 'The answer must never be cached, because the gateway sends another key with every call.'

  /** Writes a session of Claude Code in which a person states a rule, and the agent writes a file for it. */
  async function leaveSession(): Promise<void> {
    const cwd = await realpath(dir)
    const shared = {
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: 's1',
      version: '2.1.4',
      gitBranch: 'main',
    }
    const at = (second: number): string => new Date(Date.now() - 60_000 + second * 1000).toISOString()
    const file = join(cwd, 'a.ts')
    const content = await readFile(file, 'utf8')
    const input = { file_path: file, content }
    const lines = [
      { type: 'user', uuid: 'u1', parentUuid: null, timestamp: at(0), message: { role: 'user', content: RULE } },
      {
        ...{ type: 'assistant', uuid: 'u2', parentUuid: 'u1', timestamp: at(1), requestId: 'r1' },
        message: {
          id: 'm1',
          role: 'assistant',
          model: 'claude',
          content: [{ type: 'tool_use', id: 't1', name: 'Write', input }],
        },
      },
      {
        ...{ type: 'user', uuid: 'u3', parentUuid: 'u2', timestamp: at(2) },
        message: {
          role: 'user',
          content: [{ tool_use_id: 't1', type: 'tool_result', content: 'File created successfully' }],
        },
        toolUseResult: { type: 'create', filePath: file, content },
      },
    ]
    const folder = join(work, '.claude/projects', cwd.replaceAll(/[^a-zA-Z0-9]/gu, '-'))
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, 's1.jsonl'),
      lines.map((line) => `${JSON.stringify({ ...shared, ...line })}\n`).join(''),
    )
  }

  const env = (): Readonly<Record<string, string>> => ({ HOME: work })

  test('is not looked for unless it is enabled', async () => {
    await run('fn alpha a.ts')
    await leaveSession()
    await run('ci one', env())
    expect(await noteOf('HEAD')).toBe('')
  })

  test('is recorded after a commit where it is enabled, once', async () => {
    await run('fn beta a.ts')
    await leaveSession()
    await run('git config chronicle.transcripts true; ci two', env())
    const note = await noteOf('HEAD')
    expect(note).toContain(RULE)
    expect(note).toContain('claude-code:s1')
    const [{ regions }] = [JSON.parse(note) as { readonly regions: readonly unknown[] }]
    expect(regions).toHaveLength(1)
    // A picked or amended commit keeps the annotation, and no session is read.
    await run('git commit -q --amend -m three', env())
    expect(JSON.parse(await noteOf('HEAD'))).toMatchObject({ regions: [{ file: 'a.ts' }] })
  })

  test('is never enabled by a file of the repository', async () => {
    await run('fn alpha a.ts')
    await leaveSession()
    await run('printf "transcripts = true\n[write]\ntranscripts = true\n" > .chronicle-config.toml; ci one', env())
    expect(await noteOf('HEAD')).toBe('')
  })

  test('keeps nothing from being committed where it cannot be read, and says so', async () => {
    await run('fn alpha a.ts')
    await run(
      'git config chronicle.transcripts true; mkdir -p .git/refs/notes; : > .git/refs/notes/chronicle.lock',
      env(),
    )
    await leaveSession()
    await run('ci one', env())
    expect(await run('git log -1 --format=%s')).toContain('one')
    expect(await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8')).toContain('"kind":"failed"')
  })

  test('has nothing to say on a machine without agents', async () => {
    await run('git config chronicle.transcripts true; fn alpha a.ts; ci one', env())
    expect(await noteOf('HEAD')).toBe('')
    await expect(readFile(join(dir, '.git/chronicle/failed.log'), 'utf8')).rejects.toThrow('ENOENT')
  })
})
