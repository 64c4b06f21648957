import {
  bytesPerFour,
  formatJson,
  formatMarkdown,
  formatPretty,
  lowestValueFirst,
  newestCommitsFirst,
} from '@chronicle/core'
import { readOutputArbitrary } from '../read-output/read-output-arbitrary.ts'
import { trimmerLaws, type TokenMeasure } from './trimmer-laws.ts'

const tokens = bytesPerFour()

const measures: readonly TokenMeasure[] = [
  { name: 'tokens of markdown', measure: (output) => tokens.count(formatMarkdown(output)) },
  { name: 'tokens of JSON', measure: (output) => tokens.count(formatJson(output)) },
  { name: 'tokens of verbose JSON', measure: (output) => tokens.count(formatJson(output, { verbose: true })) },
  { name: 'tokens of pretty', measure: (output) => tokens.count(formatPretty(output)) },
]
const large = readOutputArbitrary({ maxRegions: 80, maxEntries: 60 })

for (const trimmer of [newestCommitsFirst(), lowestValueFirst()]) {
  trimmerLaws(trimmer, { runs: 100, measures })
  trimmerLaws(trimmer, { runs: 40 })
  trimmerLaws(trimmer, { runs: 10, measures, outputs: large })
}
