import { events, serveLoopback, status } from '../../../llm-ai-sdk/test/loopback.ts'
import type { Wire, WireAnswer } from '../../../llm-ai-sdk/test/wire/wire.ts'

/** A local model that repeats each commit's message. */
export interface ServedWriter {
  readonly url: string
  /** Returns the number of requests. */
  requests(): number
  /** Returns the approximate number of tokens it received. */
  sentTokens(): number
  /** Returns how many conversations about a commit were finished. */
  finished(commit: string): number
  forget(): void
  close(): Promise<void>
}

/** Capabilities and texts of the model. */
export interface WriterOptions {
  readonly tools: boolean
  /** Whether it refuses to answer about a commit. */
  fails?(commit: string): boolean
  /** The words it uses in place of "is needed". */
  words?: string
}

/** Starts a server that answers any number of requests, each after a short delay. */
export async function serveWriter(wire: Wire, options: WriterOptions): Promise<ServedWriter> {
  const { tools } = options
  let requests = 0
  let sent = 0
  const finished = new Map<string, number>()
  const server = await serveLoopback([
    async (response, request) => {
      const body = JSON.stringify(request.body)
      const refuse = (why: string): void => status(400, wire.failure(400, why))(response)
      await new Promise((resolve) => setTimeout(resolve, 15))
      if (!tools && body.includes('"tools"')) return refuse('test-model does not support tools')
      requests++
      sent += Math.ceil(body.length / 4)
      const commit = /Examine commit ([\da-f]{40})/u.exec(body)?.[1] ?? ''
      if (options.fails?.(commit) === true) return refuse('not today')
      const reply = tools ? nextOf(body, options) : onceOf(body, options)
      if (reply.text !== undefined) finished.set(commit, (finished.get(commit) ?? 0) + 1)
      await events(wire.stream(reply))(response)
    },
  ])
  return {
    url: server.url,
    requests: () => requests,
    sentTokens: () => sent,
    finished: (commit) => finished.get(commit) ?? 0,
    forget: () => finished.clear(),
    close: () => server.close(),
  }
}

/** Returns the next step: look at the commit, emit, and finish. */
function nextOf(body: string, options: WriterOptions): WireAnswer {
  if (!body.includes('get_commit_info\\"') && !body.includes('"name":"get_commit_info","arguments"')) {
    return { calls: [{ name: 'get_commit_info', json: '{}' }] }
  }
  if (!body.includes('Recorded for'))
    return { calls: [{ name: 'emit_annotation', json: JSON.stringify(emissionOf(body, options)) }] }
  return { text: 'Summary: What the customer needs.' }
}

function onceOf(body: string, options: WriterOptions): WireAnswer {
  return { text: JSON.stringify({ annotations: [emissionOf(body, options)], summary: 'What the customer needs.' }) }
}

function emissionOf(body: string, { words = 'is what is needed' }: WriterOptions): object {
  const sentence = /Value \d+ is needed because customer \d+ has so many sensors in the field\./u.exec(body)?.[0] ?? ''
  const file = /src\/f\d\.ts/u.exec(body)?.[0] ?? ''
  return {
    ...{ file, ast_anchor: { name: 'f' }, intent: sentence.replace('is needed', words) },
    evidence: [{ kind: 'commit_message', quote: sentence }],
  }
}
