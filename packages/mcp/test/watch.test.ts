import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { openChronicle, type Chronicle } from '@chronicle/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serveOverHttp } from '../src/http/index.ts'
import {
  prepareChronicleServer,
  serveOverStdio,
  watchRepository,
  type CreateServer,
  type RepositoryWatch,
} from '../src/index.ts'
import { watchFiles, type FileWatch } from '../src/watch/watch-files.ts'
import { createStation, disposeStation, gitEnvironment, type Station } from './station.ts'
import { transportOver } from './stream-transport.ts'

let station: Station
const open: { close(): Promise<void> | void }[] = []
beforeEach(async () => {
  station = await createStation()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  await disposeStation(station)
})

const git = (...args: readonly string[]): Promise<string> => station.repository.git(...args)

/** A watched repository, with counters of its background activity. */
interface WatchedRepository {
  readonly watch: RepositoryWatch
  /** Files of all answered queries, whoever made them. */
  readonly answered: readonly string[]
  /** Number of times a file's history was listed or a file was parsed: work that takes time and is cached. */
  efforts(): number
  /** Number of times the watch reported changed notes. */
  notices(): number
  ask(file?: string): Promise<void>
}

/**
 * Opens and watches a repository, and counts its work. Everything known of `file` and earlier queries is then cached.
 */
async function follow(
  dir = station.repository.dir,
  gitBackend: 'cli' | 'isomorphic' = 'cli',
): Promise<WatchedRepository> {
  const opened = openChronicle({ dir, gitBackend, env: gitEnvironment })
  let efforts = 0
  const counting =
    <Args extends readonly unknown[], Answer>(work: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      efforts++
      return work(...args)
    }
  const { fileRevisions, log } = opened.git
  const revisions = fileRevisions === undefined ? {} : { fileRevisions: counting(fileRevisions) }
  const counted = openChronicle({
    dir,
    git: { ...opened.git, log: counting(log), ...revisions },
    ast: { ...opened.ast, outline: counting(opened.ast.outline) },
    cacheDir: false,
  })
  const answered: string[] = []
  const lookup: Chronicle['lookup'] = (query, options) =>
    counted.lookup(query, options).map((answer) => {
      answered.push(query.file)
      return answer
    })
  const watch = watchRepository({ chronicle: { ...counted, lookup } })
  let notices = 0
  watch.onNotesChanged(() => notices++)
  open.push(watch, opened)
  const ask = async (file = 'src/client.ts'): Promise<void> => {
    const answer = await watch.chronicle.lookup({ file })
    if (answer.isErr()) throw new Error(answer.error.message)
  }
  return { watch, answered, efforts: () => efforts, notices: () => notices, ask }
}

/** Waits for an effect of file system events, which may take long on a busy machine. */
const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 })

/** Expects that the query is repeated after `change`, and then answered from the cache. */
async function expectReady(
  { answered, efforts, ask }: WatchedRepository,
  change: () => Promise<unknown>,
): Promise<void> {
  await ask()
  const before = { answered: answered.length, efforts: efforts() }
  await change()
  await eventually(() => expect(answered.length).toBeGreaterThan(before.answered))
  const ready = efforts()
  expect(ready).toBeGreaterThan(before.efforts)
  await ask()
  expect(efforts()).toBe(ready)
}

/** Expects no repeated query and no notice before a later change has been seen. */
async function expectQuiet(followed: WatchedRepository, change: () => Promise<unknown>): Promise<void> {
  await followed.ask()
  const { answered } = followed
  const before = { answered: answered.length, notices: followed.notices() }
  await change()
  await git('notes', '--ref=chronicle', 'append', '-m', 'more', 'HEAD')
  await eventually(() => expect(followed.notices()).toBeGreaterThan(before.notices))
  await eventually(() => expect(answered.length).toBeGreaterThan(before.answered))
  expect([followed.notices() - before.notices, answered.length - before.answered]).toEqual([1, 1])
}

let commits = 0
/** Creates a unique commit: dates are pinned, so the same commit again would have the same id. */
const commit = (): Promise<string> =>
  git('commit', '--quiet', '--allow-empty', '--message', `More, number ${++commits}`)

describe('what was asked is at hand again', () => {
  test('after a commit', async () => {
    const followed = await follow()
    await expectReady(followed, commit)
    await expectReady(followed, () => git('commit', '--quiet', '--amend', '--allow-empty', '--message', 'Amended'))
    await expectReady(followed, () => git('reset', '--quiet', '--soft', 'HEAD~2'))
    expect(followed.notices()).toBe(0)
  })

  test('after a commit without reflogs', async () => {
    await git('config', 'core.logAllRefUpdates', 'false')
    await rm(join(station.repository.dir, '.git/logs'), { recursive: true })
    await git('checkout', '--quiet', '-b', 'deep/er/topic')
    const followed = await follow()
    await expectReady(followed, commit)
    const tree = await git('rev-parse', 'HEAD^{tree}')
    const next = await git('commit-tree', '-p', 'HEAD', '-m', 'Plumbing', tree)
    await expectReady(followed, () => git('update-ref', 'refs/heads/deep/er/topic', next))
  })

  test('on another branch', async () => {
    await git('branch', 'topic')
    await commit()
    const followed = await follow()
    await expectReady(followed, () => git('checkout', '--quiet', 'topic'))
    await expectReady(followed, commit)
    await expectReady(followed, () => git('checkout', '--quiet', '--detach', 'HEAD~2'))
  })

  test('after an edit, where it was edited', async () => {
    const followed = await follow()
    await followed.ask('src/pool.ts')
    const path = join(station.repository.dir, 'src/client.ts')
    await expectReady(followed, () => appendFile(path, '// more\n'))
    // Replaces the file as editors do.
    const replace = async (): Promise<void> => {
      await writeFile(`${path}.new`, 'export const client = 1\n')
      await rename(`${path}.new`, path)
    }
    await expectReady(followed, replace)
    expect(followed.answered.filter((file) => file === 'src/pool.ts')).toHaveLength(1)
  })

  test('in a linked worktree, which has a HEAD of its own', async () => {
    await git('worktree', 'add', '--quiet', '-b', 'topic', 'linked', 'HEAD')
    const dir = join(station.repository.dir, 'linked')
    const followed = await follow(dir)
    await expectReady(followed, () => git('-C', dir, 'commit', '--quiet', '--allow-empty', '--message', 'On topic'))
    await expectQuiet(followed, commit)
  })

  test('the latest eight questions, no more', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
    for (const name of names) await writeFile(join(station.repository.dir, `${name}.txt`), name)
    await git('add', '.')
    await git('commit', '--quiet', '--message', 'Letters')
    const followed = await follow()
    for (const name of names) await followed.ask(`${name}.txt`)
    const before = followed.answered.length
    await commit()
    await eventually(() => expect(followed.answered.length).toBe(before + 8))
    expect(followed.answered.slice(before)).toEqual(
      names
        .slice(2)
        .reverse()
        .map((name) => `${name}.txt`),
    )
  })
})

describe('notes', () => {
  test('that are added, removed or corrected are told of', async () => {
    const followed = await follow()
    const { notices, answered, ask } = followed
    await ask()
    const change = async (times: number, run: () => Promise<unknown>): Promise<void> => {
      const before = answered.length
      await run()
      await eventually(() => expect(notices()).toBe(times))
      await eventually(() => expect(answered.length).toBe(before + 1))
    }
    await change(1, () => git('notes', '--ref=chronicle', 'add', '-m', 'a note', 'HEAD'))
    await change(2, () => git('notes', '--ref=chronicle', 'remove', 'HEAD'))
    await change(3, async () => station.chronicle.flag({ path: 'src/pool.ts', anchor: 'acquire', reason: 'No more' }))
    await change(4, () => git('notes', '--ref=chronicle-acks', 'add', '-m', 'an acknowledgement', 'HEAD'))
  })

  test('are seen in a repository that has none yet', async () => {
    await git('update-ref', '-d', 'refs/notes/chronicle')
    await git('pack-refs', '--all')
    await rm(join(station.repository.dir, '.git/refs/notes'), { recursive: true, force: true })
    const followed = await follow()
    await followed.ask()
    await git('notes', '--ref=chronicle', 'add', '-m', 'a note', 'HEAD')
    await eventually(() => expect(followed.notices()).toBe(1))
  })

  test('that only move into a pack are the same, and later ones are seen', async () => {
    const followed = await follow()
    await expectQuiet(followed, () => git('pack-refs', '--all', '--prune'))
    await expectQuiet(followed, () => git('gc', '--quiet', '--prune=now'))
  })
})

test('the backend without the git binary follows as well', async () => {
  const followed = await follow(station.repository.dir, 'isomorphic')
  await expectReady(followed, commit)
  await git('notes', '--ref=chronicle', 'add', '-m', 'a note', 'HEAD')
  await eventually(() => expect(followed.notices()).toBe(1))
})

test('a bare repository is followed, too', async () => {
  const dir = join(station.repository.dir, 'bare.git')
  await git('clone', '--quiet', '--bare', station.repository.dir, dir)
  await git('push', '--quiet', dir, 'refs/notes/chronicle')
  const followed = await follow(dir)
  await followed.ask()
  const before = followed.answered.length
  await commit()
  await git('push', '--quiet', dir, 'main')
  await eventually(() => expect(followed.answered.length).toBe(before + 1))
})

test('a repository may be deleted while it is followed', async () => {
  const dir = join(station.repository.dir, 'short-lived')
  await git('clone', '--quiet', station.repository.dir, dir)
  const followed = await follow(dir)
  await followed.ask()
  await rm(dir, { recursive: true, force: true })
  const later = await followed.watch.chronicle.lookup({ file: 'src/client.ts' })
  expect(later.isErr()).toBe(true)
  expect(followed.notices()).toBe(0)
})

test('nothing is asked or told after the end', async () => {
  const { watch, answered, notices, ask } = await follow()
  await ask()
  await watch.close()
  await git('notes', '--ref=chronicle', 'add', '-m', 'a note', 'HEAD')
  const other = await follow()
  await other.ask()
  await git('notes', '--ref=chronicle', 'remove', 'HEAD')
  await eventually(() => expect(other.notices()).toBe(1))
  expect([answered.length, notices()]).toEqual([1, 0])
})

test('a process ends though it watches', async () => {
  const script = `
    import { openChronicle } from '@chronicle/node'
    import { watchRepository } from '@chronicle/mcp'
    const watch = watchRepository({ chronicle: openChronicle({ dir: process.argv[1] }) })
    const answer = await watch.chronicle.lookup({ file: 'src/client.ts' })
    console.log(answer.isOk())`
  const options = ['--conditions=chronicle-source', '--import', import.meta.resolve('tsx'), '--input-type=module']
  const child = spawn(process.execPath, [...options, '--eval', script, station.repository.dir], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await child.stdout.toArray()
  expect(Buffer.concat(output as Buffer[]).toString()).toBe('true\n')
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
})

describe.each(['legacy', 'auto'] as const)('a client of the %s protocol is told', (mode) => {
  async function connect(transport: Transport): Promise<() => number> {
    let notices = 0
    const resources = { autoRefresh: false, debounceMs: 0, onChanged: () => notices++ }
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode }, listChanged: { resources } },
    )
    await client.connect(transport)
    expect(client.getServerCapabilities()).toMatchObject({ resources: { listChanged: true } })
    open.unshift(client)
    return () => notices
  }
  const serve = async (): Promise<{ watch: RepositoryWatch; createServer: CreateServer }> => {
    const { watch, ask } = await follow()
    await ask()
    return { watch, createServer: prepareChronicleServer({ chronicle: watch.chronicle })._unsafeUnwrap() }
  }

  test('over stdio', async () => {
    const { watch, createServer } = await serve()
    const streams = { stdin: new PassThrough(), stdout: new PassThrough() }
    const ended = serveOverStdio(createServer, { ...streams, watch })
    const notices = await connect(transportOver(streams))
    await git('notes', '--ref=chronicle', 'add', '-m', 'a note', 'HEAD')
    await eventually(() => expect(notices()).toBe(1))
    await open.shift()?.close()
    await ended
    await git('notes', '--ref=chronicle', 'remove', 'HEAD')
  })

  test('over HTTP, each one', async () => {
    const { watch, createServer } = await serve()
    const serving = (await serveOverHttp(createServer, { port: 0, watch }))._unsafeUnwrap()
    open.unshift(serving)
    const transport = (): Transport => new StreamableHTTPClientTransport(new URL(serving.url))
    const noticesOfClients = [await connect(transport()), await connect(transport())]
    // A client of the older protocol listens with a separate request, which the server does not acknowledge.
    let notes = 0
    await eventually(async () => {
      await git(
        'notes',
        '--ref=chronicle',
        notes++ % 2 === 0 ? 'add' : 'remove',
        ...(notes % 2 === 1 ? ['-m', 'a'] : []),
        'HEAD',
      )
      expect(noticesOfClients.every((times) => times() > 0)).toBe(true)
    })
  })
})

describe('files in folders that cannot be watched', () => {
  let files: FileWatch | undefined
  afterEach(() => files?.close())

  test('are looked at now and then', async () => {
    const refuse = (): never => {
      throw new Error('ENOSPC: System limit for number of file watchers reached')
    }
    const changed: string[][] = []
    files = watchFiles((paths) => changed.push([...paths]), { watch: refuse, pollMs: 10 })
    const [here, gone, late] = ['here', 'gone', 'deep/late'].map((name) => join(station.repository.dir, name))
    await writeFile(gone!, '')
    files.follow([here!, gone!, late!])
    await writeFile(here!, '')
    await eventually(() => expect(changed).toEqual([[here]]))
    await rm(gone!)
    await eventually(() => expect(changed).toEqual([[here], [gone]]))
    await mkdir(join(station.repository.dir, 'deep'))
    await writeFile(late!, '')
    await eventually(() => expect(changed).toEqual([[here], [gone], [late]]))
  })
})
