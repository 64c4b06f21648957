import { once } from 'node:events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'
import { call, connectClient } from './connect.ts'
import { canCount, command, countHeld, startOverHttp, type ProcessResources } from './server-process.ts'
import { useStation, gitEnvironment } from './station.ts'

/*
 * A server's resources must not grow with the number of answered calls. Handles are counted exactly, memory as a ratio.
 */
const CALLS = repetitions(300, 1000)
const MOST_GROWTH = 1.25

const station = await useStation()

const questions = [
  ['chronicle_lookup', { path: 'src/client.ts', anchor: 'connect' }],
  ['chronicle_read', { paths: ['src/client.ts', 'src/pool.ts'] }],
  ['chronicle_deps', { path: 'src/client.ts' }],
  ['chronicle_history', { path: 'src/client.ts' }],
  ['chronicle_summary', {}],
  ['chronicle_lookup', { path: 'absent.ts' }],
  ['chronicle_read', { paths: [] }],
] as const

async function ask(client: Client, calls: number): Promise<void> {
  for (let i = 0; i < calls; i++) {
    const [name, input] = questions[i % questions.length] ?? questions[0]
    await call(client, name, input)
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test(`${CALLS} calls of a client leave no handles and little memory`, async () => {
  const client = await connectClient({ chronicle: station.chronicle })
  await ask(client, CALLS / 2)
  const before = { handles: processHandles(), heap: heapUsed() }
  await ask(client, CALLS)
  expect(processHandles()).toEqual(before.handles)
  expect(heapUsed() / before.heap).toBeLessThan(MOST_GROWTH)
  await client.close()
})

/**
 * Counts the handles of processes and servers. Kept-alive connections are excluded, because the pool of `fetch` opens
 * and closes them.
 */
function processHandles(): readonly number[] {
  const active = process.getActiveResourcesInfo()
  return ['ProcessWrap', 'PipeWrap', 'TCPServerWrap'].map((kind) => active.filter((one) => one === kind).length)
}

/** Number of calls after which a process has allocated all it needs and must not grow any more. */
const SETTLED = repetitions(100, 300)
/** A leak grows in every round; memory that a busy machine has not collected yet does not. */
const ROUNDS = 3
/** Maximum growth of a process: 10 KB for each call of a thorough run. */
const MOST_MEGABYTES = 7

/* The same for the command as a process, measured by the kernel, in a repository that keeps changing. */
describe.skipIf(!canCount)(`${CALLS} calls of a process`, () => {
  async function endure(pid: number, clients: readonly Client[]): Promise<void> {
    const askOnce = (turn: number): Promise<unknown> => {
      const [name, input] = questions[turn % questions.length] ?? questions[0]
      return call(clients[turn % clients.length] as Client, name, input)
    }
    const work = async (): Promise<void> => {
      await station.repository.git('commit', '--quiet', '--allow-empty', '--message', 'Go on')
      await station.repository.git('notes', '--ref=chronicle', 'append', '-m', 'Go on', 'HEAD')
    }
    /** Ignores momentary use: counts the minimum of the last fifty measurements. */
    const askAndCount = async (from: number, to: number): Promise<ProcessResources> => {
      const times: ProcessResources[] = []
      for (let turn = from; turn < to; turn += clients.length) {
        if (turn % 100 === 0) await work()
        await Promise.all(clients.map((_, index) => askOnce(turn + index)))
        times.push(countHeld(pid))
      }
      return leastOf(times.slice(-50))
    }
    let before = await askAndCount(0, SETTLED)
    let grown: ProcessResources = before
    for (let round = 0; round < ROUNDS; round++) {
      const from = SETTLED + round * (CALLS - SETTLED)
      const after = await askAndCount(from, from + CALLS - SETTLED)
      grown = {
        megabytes: after.megabytes - before.megabytes,
        files: after.files - before.files,
        watchedFolders: after.watchedFolders - before.watchedFolders,
        processes: after.processes - before.processes,
      }
      before = after
      if (grown.megabytes < MOST_MEGABYTES && grown.files + grown.watchedFolders + grown.processes === 0) return
    }
    expect(grown).toEqual({ megabytes: `less than ${MOST_MEGABYTES}`, files: 0, watchedFolders: 0, processes: 0 })
  }

  test('over stdio', async () => {
    const args = [...command, 'mcp', 'start']
    const cwd = station.repository.dir
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env: { ...gitEnvironment } })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    onTestFinished(() => client.close())
    await endure(transport.pid ?? 0, [client])
  })

  test.each(['legacy', 'auto'] as const)('of two clients over HTTP (%s)', async (mode) => {
    const { child, url } = await startOverHttp(station.repository.dir)
    onTestFinished(() => void child.kill('SIGKILL'))
    const connect = async (): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(new StreamableHTTPClientTransport(url))
      return client
    }
    const clients = [await connect(), await connect()]
    await endure(child.pid ?? 0, clients)
    await Promise.all(clients.map((client) => client.close()))
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(0)
  })
})

if (!canCount) console.log('Not run, this system has no /proc: many calls of a process')

function leastOf(times: readonly ProcessResources[]): ProcessResources {
  const least = (name: keyof ProcessResources): number => Math.min(...times.map((held) => held[name]))
  return {
    megabytes: least('megabytes'),
    files: least('files'),
    watchedFolders: least('watchedFolders'),
    processes: least('processes'),
  }
}
