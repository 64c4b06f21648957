import { writeNote } from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import { verifyEvidence } from '@chronicle/writer'
import { describe, expect, it } from 'vitest'
import { bundlesToTest, bundlesMissing, openBundle } from '../real-histories/bundles.ts'
import { newestCommits, writeCommits } from './write-commits.ts'

/** Number of newest commits in each history. CHRONICLE_WRITER_COMMITS overrides it; `all` means all commits. */
const asked = process.env['CHRONICLE_WRITER_COMMITS'] ?? '150'
const COUNT = asked === 'all' ? 1_000_000 : Number(asked)

if (bundlesToTest.length === 0) it.skip(bundlesMissing, () => undefined)

/** Number of regions checked. */
let checked = 0

describe.each(bundlesToTest)('heuristic annotations of %s', (name) => {
  it(
    'are valid, cite what is there word for word, and are the same each time',
    async () => {
      const repository = await openBundle(name)
      const commits = await newestCommits(repository.dir, COUNT)
      const first = new Map<string, string>()
      for await (const { context, outcome } of writeCommits(repository.dir, commits)) {
        const { annotation, nothing, diagnostics } = outcome
        const id = context.commit.id
        // No evidence may be missing afterwards: if it is, a rule has a defect.
        expect(diagnostics.filter(({ code }) => code === 'evidence_not_found')).toEqual([])
        if (annotation === undefined) {
          expect(nothing, id).toMatch(/\.$/)
          continue
        }
        first.set(id, decoded(writeNote(annotation)))
        expect(validateAnnotation(annotation).isOk(), id).toBe(true)
        for (const region of annotation.regions) {
          checked++
          // A region without a file is about the commit as a whole.
          const paths: readonly (string | undefined)[] = [undefined, ...context.files.map(({ path }) => path)]
          expect(paths).toContain(region.file)
          // The title of a test already names its source.
          if ((region.held_by_tests ?? []).length === 0)
            expect(region.evidence.length, `${id} ${region.file}`).toBeGreaterThan(0)
          const titles = (region.held_by_tests ?? []).map(({ title }) => title)
          const quotes = [...region.evidence.map(({ quote = '' }) => quote), ...titles]
          for (const evidence of region.evidence) {
            const verdict = (await verifyEvidence(evidence, context))._unsafeUnwrap()
            expect(verdict, `${id} ${JSON.stringify(evidence)}`).toEqual({ found: true })
          }
          for (const claim of claimsOf(region)) {
            expect(isQuoted(claim, quotes), `${id} ${region.file}: ${claim}`).toBe(true)
          }
        }
      }
      let again = 0
      for await (const { context, outcome } of writeCommits(repository.dir, [...commits].reverse())) {
        const known = first.get(context.commit.id)
        expect(outcome.annotation === undefined ? undefined : decoded(writeNote(outcome.annotation))).toBe(known)
        if (known !== undefined) again++
      }
      expect(again).toBe(first.size)
      await repository.dispose()
    },
    asked === 'all' ? 1_800_000 : 600_000,
  )
})

it.runIf(bundlesToTest.length >= 6 && COUNT >= 150)('that were checked are not few', () => {
  expect(checked).toBeGreaterThan(40)
})

/** Whether one quote contains the claim, or consecutive quotes make it up, as when a subject continues in the body. */
function isQuoted(claim: string, quotes: readonly string[]): boolean {
  return quotes.some(
    (quote, start) =>
      quote.includes(claim) ||
      quotes.some((_, end) => quotes.slice(start, end + 1).join(' ') === claim.replaceAll('\n', ' ')),
  )
}

/** Returns everything that a region states, one text each. */
function claimsOf(region: {
  readonly intent: string
  readonly reasoning?: string
  readonly risk_notes?: string
  readonly constraints: readonly { readonly text: string }[]
  readonly rejected_alternatives: readonly { readonly approach: string; readonly reason: string }[]
  readonly semantic_dependencies: readonly { readonly nature: string }[]
}): readonly string[] {
  return [
    region.intent,
    ...(region.reasoning?.split('\n\n') ?? []),
    ...(region.risk_notes?.split('\n') ?? []),
    ...region.constraints.map(({ text }) => text),
    ...region.rejected_alternatives.flatMap(({ approach, reason }) => [approach, reason]),
    ...region.semantic_dependencies.map(({ nature }) => nature),
  ]
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
