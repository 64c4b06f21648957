import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { createChronicleServer, type ChronicleServerOptions } from '../src/index.ts'

/** Returns an official client that is connected to a server in this process. */
export async function connectClient(options: ChronicleServerOptions): Promise<Client> {
  const server = createChronicleServer(options)
  if (server.isErr()) throw new Error(server.error.message)
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.value.connect(far)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  return client
}

/** The result of a call in the form that tests use. */
export interface CallResult {
  readonly text: string
  readonly document: Readonly<Record<string, unknown>>
  readonly isError: boolean
}

/** Calls a tool that must return a text and a document. */
export async function call(
  client: Client,
  name: string,
  input: Record<string, unknown>,
  options?: Parameters<Client['callTool']>[1],
): Promise<CallResult> {
  const result = await client.callTool({ name, arguments: input }, options)
  const [content] = result.content
  if (result.content.length !== 1 || content?.type !== 'text') throw new Error('expected one text')
  return {
    text: content.text,
    document: result.structuredContent as CallResult['document'],
    isError: result.isError === true,
  }
}
