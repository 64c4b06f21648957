import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { busiestFiles, type Clone } from './bundles.ts'
import { elapsed, median, quantile, runTimed, startNode } from './measure.ts'
import { atMost, medianAtMost, milliseconds, type Section } from './section.ts'

const FILES = 3
const WINDOW = 40
const CALLS = 200
/** Number of calls that are compared with git. */
const COMPARED = 20
const STARTS = 9

/** Measures a server as an agent uses it: started once, and then queried repeatedly over its pipes. */
export async function mcpLatency(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const all: WarmCalls[] = []
  const overheads: number[] = []
  for (const clone of clones) {
    const files = await busiestFiles(clone.dir, FILES)
    const times = await warmCalls(clone, files)
    all.push(times)
    const nodes: number[] = []
    const starts: number[] = []
    for (let round = 0; round < STARTS; round++) {
      nodes.push(await elapsed(() => startNode(clone.dir)))
      starts.push(await startToAnswer(clone, files[0] ?? ''))
    }
    overheads.push(median(starts) - median(nodes))
    rows.push([
      clone.name,
      ...[
        quantile(times.again, 0.5),
        quantile(times.again, 0.99),
        quantile(times.first, 0.5),
        quantile(times.first, 0.99),
        median(times.git),
        median(nodes),
        median(starts),
        median(starts) - median(nodes),
      ].map(milliseconds),
    ])
  }
  const [again, first, git] = [
    all.flatMap((times) => times.again),
    all.flatMap((times) => times.first),
    all.flatMap((times) => times.git),
  ]
  return {
    title: 'An agent that asks over MCP',
    about:
      `\`chronicle_read\` of ${WINDOW} lines, through the official client over stdio: ${CALLS} calls to one server about ` +
      `${FILES} files, each asked about once before. The first time that lines are asked about, their history is read, ` +
      `beside \`git log -L\` of ${COMPARED} of them; then all calls again. Then the time from starting a server to its ` +
      `first answer, medians of ${STARTS} starts, beside \`node -e 0\`.`,
    columns: [
      ...['repository', 'again, p50', 'again, p99', 'new lines, p50', 'new lines, p99', 'log -L'],
      ...['node', 'start to first answer', 'over node'],
    ],
    rows,
    claims: [
      atMost('half of the calls about lines that were asked about take at most 10 ms', quantile(again, 0.5), 10),
      atMost('99 of 100 of them take at most 50 ms', quantile(again, 0.99), 50),
      atMost('half of the calls about other lines take at most 10 ms', quantile(first, 0.5), 10),
      atMost('99 of 100 of them take at most 50 ms', quantile(first, 0.99), 50),
      {
        text: 'calls about other lines take at most as long as `git log -L` of them',
        holds: quantile(first, 0.5) <= median(git),
        measured: `median ${milliseconds(quantile(first, 0.5))}, git ${milliseconds(median(git))}`,
      },
      medianAtMost('a server answers within 400 ms more than `node` takes to start', overheads, 400),
    ],
  }
}

/** Times of each call, in milliseconds. */
interface WarmCalls {
  readonly first: readonly number[]
  readonly again: readonly number[]
  /** Times of `git log -L` for some of the same lines. */
  readonly git: readonly number[]
}

async function warmCalls(clone: Clone, files: readonly string[]): Promise<WarmCalls> {
  const client = await connect(clone)
  const lineCounts = new Map<string, number>()
  for (const file of files) {
    await ask(client, file, '1:1')
    lineCounts.set(file, (await readFile(join(clone.dir, file), 'utf8')).split('\n').length - 1)
  }
  const windows = Array.from({ length: CALLS }, (_, call) => {
    const file = files[call % files.length] ?? ''
    const last = Math.max((lineCounts.get(file) ?? 0) - WINDOW, 1)
    const start = 1 + ((call * 37) % last)
    return { file, start, end: start + WINDOW - 1 }
  })
  const askAll = async (): Promise<readonly number[]> => {
    const times: number[] = []
    for (const { file, start, end } of windows) times.push(await elapsed(() => ask(client, file, `${start}:${end}`)))
    return times
  }
  const [first, again] = [await askAll(), await askAll()]
  await client.close()
  const git: number[] = []
  for (const { file, start, end } of windows.filter((_, call) => call % (CALLS / COMPARED) === 0)) {
    const args = ['log', '-s', '--format=%H', `-L${start},${Math.min(end, lineCounts.get(file) ?? end)}:${file}`]
    git.push(await elapsed(() => runTimed('git', args, clone.dir)))
  }
  return { first, again, git }
}

async function startToAnswer(clone: Clone, file: string): Promise<number> {
  let client: Client | undefined
  const time = await elapsed(async () => {
    client = await connect(clone)
    await ask(client, file, '1:40')
  })
  await client?.close()
  return time
}

async function connect({ dir }: Clone): Promise<Client> {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const client = new Client({ name: 'bench', version: '1' })
  const args = [chronicleCommand, 'mcp', 'start', '-C', dir]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: definedOf(env) }))
  return client
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}

async function ask(client: Client, file: string, lines: string): Promise<void> {
  const answer = await client.callTool({ name: 'chronicle_read', arguments: { paths: [file], lines } })
  if (answer.isError === true) throw new Error(JSON.stringify(answer.structuredContent))
}
