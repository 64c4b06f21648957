import type { Formatter } from '@chronicle/core/contracts'
import type { ReadOutput } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatterLaws, formatterProperties } from './formatter-laws.ts'

/** A short custom formatter: non-ASCII characters are escaped, and each region is one line. */
const plain: Formatter = {
  name: 'plain',
  format: (output) => `${['Notes:', ...output.regions.map(({ intent }) => `- ${quoted(intent)}`)].join('\n')}\n`,
}

/** A formatter whose output a program can parse. */
const lossless: Formatter = { name: 'lossless', format: (output) => `${quoted(output)}\n` }
const parse = (text: string): unknown => JSON.parse(text) as unknown

function quoted(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

formatterLaws(plain, { runs: 50 })
formatterLaws(lossless, { runs: 50, parse })

const intents = (output: ReadOutput): string => output.regions.map(({ intent }) => intent).join('')
let calls = 0

describe.each([
  { broken: 'equal outputs', by: () => `${calls++}\n` },
  {
    broken: 'the output is not changed',
    by: (output: ReadOutput) => {
      Object.assign(output, { seen: true })
      return 'x\n'
    },
  },
  { broken: 'the text says something', by: () => '\n' },
  { broken: 'the text says something', by: () => 'no line break' },
  { broken: 'no control', by: (output: ReadOutput) => `${intents(output).replaceAll(/\s/gu, ' ')}x\n` },
  { broken: 'recorded text', by: (output: ReadOutput) => `${intents(output)}x\n` },
  { broken: 'recorded text', by: (output: ReadOutput) => `${intents(output).replaceAll('\n', '\n> ')}x\n` },
  { broken: 'what is parsed', by: (output: ReadOutput) => `${JSON.stringify({ ...output, regions: [] })}\n` },
])('the law "$broken …"', ({ broken, by }) => {
  it('refuses a formatter that breaks it', () => {
    const formatter: Formatter = { name: 'broken', format: by }
    const law = formatterProperties(formatter, { parse }).find(({ name }) => name.startsWith(broken))
    expect(law).toBeDefined()
    if (law !== undefined) expect(fc.check(law.property, { numRuns: 300, endOnFailure: true }).failed).toBe(true)
  })
})
