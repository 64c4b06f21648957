import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { busiestFiles, type Clone } from './bundles.ts'
import { elapsed, median, quantile, runTimed } from './measure.ts'
import { milliseconds, type Section } from './section.ts'

const FILES = 3
const WINDOW = 40
const CALLS = 200
const STARTS = 9

/** A server as an agent has it: started once, and asked again and again over its pipes. */
export async function mcpLatency(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const all: number[] = []
  const overheads: number[] = []
  for (const clone of clones) {
    const files = await busiestFiles(clone.dir, FILES)
    const times = await warmCalls(clone, files)
    all.push(...times)
    const nodes: number[] = []
    const starts: number[] = []
    for (let round = 0; round < STARTS; round++) {
      nodes.push(await elapsed(() => runTimed(process.execPath, ['-e', '0'], clone.dir)))
      starts.push(await startToAnswer(clone, files[0] ?? ''))
    }
    overheads.push(median(starts) - median(nodes))
    rows.push([
      clone.name,
      ...[
        quantile(times, 0.5),
        quantile(times, 0.99),
        median(nodes),
        median(starts),
        median(starts) - median(nodes),
      ].map(milliseconds),
    ])
  }
  return {
    title: 'An agent that asks over MCP',
    about:
      `\`chronicle_read\` of ${WINDOW} lines, through the official client over stdio: ${CALLS} calls to one server about ` +
      `${FILES} files, each asked about once before; p50 and p99 are of these. Then the time from starting a server to ` +
      `its first answer, medians of ${STARTS} starts, beside \`node -e 0\`.`,
    columns: ['repository', 'p50', 'p99', 'node', 'start to first answer', 'over node'],
    rows,
    claims: [
      {
        text: 'half of the warm calls take at most 10 ms',
        holds: quantile(all, 0.5) <= 10,
        measured: milliseconds(quantile(all, 0.5)),
      },
      {
        text: '99 of 100 warm calls take at most 50 ms',
        holds: quantile(all, 0.99) <= 50,
        measured: milliseconds(quantile(all, 0.99)),
      },
      {
        text: 'a server answers within 400 ms more than `node` takes to start',
        holds: median(overheads) <= 400,
        measured: `median ${milliseconds(median(overheads))}`,
      },
    ],
  }
}

async function warmCalls(clone: Clone, files: readonly string[]): Promise<readonly number[]> {
  const client = await connect(clone)
  const lineCounts = new Map<string, number>()
  for (const file of files) {
    await ask(client, file, '1:1')
    lineCounts.set(file, (await readFile(join(clone.dir, file), 'utf8')).split('\n').length - 1)
  }
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const file = files[call % files.length] ?? ''
    const last = Math.max((lineCounts.get(file) ?? 0) - WINDOW, 1)
    const start = 1 + ((call * 37) % last)
    times.push(await elapsed(() => ask(client, file, `${start}:${start + WINDOW - 1}`)))
  }
  await client.close()
  return times
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
