import { formatJson, formatMarkdown, lowestValueFirst, newestCommitsFirst } from '@chronicle/core'
import { readOutputArbitrary, trimmerLaws } from '@chronicle/testing'
import { createGptTokenCounter } from './create-gpt-token-counter.ts'

const tokens = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
const outputs = readOutputArbitrary({ maxRegions: 6 })

for (const trimmer of [newestCommitsFirst(), lowestValueFirst()]) {
  trimmerLaws(trimmer, {
    runs: 25,
    outputs,
    measures: [
      { name: 'o200k_base of markdown', measure: (output) => tokens.count(formatMarkdown(output)) },
      { name: 'o200k_base of JSON', measure: (output) => tokens.count(formatJson(output)) },
    ],
  })
}
