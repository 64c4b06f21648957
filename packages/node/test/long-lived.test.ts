import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

/* A process that runs while its repository changes must give the same answers as one started after the change. */

const code = (body: string): string => `export function connect(host) {\n${body}\n  return host\n}\n`
const file = 'src/client.js'
/** Milliseconds for all questions to one process. */
const MAX_MS = 120_000

let origin: FixtureRepository

beforeAll(async () => {
  origin = await createFixtureRepository()
  const first = await origin.commitFiles('Add connect\n\nIt must return the host, because callers compare it.', {
    'old/client.js': code('  begin()'),
  })
  await origin.rename('old', 'src')
  await origin.commit('Move old to src')
  await origin.branch('short')
  const refused = await origin.commitFiles(
    'Refuse no host in connect\n\nThe resolver hangs on it, so it must be refused.',
    {
      [file]: code('  begin()\n  if (!host) throw new Error()'),
    },
  )
  await origin.commitFiles('Log in connect\n\nLogged so that support sees the host.', {
    [file]: code('  begin()\n  if (!host) throw new Error()\n  log(host)'),
  })
  await origin.commitFiles('Greet', { 'README.md': '# Hello\n' })
  const region = (path: string, intent: string): unknown => ({ file: path, anchor: 'connect', intent })
  await using chronicle = openChronicle({ dir: origin.dir, cacheDir: false })
  for (const [commit, regions] of [
    [first, [region('old/client.js', 'Open the connection.')]],
    [refused, [region(file, 'Refuse an empty host.')]],
  ] as const) {
    ;(await chronicle.annotate({ commit, summary: 'Why', regions }))._unsafeUnwrap()
  }
})
afterAll(() => origin.dispose())

async function clone(...options: readonly string[]): Promise<string> {
  const dir = join(origin.dir, '..', `clone-${Math.random().toString(36).slice(2)}`)
  const config = ['--config', 'user.name=Ada', '--config', 'user.email=ada@example.com']
  await origin.git('clone', '--quiet', ...config, ...options, `file://${origin.dir}`, dir)
  await origin.git('-C', dir, 'fetch', '--quiet', ...options, 'origin', '+refs/notes/*:refs/notes/*')
  return dir
}

async function ask(chronicle: Chronicle): Promise<unknown> {
  const place = { file, anchor: 'connect' }
  // A call that hangs is named by its answer.
  const call = { signal: AbortSignal.timeout(MAX_MS) }
  const asked = {
    lookup: await chronicle.lookup(place, call),
    read: await chronicle.read({ files: [file], at: 'HEAD' }, call),
    history: await chronicle.history(place, call),
    log: await chronicle.log({}, call),
    status: await chronicle.status({}, call),
    retrieve: await chronicle.retrieve({ task: 'Refuse an empty host in connect', rev: 'HEAD' }, call),
    earlier: await chronicle.git.resolve('HEAD~3', call),
    info: await chronicle.git.describe(call),
  }
  const said = Object.entries(asked).map(([name, answer]) => [
    name,
    answer.match(
      (value) => JSON.stringify(value, null, 1),
      ({ code: error, message }) => `${error}: ${message}`,
    ),
  ])
  return Object.fromEntries(said)
}

type Change = (dir: string, git: (...args: readonly string[]) => Promise<string>) => Promise<unknown>

async function expectSameAnswers(gitBackend: 'cli' | 'isomorphic', options: readonly string[], change: Change) {
  const dir = await clone(...options)
  const open = (cacheDir: string | false): Chronicle => openChronicle({ dir, cacheDir, gitBackend })
  const kept = `${dir}-cache`
  const living = [open(false), open(kept)]
  for (const chronicle of living) await ask(chronicle)
  await change(dir, (...args) => origin.git('-C', dir, ...args))
  const cold = open(false)
  const expected = await ask(cold)
  for (const chronicle of [...living, open(kept)]) {
    expect(await ask(chronicle)).toEqual(expected)
    await chronicle.close()
  }
  await cold.close()
}

const ofShallowClones: Readonly<Record<string, Change>> = {
  'is completed': (_, git) => git('fetch', '--quiet', '--unshallow'),
  'is deepened': (_, git) => git('fetch', '--quiet', '--deepen=1'),
}

const ofClones: Readonly<Record<string, Change>> = {
  'is made anew, shallow': async (dir) => {
    await rm(dir, { recursive: true })
    await origin.git('clone', '--quiet', '--depth=1', '--branch=short', `file://${origin.dir}`, dir)
  },
  'is removed': (dir) => rm(dir, { recursive: true }),
  'loses its working tree': (_, git) => git('config', 'core.bare', 'true'),
  'has another branch checked out': (_, git) => git('checkout', '--quiet', 'origin/short'),
  'has lost its notes': (_, git) => git('update-ref', '-d', 'refs/notes/chronicle'),
  'has been rewritten, and repacked': async (dir, git) => {
    await writeFile(join(dir, file), code('  begin(1)'))
    await git('commit', '--quiet', '--all', '--amend', '--message', 'Begin once in connect')
    await git('repack', '--quiet', '-a', '-d', '-f')
  },
}

describe.each(['cli', 'isomorphic'] as const)('answers do not depend on how long a process lives (%s)', (backend) => {
  test.each(Object.entries(ofShallowClones))('when its shallow clone %s', (_, change) =>
    expectSameAnswers(backend, ['--depth=2'], change),
  )
  test.each(Object.entries(ofClones))('when its clone %s', (_, change) => expectSameAnswers(backend, [], change))
})

test('a repository that borrows objects from another one from now on is read with these', async () => {
  await expectSameAnswers('cli', [], async (dir, git) => {
    const lent = await createFixtureRepository()
    await lent.git('pull', '--quiet', origin.dir, 'main')
    const commit = await lent.commitFiles('Begin twice', { [file]: code('  begin(2)') })
    await writeFile(join(dir, '.git/objects/info/alternates'), `${lent.dir}/.git/objects\n`)
    await git('reset', '--quiet', '--hard', commit)
  })
})

test('a repository whose object format is another one is read as it is', async () => {
  await expectSameAnswers('cli', [], async (dir, git) => {
    await rm(join(dir, '.git'), { recursive: true })
    await git('init', '--quiet', '--object-format=sha256')
    await git('add', '--all')
    await git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'Anew')
  })
})
