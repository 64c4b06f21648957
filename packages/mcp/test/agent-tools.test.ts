import { afterAll, expect, test } from 'vitest'
import { createChronicleServer } from '../src/index.ts'
import { chronicleTools, type AgentTool } from '../src/tools/index.ts'
import { call, connectClient } from './connect.ts'
import { slowRepository } from './slow-repository.ts'
import { useStation } from './station.ts'

const station = await useStation()
const client = await connectClient({ chronicle: station.chronicle, structured: true })
afterAll(() => client.close())

function toolNamed(tools: readonly AgentTool[], name: string): AgentTool {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw new Error(`No tool ${name}`)
  return tool
}

test('are the tools that the server lists', async () => {
  const { tools } = await client.listTools()
  const own = chronicleTools(station.chronicle).map(({ name, title, description, hints, inputSchema }) => {
    return { name, title, description, annotations: hints, inputSchema }
  })
  expect(own).toEqual(
    tools.map(({ name, title, description, annotations, inputSchema }) => {
      return { name, title, description, annotations, inputSchema: { required: [], ...inputSchema } }
    }),
  )
})

test.each([
  ['chronicle_lookup', { path: 'src/client.ts', anchor: 'connect' }],
  ['chronicle_deps', { path: 'src/client.ts', anchor: 'connect' }],
  ['chronicle_lookup', { path: 'src/absent.ts' }],
  ['chronicle_lookup', { file: 'src/client.ts' }],
])('%s answers %j as the server does', async (name, input) => {
  const reply = await toolNamed(chronicleTools(station.chronicle), name).call(input)
  expect(reply).toEqual(await call(client, name, input))
})

test('means what the program says where a call does not', async () => {
  const tools = chronicleTools(station.chronicle, { defaults: { maxTokens: 150 } })
  const short = await toolNamed(tools, 'chronicle_lookup').call({ path: 'src/client.ts' })
  const long = await toolNamed(tools, 'chronicle_lookup').call({ path: 'src/client.ts', max_tokens: 1000 })
  expect(short.document['trimmed']).not.toBeNull()
  expect(long.text.length).toBeGreaterThan(short.text.length)
})

test('take null for no options, and a counter that counts nothing for a defect', async () => {
  const input = { path: 'src/client.ts' }
  const lookup = toolNamed(chronicleTools(station.chronicle), 'chronicle_lookup')
  expect(await lookup.call(input, null as never)).toEqual(await lookup.call(input))
  const tokens = { name: 'mine', count: () => NaN }
  const reply = await toolNamed(chronicleTools(station.chronicle, { tokens }), 'chronicle_lookup').call(input)
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('The token counter mine counted NaN.')])
})

test('end when they are told to', async () => {
  const { chronicle, begun, stopped } = slowRepository(station.chronicle)
  const controller = new AbortController()
  const lookup = toolNamed(chronicleTools(chronicle), 'chronicle_lookup')
  const answer = lookup.call({ path: 'src/client.ts' }, { signal: controller.signal })
  await begun
  controller.abort()
  await stopped
  expect(await answer).toMatchObject({ isError: true, document: { error: { code: 'aborted' } } })
})

test('answer even a defect', async () => {
  const lookup = (): never => {
    throw new Error('out of order')
  }
  const broken = toolNamed(chronicleTools({ ...station.chronicle, lookup }), 'chronicle_lookup')
  const reply = await broken.call({ path: 'src/client.ts' })
  expect(reply.isError).toBe(true)
  const advice = "Check the repository that was passed, and the stages that are not Chronicle's."
  expect(reply.text).toBe(`internal_error: chronicle_lookup failed unexpectedly: out of order. ${advice}`)
})

test('answer even where what was thrown has no text', async () => {
  const lookup = (): never => Promise.reject(Object.create(null) as Error) as never
  const reply = await toolNamed(chronicleTools({ ...station.chronicle, lookup }), 'chronicle_lookup').call({
    path: 'a',
  })
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('a value without a text')])
})

test.each([
  [undefined, undefined, 'The argument chronicle is missing.'],
  [{}, undefined, 'The argument chronicle.git is missing.'],
  [undefined, null, 'The argument chronicle is missing.'],
  [station.chronicle, { tokens: null }, 'The argument tokens is null.'],
  [station.chronicle, { tokens: {} }, 'The argument tokens.count is missing.'],
  [
    station.chronicle,
    { tokns: undefined, default: {} },
    'There is no argument "default" here. Did you mean defaults? It takes: defaults, notesRefs, tokens.',
  ],
])('for %o and %o, an untyped program is told in every reply what is wrong', async (chronicle, options, message) => {
  const [tool] = chronicleTools(chronicle as never, options as never)
  const reply = await tool?.call({ task: 'x' })
  expect(reply).toMatchObject({ isError: true, text: expect.stringContaining(`usage: ${message}`) as string })
})

test.each([undefined, null, 5, { chronicle: 5 }, { chronicle: station.chronicle, tools: 'lookup' }])(
  'no server is made of %o, and none throws',
  (options) => {
    expect(createChronicleServer(options as never)._unsafeUnwrapErr().code).toBe('usage')
  },
)

test('a call with a signal that is none, or arguments that are no JSON, is answered', async () => {
  const lookup = toolNamed(chronicleTools(station.chronicle), 'chronicle_lookup')
  const path = 'src/client.ts'
  const throwing = new Proxy({}, { get: () => expect.fail('It threw.') })
  for (const [input, call, message] of [
    [{ path }, { signal: new AbortController() }, 'Give the signal of an AbortController'],
    [{ path }, AbortSignal.abort(), 'Give it as { signal }.'],
    [{ path }, throwing, 'It threw.'],
    [{ path: 10n }, undefined, 'path: is 10, not a text'],
    [{ path, anchor: 'x'.repeat(10_000) }, undefined, '… (10000 characters)'],
  ] as const) {
    const reply = await lookup.call(input, call as never)
    expect(reply).toMatchObject({ isError: true, text: expect.stringContaining(message) as string })
    expect(reply.text.length).toBeLessThan(1_000)
  }
})
