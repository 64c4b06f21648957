import type { AstUnit } from '@chronicle/core/contracts'
import type { AuthorContext } from '../src/author-context/author-context.ts'
import type { CommitContext } from '../src/commit-context.ts'
import { commitContext, type TestFile } from './commit-context.ts'

export const CLIENT = 'src/mqtt/client.ts'
export const POOL = 'src/mqtt/pool.ts'

const CLIENT_BEFORE = `import { open } from './socket.ts'

export class MqttClient {
  connect(host: string): Promise<void> {
    return open(host)
  }

  close(): void {
    this.socket.end()
  }
}
`

const CLIENT_AFTER = `import { open } from './socket.ts'

export class MqttClient {
  connect(host: string): Promise<void> {
    // The broker drops idle connections after 30 minutes without telling.
    this.beat = setInterval(() => this.ping(), 60_000)
    return open(host)
  }

  close(): void {
    clearInterval(this.beat)
    this.socket.end()
  }
}
`

const CLIENT_UNITS: readonly AstUnit[] = [
  { type: 'class', name: 'MqttClient', signature: 'class MqttClient', lines: { start: 3, end: 14 } },
  {
    type: 'method',
    name: 'MqttClient::connect',
    signature: 'connect(host: string): Promise<void>',
    lines: { start: 4, end: 8 },
  },
  { type: 'method', name: 'MqttClient::close', signature: 'close(): void', lines: { start: 10, end: 13 } },
]

export const MESSAGE = `Send heartbeats

The cloud broker silently drops idle connections, which devices behind
NAT notice only hours later.
`

/** Returns a commit worth annotating: heartbeats in a client, and the pool that must know about them. */
export function heartbeatCommit(
  made: {
    readonly author?: Partial<AuthorContext>
    readonly files?: Readonly<Record<string, TestFile>>
    readonly others?: Readonly<Record<string, string>>
    readonly message?: string
  } = {},
): CommitContext {
  return commitContext({
    message: made.message ?? MESSAGE,
    files: {
      [CLIENT]: {
        before: CLIENT_BEFORE,
        after: CLIENT_AFTER,
        hunks: [
          { old: { start: 4, count: 0 }, new: { start: 5, count: 2 } },
          { old: { start: 8, count: 0 }, new: { start: 11, count: 1 } },
        ],
      },
      [POOL]: { before: 'export const IDLE = 5\n', after: 'export const IDLE = 70_000\n' },
      ...made.files,
    },
    others: { 'src/mqtt/socket.ts': 'export function open(host: string) {}\n', ...made.others },
    units: { [CLIENT]: CLIENT_UNITS },
    ...(made.author === undefined
      ? {}
      : { author: { tags: [], rejected: [], notes: [], squashSources: [], ...made.author } }),
  })
}

/** A good emission about `connect`. */
export const GOOD_EMISSION: {
  readonly file: string
  readonly ast_anchor: { readonly type: string; readonly name: string }
  readonly lines: { readonly start: number; readonly end: number }
  readonly intent: string
  readonly evidence: readonly { readonly kind: string; readonly quote: string }[]
} = {
  file: CLIENT,
  ast_anchor: { type: 'method', name: 'MqttClient::connect' },
  lines: { start: 4, end: 8 },
  intent: 'Keeps devices behind NAT from losing the cloud broker without noticing.',
  evidence: [{ kind: 'commit_message', quote: 'silently drops idle connections' }],
}

/** A good concern about both places. */
export const GOOD_CONCERN: {
  readonly description: string
  readonly regions: readonly string[]
  readonly nature: string
  readonly evidence: readonly { readonly kind: string; readonly file: string; readonly quote: string }[]
} = {
  description: 'The pool may only close sockets that missed more than one heartbeat.',
  regions: [`${CLIENT}:MqttClient::connect`, POOL],
  nature: 'shared timing',
  evidence: [{ kind: 'diff_hunk', file: POOL, quote: 'IDLE = 70_000' }],
}
