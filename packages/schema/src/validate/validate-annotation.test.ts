import { describe, expect, it } from 'vitest'
import type { Annotation } from '../annotation.ts'
import type { CommitId } from '../ids.ts'
import { parseAnnotation, validateAnnotation } from './validate-annotation.ts'

const document = {
  $schema: 'chronicle/v1',
  commit: 'a'.repeat(40),
  timestamp: '2025-06-10T14:30:00Z',
  summary: 's',
  context_level: 'enhanced',
  regions: [{ file: 'src/a.ts', intent: 'i' }],
  provenance: { operation: 'initial', original_annotations_preserved: false },
}

describe('parseAnnotation', () => {
  it('reads a complete document into the model', () => {
    const annotation = parseAnnotation(document)._unsafeUnwrap()
    expect(annotation).toMatchObject({ commit: 'a'.repeat(40), regions: [{ file: 'src/a.ts', constraints: [] }] })
    expect(validateAnnotation(annotation)._unsafeUnwrap()).toBe(annotation)
  })

  it('takes unknown keys for mistakes, unless told otherwise', () => {
    const misspelt = { ...document, regions: [{ file: 'a', intent: 'i', reasonning: 'r' }] }
    expect(parseAnnotation(misspelt)._unsafeUnwrapErr().message).toBe(
      'The annotation is not valid, one problem: regions[0].reasonning: unknown key; did you mean "reasoning"?',
    )
    expect(parseAnnotation(misspelt, { unknownKeys: 'keep' })._unsafeUnwrap().regions[0]?.unknown_keys).toEqual({
      reasonning: 'r',
    })
  })

  it.each<[object, string]>([
    [{ $schema: 'chronicle/v2' }, '$schema: expected "chronicle/v1", found the text "chronicle/v2"'],
    [{ commit: 'HEAD' }, 'commit: expected a full commit id, found the text "HEAD"'],
    [
      { timestamp: 'today' },
      'timestamp: expected an RFC 3339 time, such as 2025-06-10T14:30:00Z, found the text "today"',
    ],
    [{ timestamp: '2025-02-30T00:00:00Z' }, 'timestamp: expected an RFC 3339 time'],
    [{ regions: undefined }, 'regions: expected a list, found nothing'],
    [{ regions: [{ file: '../a', intent: 'i' }] }, 'regions[0].file: expected a path relative to the repository root'],
    [{ regions: [{ file: 'a\\b', intent: 'i' }] }, 'regions[0].file: expected a path relative to the repository root'],
    [
      { regions: [{ file: 'a', intent: 'i', constraints: ['x'] }] },
      'regions[0].constraints[0]: expected an object, found the text "x"',
    ],
    [
      { provenance: { operation: 'rebase' } },
      'provenance.operation: expected "initial" or "squash" or "amend", found the text "rebase"',
    ],
  ])('refuses %j', (change, problem) => {
    expect(parseAnnotation({ ...document, ...change })._unsafeUnwrapErr().message).toContain(problem)
  })
})

describe('validateAnnotation', () => {
  const annotation = (): Annotation => parseAnnotation(document)._unsafeUnwrap()

  it('refuses what a reader would have to fix', () => {
    const message = (change: Partial<Annotation>): string =>
      validateAnnotation({ ...annotation(), ...change })._unsafeUnwrapErr().message
    expect(message({ timestamp: '' })).toContain('timestamp: expected text, found nothing')
    expect(message({ summary: '' })).toContain('summary: expected text that is not empty, found an empty text')
    expect(message({ commit: 'main' as CommitId })).toContain('commit: expected a full commit id')
  })

  it('lets foreign keys through, as long as they can be written', () => {
    expect(validateAnnotation({ ...annotation(), unknown_keys: { x: [1] } }).isOk()).toBe(true)
    let deep: unknown = 1
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect(validateAnnotation({ ...annotation(), unknown_keys: { deep } })._unsafeUnwrapErr().message).toContain(
      'nested at most 200 levels',
    )
  })
})
