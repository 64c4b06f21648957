import { STATEMENT_QUESTIONS, type DiscussionSample } from './discussions/draw-discussions.ts'
import { REGION_QUESTIONS, SKIP_QUESTIONS, type Sample } from './sample.ts'

/** The questions for the entries of each list of a sample. */
const QUESTIONS = { regions: REGION_QUESTIONS, skipped: SKIP_QUESTIONS, statements: STATEMENT_QUESTIONS } as const

/**
 * Parses a judged file, either of regions and skipped commits or of statements from discussions. Throws an error that
 * says what is wrong and where.
 */
export function parseSample(text: string, name: string): Sample | DiscussionSample {
  const sample = parseJson(text, name)
  const lists = 'statements' in sample ? (['statements'] as const) : (['regions', 'skipped'] as const)
  for (const list of lists) {
    const entries = sample[list]
    if (!Array.isArray(entries))
      throw new Error(`${name} is no sample: it has neither "statements", nor "regions" and "skipped".`)
    for (const [index, entry] of entries.entries()) checkEntry(entry, QUESTIONS[list], `${name}: ${list}[${index}]`)
  }
  return sample as unknown as Sample | DiscussionSample
}

function parseJson(text: string, name: string): Readonly<Record<string, unknown>> {
  const value = ((): unknown => {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new Error(`${name} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
    }
  })()
  return isRecord(value) ? value : {}
}

function checkEntry(entry: unknown, questions: readonly string[], where: string): void {
  if (!isRecord(entry)) throw new Error(`${where} is no object.`)
  for (const question of questions) {
    const verdict = entry[question]
    if (verdict !== null && typeof verdict !== 'boolean')
      throw new Error(`${where}: "${question}" must be true, false, or null while nobody has judged it.`)
  }
  if (typeof entry['why'] !== 'string') throw new Error(`${where}: "why" must be text.`)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
