import { jsonSchemas, type JsonSchemaName } from '@chronicle/schema/json'
import type { Client } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOL_NAMES } from '../src/index.ts'
import { call, connectClient } from './connect.ts'
import { argumentsFor } from './schema-arbitrary.ts'
import { createStation, disposeStation, type Station } from './station.ts'

/** Generated calls of each tool. Before a release: CHRONICLE_FUZZ_CALLS=10000. */
const CALLS = Number(process.env['CHRONICLE_FUZZ_CALLS'] ?? 250)

let station: Station
let client: Client
beforeAll(async () => {
  station = await createStation()
  client = await connectClient({ chronicle: station.chronicle })
})
afterAll(async () => {
  await client.close()
  await disposeStation(station)
})

const ajv = new Ajv2020({ strict: false })

test.each(TOOL_NAMES)(
  `%s answers any arguments with a document of its schema, or with a code`,
  async (name) => {
    const tool = (await client.listTools()).tools.find((one) => one.name === name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    const annotates = name === 'chronicle_annotate'
    const published = `${name.replace('chronicle_', '')}-output` as JsonSchemaName
    const valid = {
      answer: ajv.compile(jsonSchemas[annotates ? 'annotate-receipt' : published]),
      failure: ajv.compile(jsonSchemas[annotates ? 'read-output' : published]),
    }
    let answered = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(argumentsFor(tool.inputSchema), async (generated) => {
        const dryRun = annotates ? { dry_run: true } : {}
        const { text, document, isError } = await call(client, name, { ...generated, ...dryRun })
        expect(text.length).toBeGreaterThan(0)
        if (isError) {
          refused++
          const { code } = document['error'] as { readonly code: string }
          expect(code).toMatch(/^[a-z_]+$/u)
          expect(code).not.toBe('internal_error')
          expect(text.startsWith(`${code}: `)).toBe(true)
        } else answered++
        const validate = isError ? valid.failure : valid.answer
        expect(validate(document) ? [] : validate.errors).toEqual([])
      }),
      { numRuns: CALLS },
    )
    expect(answered).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
  },
  60_000 + CALLS * 100,
)
