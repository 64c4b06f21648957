import { bytesPerFour, formatJson, formatMarkdown } from '@chronicle/core'
import type { ReadOutput } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readOutputArbitrary } from '../read-output/read-output-arbitrary.ts'

/** The promised saving is 40 to 60 % compared with indented JSON. */
it('markdown saves 40 to 60 % of the tokens of indented JSON, and less of compact JSON', () => {
  const tokens = bytesPerFour()
  const outputs = fc.sample(readOutputArbitrary({ content: 'realistic' }), { numRuns: 300, seed: 1 })
  const total = (format: (output: ReadOutput) => string): number =>
    outputs.reduce((sum, output) => sum + tokens.count(format(output)), 0)
  const markdown = total(formatMarkdown)
  const compact = 1 - markdown / total(formatJson)
  const indented = 1 - markdown / total((output) => JSON.stringify(JSON.parse(formatJson(output)), null, 2))
  const percent = (share: number): string => `${Math.round(share * 100)} %`
  console.info(`markdown is ${percent(indented)} smaller than indented JSON, ${percent(compact)} than compact JSON`)
  expect(indented).toBeGreaterThan(0.4)
  expect(indented).toBeLessThan(0.7)
  expect(compact).toBeGreaterThan(0.25)
})
