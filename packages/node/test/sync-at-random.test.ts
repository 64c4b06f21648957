import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommitId } from '@chronicle/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import { openChronicle, type Chronicle } from '../src/index.ts'

/*
 * Two clones of one bare repository annotate, correct, acknowledge, add notes of other tools, commit, rewrite, pull and
 * push at random and concurrently, and are killed at times. Everything recorded by a command that was not killed is in
 * both at the end.
 */

const ROUNDS = Number(process.env['CHRONICLE_SYNC_ROUNDS'] ?? 40)
const SEED = Number(process.env['CHRONICLE_SYNC_SEED'] ?? 12)

const NOTES = 'refs/notes/chronicle'
const REFS = [NOTES, `${NOTES}-corrections`, `${NOTES}-acks`] as const
type Ref = (typeof REFS)[number]

interface Clone {
  readonly dir: string
  readonly chronicle: Chronicle
  /** Commits of this clone's own branch, oldest first. */
  readonly commits: CommitId[]
}

let root: string
let realGit: string
let clones: readonly [Clone, Clone]
/**
 * Tokens by ref and commit that must be present at the end, and tokens that may be present because their writer was
 * killed.
 */
const recorded = new Map<string, Set<string>>()
const perhaps = new Set<string>()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'chronicle-sync-'))
  realGit = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim()
  await installKillingGit()
  git(root, 'init', '--quiet', '--bare', 'remote.git')
  const [a, b] = [await makeClone('a'), await makeClone('b')]
  clones = [a, b]
})
afterAll(async () => {
  await Promise.all(clones.map(({ chronicle }) => chronicle.close()))
  await rm(root, { recursive: true, force: true })
})

const environment = (): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  HOME: root,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  LC_ALL: 'C',
})

function git(cwd: string, ...args: readonly string[]): string {
  const run = spawnSync('git', args, { cwd, env: environment(), encoding: 'utf8', maxBuffer: 1 << 28 })
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
  return run.stdout.trim()
}

async function makeClone(name: string): Promise<Clone> {
  git(root, 'clone', '--quiet', 'remote.git', name)
  const dir = join(root, name)
  git(dir, 'config', 'user.name', name)
  git(dir, 'config', 'user.email', `${name}@example.com`)
  git(dir, 'config', 'gc.auto', '0')
  git(dir, 'config', 'notes.rewriteRef', `${NOTES}*`)
  git(dir, 'checkout', '--quiet', '-b', name)
  const chronicle = openChronicle({ dir, env: environment(), cacheDir: false })
  const clone: Clone = { dir, chronicle, commits: [] }
  for (const text of ['first', 'second']) await commit(clone, `${text} of ${name}`)
  return clone
}

/**
 * Installs a replacement for git that counts its calls, and kills the calling program before, after or during one of
 * them.
 */
async function installKillingGit(): Promise<void> {
  const folder = join(root, 'killer')
  await mkdir(folder)
  const script = `#!/bin/sh
count=$(cat "$KILL_COUNTER" 2>/dev/null || echo 0); count=$((count + 1)); echo $count > "$KILL_COUNTER"
if [ "$count" = "$KILL_AT" ]; then
  case $KILL_WHEN in
    before) kill -9 $PPID; exit 1 ;;
    after) "${realGit}" "$@"; code=$?; kill -9 $PPID; exit $code ;;
    during) "${realGit}" "$@" <&0 & child=$!; sleep 0.00$KILL_DELAY; kill -9 $child; kill -9 $PPID; exit 1 ;;
  esac
fi
exec "${realGit}" "$@"
`
  await writeFile(join(folder, 'git'), script)
  await chmod(join(folder, 'git'), 0o755)
}

let state = SEED
/** Mulberry32: the same seed gives the same rounds. */
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let value = Math.imul(state ^ (state >>> 15), 1 | state)
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
  return ((value ^ (value >>> 14)) >>> 0) % below
}

function pick<T>(from: readonly T[]): T {
  return from[random(from.length)] as T
}

let counter = 0
const token = (): string => `token${++counter}end`

function expectRecorded(ref: Ref, on: string, what: string): void {
  const key = `${ref} ${on}`
  recorded.set(key, (recorded.get(key) ?? new Set()).add(what))
}

async function commit({ dir, commits }: Clone, text: string): Promise<void> {
  await writeFile(join(dir, 'file.txt'), `${text}\n${random(1000)}\n`)
  git(dir, 'add', 'file.txt')
  git(dir, 'commit', '--quiet', '-m', text)
  commits.push(git(dir, 'rev-parse', 'HEAD') as CommitId)
}

const actions: Readonly<Record<string, (clone: Clone) => Promise<void>>> = {
  async annotate({ chronicle, commits }) {
    const [on, intent] = [pick(commits), token()]
    const input = { commit: on, summary: 'x', regions: [{ file: 'file.txt', intent, tags: ['tag'] }] }
    const done = await chronicle.annotate(input)
    if (done.isErr()) throw new Error(done.error.message)
    expectRecorded(NOTES, on, intent)
  },
  async correct({ chronicle, dir, commits }) {
    const on = pick(commits)
    if (!git(dir, 'notes', `--ref=${NOTES}`, 'list').includes(on)) return
    const reason = `reason${token()}`
    const done = await chronicle.correct({ commit: on, field: 'tags', value: 'tag', replacement: reason, reason })
    // The value was corrected before, so it does not exist any more.
    if (done.isErr() && done.error.code !== 'value_not_found') throw new Error(done.error.message)
    if (done.isOk()) expectRecorded(`${NOTES}-corrections`, on, reason)
  },
  async acknowledge({ dir, commits }) {
    const [on, reason] = [pick(commits), token()]
    const line = { $schema: 'chronicle-ack/v1', finding: '0123456789', reason, author: 'a', timestamp: '' }
    append(dir, `${NOTES}-acks`, on, JSON.stringify(line))
  },
  async otherTool({ dir }) {
    append(dir, NOTES, '4b825dc642cb6eb9a060e54bf8d69288fbee4904', token())
  },
  commit: (clone) => commit(clone, `commit ${random(100)}`),
  async amend({ dir, commits }) {
    const old = git(dir, 'rev-parse', 'HEAD')
    git(dir, 'commit', '--quiet', '--amend', '-m', `amended ${token()}`)
    const next = git(dir, 'rev-parse', 'HEAD') as CommitId
    commits.push(next)
    for (const ref of REFS) for (const found of tokensOf(dir, ref, old)) expectRecorded(ref, next, found)
  },
  /** Squashes two commits, whose notes git concatenates. */
  async squash(clone) {
    const { dir, commits } = clone
    await commit(clone, `fixup! ${git(dir, 'log', '-1', '--format=%s')}`)
    const both = ['HEAD~1', 'HEAD'].map((name) => git(dir, 'rev-parse', name))
    await actions['annotate']?.({ ...clone, commits: commits.slice(-1) })
    git(dir, '-c', 'sequence.editor=:', '-c', 'core.editor=:', 'rebase', '--quiet', '--autosquash', '-i', 'HEAD~2')
    const next = git(dir, 'rev-parse', 'HEAD') as CommitId
    if (!both.includes(next)) commits.push(next)
    for (const ref of REFS) {
      for (const old of both) for (const found of tokensOf(dir, ref, old)) expectRecorded(ref, next, found)
    }
  },
  pull: async ({ chronicle }) => shared(await chronicle.sync.pull()),
  push: async ({ chronicle }) => shared(await chronicle.sync.push()),
}

function append(dir: string, ref: Ref, on: string, line: string): void {
  const there = spawnSync('git', ['notes', `--ref=${ref}`, 'append', '-m', line, on], {
    cwd: dir,
    env: environment(),
    encoding: 'utf8',
  })
  if (there.status !== 0) throw new Error(there.stderr)
  for (const [found] of line.matchAll(/token\d+end/g)) expectRecorded(ref, on, found)
}

function shared(done: Awaited<ReturnType<Chronicle['sync']['push']>>): void {
  if (done.isErr()) throw new Error(`${done.error.code}: ${done.error.message}`)
}

function tokensOf(dir: string, ref: Ref, on: string): readonly string[] {
  const shown = spawnSync('git', ['notes', `--ref=${ref}`, 'show', on], {
    cwd: dir,
    env: environment(),
    encoding: 'utf8',
  })
  if (shown.status !== 0) return []
  // A correction also identifies its region by the recorded text.
  const pattern = ref === `${NOTES}-corrections` ? /reasontoken\d+end/g : /token\d+end/g
  return [...new Set([...shown.stdout.matchAll(pattern)].map(([found]) => found))]
}

/** Runs the command in a process that dies at a git call. Returns whether it was killed. */
async function killed({ dir }: Clone, args: readonly string[], input?: string): Promise<boolean> {
  const child = spawn(process.execPath, [...chronicleCommand, ...args], {
    cwd: dir,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {
      ...environment(),
      PATH: `${join(root, 'killer')}:${process.env['PATH']}`,
      KILL_COUNTER: join(root, `counter-${++counter}`),
      KILL_AT: String(1 + random(14)),
      KILL_WHEN: pick(['before', 'after', 'during']),
      KILL_DELAY: String(1 + random(9)),
    },
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, by) => resolve(by)))
  await removeLocks(join(dir, '.git'))
  return signal !== null
}

/** Removes the locks that a killed git leaves, as git's message tells users to do when no git is running. */
async function removeLocks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) {
    if (entry.endsWith('.lock') && !entry.startsWith('objects')) await rm(join(folder, entry), { force: true })
  }
}

async function killSomething(clone: Clone): Promise<'killed' | 'finished'> {
  const [on, intent] = [pick(clone.commits), token()]
  const kind = random(4)
  const input = JSON.stringify({ commit: on, summary: 'x', regions: [{ file: 'file.txt', intent }] })
  const was =
    kind === 0
      ? await killed(clone, ['annotate', '--live'], input)
      : await killed(clone, ['sync', kind === 1 ? 'pull' : 'push'])
  if (kind === 0 && was) perhaps.add(intent)
  if (kind === 0 && !was) expectRecorded(NOTES, on, intent)
  return was ? 'killed' : 'finished'
}

test(
  `both clones end with the union after ${ROUNDS} rounds`,
  async () => {
    const kinds = [
      ...['annotate', 'annotate', 'annotate', 'correct', 'acknowledge', 'otherTool', 'commit', 'amend', 'squash'],
      ...['pull', 'push', 'push'],
    ]
    const counts = { killed: 0, finished: 0, atOnce: 0 }
    for (const action of Object.values(actions)) for (const clone of clones) await action(clone)
    for (let round = 0; round < ROUNDS; round++) {
      const turn = random(10)
      const [a, b] = clones
      if (turn === 0) counts[await killSomething(pick(clones))]++
      else if (turn < 4) {
        // Both have new notes and push them at the same time: one of them loses the race.
        await actions['annotate']?.(a)
        await actions['annotate']?.(b)
        await Promise.all([actions['push']?.(a), actions['push']?.(b)])
        counts.atOnce++
      } else await actions[pick(kinds)]?.(pick(clones))
    }
    expect(counts.atOnce).toBeGreaterThan(ROUNDS / 10)

    const [a, b] = clones
    for (const clone of [a, b, a]) shared(await clone.chronicle.sync.push())
    for (const clone of clones) shared(await clone.chronicle.sync.pull())
    for (const ref of REFS) {
      const tips = [...clones.map(({ dir }) => dir), join(root, 'remote.git')].map((dir) => git(dir, 'rev-parse', ref))
      expect([ref, new Set(tips).size]).toEqual([ref, 1])
      const listed = git(a.dir, 'notes', `--ref=${ref}`, 'list').split('\n')
      for (const line of listed) {
        const on = line.split(' ')[1] ?? ''
        const found = tokensOf(a.dir, ref, on)
        const expected = recorded.get(`${ref} ${on}`) ?? new Set()
        const invented = found.filter((each) => !expected.has(each) && !perhaps.has(each))
        const lost = [...expected].filter((each) => !found.includes(each))
        expect({ ref, on, invented, lost }).toEqual({ ref, on, invented: [], lost: [] })
      }
      const noted = new Set(listed.map((line) => line.split(' ')[1]))
      for (const key of recorded.keys()) {
        const [of, on] = key.split(' ')
        if (of === ref) expect(noted).toContain(on)
      }
    }
    for (const { dir } of clones) git(dir, 'fsck', '--strict')
    process.stderr.write(`sync at random: ${ROUNDS} rounds, ${JSON.stringify(counts)}, ${recorded.size} notes\n`)
  },
  120_000 + ROUNDS * 5_000,
)
