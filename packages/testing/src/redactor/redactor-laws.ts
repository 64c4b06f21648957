import type { Redactor } from '@chronicle/core/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plantedSecrets } from './planted-secrets.ts'
import { anyCodePoint } from '../text/any-code-point.ts'
import { valueOf } from '../git-backend/contract-tools.ts'
import { SUITE_OPTIONS } from '../suite-options.ts'

/** Number of secrets that must be found. */
const PLANTED_SECRETS = 100
/** Length of a part of a secret from which it counts as leaked. */
const MIN_LEAKED_LENGTH = 8

/** Declares the laws that every redactor must obey as tests of the surrounding suite. */
export function redactorLaws(create: () => Redactor): void {
  describe(`redactor ${create().name}`, SUITE_OPTIONS, () => {
    it.each(plantedSecrets(PLANTED_SECRETS).map((planted) => [planted.kind, planted] as const))(
      'leaves nothing of a secret: %s',
      async (_, { secret, line }) => {
        const text = `Before it.\n${line}\nAfter it.\n`
        const [redacted] = await valueOf(create().redact([text]))
        expect(redacted?.secrets.length).toBeGreaterThan(0)
        expect(redacted?.text).toContain('[REDACTED:')
        for (let start = 0; start + MIN_LEAKED_LENGTH <= secret.length; start++) {
          expect(redacted?.text).not.toContain(secret.slice(start, start + MIN_LEAKED_LENGTH))
        }
        expect(redacted?.text.startsWith('Before it.\n')).toBe(true)
        expect(redacted?.text.trimEnd().endsWith('After it.') || line.includes('BEGIN')).toBe(true)
      },
    )

    it('keeps what is around secrets, in the order of the texts, and finds nothing twice', async () => {
      const secret = fc
        .integer({ min: 0, max: PLANTED_SECRETS - 1 })
        .map((number) => plantedSecrets(PLANTED_SECRETS)[number]?.line ?? '')
      const text = fc
        .array(fc.oneof(fc.lorem({ maxCount: 8 }), secret), { maxLength: 5 })
        .map((lines) => lines.join('\n'))
      await fc.assert(
        fc.asyncProperty(fc.array(text, { maxLength: 4 }), async (texts) => {
          const redactor = create()
          const once = await valueOf(redactor.redact(texts))
          expect(once).toHaveLength(texts.length)
          for (const [number, result] of once.entries()) {
            if (result.secrets.length === 0) expect(result.text).toBe(texts[number])
            for (const { lines } of result.secrets) {
              expect(lines.start).toBeLessThanOrEqual(lines.end)
              expect(lines.end).toBeLessThanOrEqual((texts[number] ?? '').split('\n').length)
            }
          }
          const twice = await valueOf(redactor.redact(once.map((result) => result.text)))
          expect(twice.map((result) => result.text)).toEqual(once.map((result) => result.text))
        }),
        { numRuns: 50 },
      )
    })

    it('never fails on a text, and leaves a text of words as it is', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCodePoint(), maxLength: 300 }), fc.lorem(), async (any, words) => {
          const [, second] = await valueOf(create().redact([any, words]))
          expect(second?.text).toBe(words)
        }),
      )
    })

    it('stops when it is told to', async () => {
      const result = await create().redact(['a text that is long enough'], { signal: AbortSignal.abort() })
      expect(result._unsafeUnwrapErr()).toMatchObject({ code: 'aborted' })
    })
  })
}
