import childProcess, { type SpawnOptions, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { SpawnedChild, type SpawnerReport } from './spawned-child.ts'

/*
 * Runs before each test file. To start a program, Linux copies the process that starts it. Copying a test worker of
 * some hundred megabytes takes longer than most git commands, so a small process beside the worker starts `git` and
 * `sh`. Tests of starting processes itself use the unchanged `spawn`.
 */
const SUBJECTS = ['/packages/git-cli/']
const PROGRAMS: readonly string[] = ['git', 'sh']
const SPAWNER = fileURLToPath(new URL('spawner.mjs', import.meta.url))

type Spawn = typeof childProcess.spawn

interface Worker {
  /** Both ways to start a program, set by the first test file of the worker. */
  chronicleSpawns?: { readonly direct: Spawn; readonly apart: Spawn }
}

if (process.platform === 'linux') {
  const worker = globalThis as Worker
  const direct = worker.chronicleSpawns?.direct ?? childProcess.spawn
  worker.chronicleSpawns ??= { direct, apart: await createSpawnerProcess(direct) }
  const { testPath = '' } = expect.getState()
  childProcess.spawn = SUBJECTS.some((subject) => testPath.includes(subject)) ? direct : worker.chronicleSpawns.apart
  syncBuiltinESMExports()
}

async function createSpawnerProcess(spawn: Spawn): Promise<Spawn> {
  const path = join(await mkdtemp(join(tmpdir(), 'chronicle-spawner-')), 'socket')
  const spawner = spawn(process.execPath, [SPAWNER, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(spawner.stdout, 'data')
  const control = connect(path)
  await once(control, 'connect')
  for (const held of [spawner, spawner.stdout as Socket, control]) held.unref()

  const children = new Map<number, SpawnedChild>()
  let ids = 0
  const ask = (request: object): boolean => control.write(`${JSON.stringify(request)}\n`)
  createInterface({ input: control }).on('line', (line) => {
    const report = JSON.parse(line) as SpawnerReport
    const child = children.get(report.id)
    if (report.pid === undefined) children.delete(report.id)
    child?.handleReport(report)
  })
  control.on('close', () => {
    for (const [id, child] of children)
      child.handleReport({ id, error: new Error('The process that starts programs has ended') })
    children.clear()
  })

  const apart = (command: string, args: readonly string[], options: SpawnOptions = {}): unknown => {
    const { stdio, signal, cwd = process.cwd(), env = process.env, detached = false } = options
    const piped = pipedStreams(stdio)
    const request = { command, args, options: { cwd, env, detached }, piped }
    // Arguments with a NUL character go to the real `spawn`, which rejects them before it starts anything.
    if (
      !PROGRAMS.includes(command) ||
      piped === undefined ||
      signal !== undefined ||
      JSON.stringify(request).includes(String.raw`\u0000`)
    ) {
      return spawn(command, args, options)
    }
    const id = ++ids
    const [stdin, stdout, stderr] = piped.map((isPiped) => (isPiped ? connect(path) : null))
    // A child's input is only written, never read: reading would raise an error when the child leaves some of it
    // unread.
    stdin?.pause()
    const child = new SpawnedChild([stdin ?? null, stdout ?? null, stderr ?? null], (kill) => ask({ id, kill }))
    children.set(id, child)
    ask({ ...request, id })
    return child
  }
  return apart as Spawn
}

/** Returns which of the three streams are pipes, or `undefined` unless the others are ignored. */
function pipedStreams(stdio: StdioOptions | undefined): readonly boolean[] | undefined {
  const kinds = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
  const isPlain = kinds.length === 3 && kinds.every((kind) => ['pipe', 'ignore', undefined].includes(kind as string))
  return isPlain ? kinds.map((kind) => kind !== 'ignore') : undefined
}
