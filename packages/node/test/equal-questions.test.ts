import { setImmediate } from 'node:timers/promises'
import type { CallOptions, GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { ResultAsync } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

/* A query that runs while an equal one is running shares its expensive work. */

const FILE = 'src/client.ts'
const TASK = 'Connect tries again when the broker restarts'
const EQUAL = 8

let repository: FixtureRepository
beforeAll(async () => {
  repository = await createFixtureRepository()
  for (let tries = 1; tries <= 12; tries++) {
    const message = `Try ${tries} times in connect\n\nThe broker takes that long to restart, so fewer are not enough.`
    const body = `export function connect(): number {\n  // The broker restarts slowly.\n  return ${tries}\n}\n`
    await repository.commitFiles(message, { [FILE]: body })
  }
})
afterAll(() => repository.dispose())

type Ask = (chronicle: Chronicle, call?: CallOptions) => ReturnType<Chronicle['lookup' | 'retrieve' | 'read']>

/** The queries, each with the git method that only its shared work calls. */
const QUESTIONS: readonly (readonly [name: string, shared: 'changesOf' | 'history', ask: Ask])[] = [
  ['lookup', 'changesOf', (chronicle, call) => chronicle.lookup({ file: FILE, anchor: 'connect' }, call)],
  ['read', 'changesOf', (chronicle, call) => chronicle.read({ files: [FILE], anchor: 'connect' }, call)],
  ['retrieve of the working tree', 'history', (chronicle, call) => chronicle.retrieve({ task: TASK }, call)],
  ['retrieve of a commit', 'history', (chronicle, call) => chronicle.retrieve({ task: TASK, rev: 'HEAD' }, call)],
]

interface ColdOptions {
  /** Number of diffs with the working tree that must be done before git returns the history. Default: none. */
  readonly listings?: number
  readonly onAsked?: () => void
}

/** Opens a repository without any cache, and records its git calls that take a process and much reading. */
function openCold({ listings = 0, onAsked }: ColdOptions = {}) {
  const git = createGitCli({ dir: repository.dir })
  const asked: string[] = []
  let listed = 0
  const note = (name: string): void => {
    asked.push(name)
    onAsked?.()
  }
  const counted: GitBackend = {
    ...git,
    diff: (...args) => git.diff(...args).andTee(() => void listed++),
    changesOf: (...args) => {
      note('changesOf')
      return git.changesOf(...args)
    },
    history: (...args) => {
      note('history')
      const allListed = async (): Promise<void> => {
        while (listed < listings) await setImmediate()
      }
      return ResultAsync.fromSafePromise(allListed()).andThen(() => git.history(...args))
    },
  }
  return { chronicle: openChronicle({ dir: repository.dir, git: counted, cacheDir: false }), asked }
}

describe.each(QUESTIONS)('%s', (name, shared, ask) => {
  it('costs no more when it is asked many times at once', async () => {
    const once = openCold()
    await using alone = once.chronicle
    const answer = (await ask(alone))._unsafeUnwrap()
    const often = openCold({ listings: name.endsWith('working tree') ? EQUAL : 0 })
    await using chronicle = often.chronicle
    const answers = await Promise.all(Array.from({ length: EQUAL }, () => ask(chronicle)))
    expect(answers.map((each) => each._unsafeUnwrap())).toEqual(Array.from({ length: EQUAL }, () => answer))
    const counted = [once, often].map(({ asked }) => asked.filter((each) => each === shared).length)
    expect(counted[0]).toBeGreaterThan(0)
    expect(counted[1]).toBe(counted[0])
  })

  it('goes on without the one that asked first and gave up', async () => {
    await using alone = openCold().chronicle
    const answer = (await ask(alone))._unsafeUnwrap()
    const first = new AbortController()
    await using chronicle = openCold({ onAsked: () => first.abort() }).chronicle
    const asking = [ask(chronicle, { signal: first.signal }), ask(chronicle), ask(chronicle)]
    const [aborted, ...others] = await Promise.all(asking)
    expect(aborted?._unsafeUnwrapErr().code).toBe('aborted')
    expect(others.map((each) => each._unsafeUnwrap())).toEqual([answer, answer])
  })
})
