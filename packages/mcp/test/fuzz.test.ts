import type { JsonSchema } from '@chronicle/schema/json'
import { SOURCE_MODES, sourceRequestSchema } from '@chronicle/source'
import type { Tool } from '@modelcontextprotocol/client'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'
import { LEGACY_TOOL_NAMES, TOOL_NAMES } from '../src/index.ts'
import { call, connectClient } from './connect.ts'
import { argumentsFor } from './schema-arbitrary.ts'
import { useStation } from './station.ts'

/**
 * Generated calls of each tool. Each parameter has some ten kinds of values, which come up within a hundred calls; the
 * rest is for values that fail together. Before a release: CHRONICLE_FUZZ_CALLS=10000, which takes some minutes.
 */
const CALLS = Number(process.env['CHRONICLE_FUZZ_CALLS'] ?? repetitions(100, 250))

/** The published documents of the tools that write. */
const RECEIPTS: ReadonlyMap<string, string> = new Map([
  ['chronicle_annotate', 'annotate-receipt'],
  ['chronicle_flag', 'correction-receipt'],
  ['chronicle_note', 'context-receipt'],
])

/** Smaller budgets may have no room for a whole document. */
const MOST_BARE = 400

const station = await useStation()
const client = await connectClient({ chronicle: station.chronicle, tools: ['default', 'legacy'], structured: true })
afterAll(() => client.close())

const ajv = new Ajv2020({ strict: false })

test.each([...TOOL_NAMES, ...LEGACY_TOOL_NAMES])(
  `%s answers any arguments with a document of its schema, or with a code`,
  async (name) => {
    const tool = (await client.listTools()).tools.find((one) => one.name === name)
    const outputSchema: JsonSchema | undefined = tool?.outputSchema
    if (tool === undefined || outputSchema === undefined) throw new Error(`no tool ${name}, or no output schema`)
    const listed = ajv.compile(outputSchema)
    const receipt = RECEIPTS.get(name)
    const readsSource = !name.startsWith('chronicle_')
    const answers = readsSource ? 'source-output' : `${name.slice('chronicle_'.length)}-output`
    const published = {
      answer: await publishedSchema(receipt ?? answers),
      failure: await publishedSchema(receipt === undefined ? answers : 'read-output'),
    }
    const takesDryRun = Object.keys(tool.inputSchema.properties ?? {}).includes('dry_run')
    const counts = { answered: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(callsOf(tool), async (generated) => {
        const dryRun = takesDryRun ? { dry_run: true } : {}
        const { text, document, isError } = await call(client, name, { ...generated, ...dryRun })
        counts[isError ? 'refused' : 'answered']++
        expect(text.length).toBeGreaterThan(0)
        if (isError) {
          const { code } = document['error'] as { readonly code: string }
          expect(code).toMatch(/^(?:[a-z_]+|INVALID_ARGS)$/u)
          expect(code).not.toBe('internal_error')
          expect(text.startsWith(`${code}: `)).toBe(true)
        } else expectValid(listed, document)
        if (isBare(document))
          expect(receipt ?? Number(generated['budget'] ?? generated['max_tokens']) < MOST_BARE).toBeTruthy()
        else expectValid(isError ? published.failure : published.answer, document)
      }),
      { numRuns: CALLS },
    )
    expect(counts.answered, JSON.stringify(counts)).toBeGreaterThan(CALLS / 20)
    expect(counts.refused, JSON.stringify(counts)).toBeGreaterThan(CALLS / 20)
  },
  60_000 + CALLS * 100,
)

/** Calls of a tool, after its input schema. Most of any parameters of `read` are of another mode, so by mode, too. */
function callsOf({ name, inputSchema }: Tool): fc.Arbitrary<Record<string, unknown>> {
  if (name !== 'read') return argumentsFor(inputSchema)
  const ofModes = SOURCE_MODES.map((mode) => {
    const { properties, required, ...rest } = sourceRequestSchema(mode) as JsonSchema & {
      readonly properties: object
      readonly required: readonly string[]
    }
    return { ...rest, properties: { ...properties, mode: { const: mode } }, required: [...required, 'mode'] }
  })
  return fc.oneof(...[inputSchema, ...ofModes].map(argumentsFor))
}

/** A whole schema, as clients get it. */
async function publishedSchema(name: string): Promise<ValidateFunction> {
  const { contents } = await client.readResource({ uri: `chronicle://schema/${name}` })
  const [content] = contents
  if (content === undefined || !('text' in content)) throw new Error('expected text')
  return ajv.getSchema(name) ?? ajv.addSchema(JSON.parse(content.text) as JsonSchema, name).getSchema(name)!
}

/** Whether a document was reduced to its name, because nothing larger fits the budget. */
function isBare(document: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(document).every((key) => ['$schema', 'ok', 'trimmed'].includes(key))
}

function expectValid(validate: ValidateFunction, document: unknown): void {
  expect(validate(document) ? [] : validate.errors).toEqual([])
}
