import { describe, expect, it } from 'vitest'
import { INFORMATIVE_SUBJECTS } from '../from-history/informative-subject.ts'
import { MAINLY_TEXT_SUBJECTS } from './about-text.ts'
import { HOUSEKEEPING, isHousekeeping } from './housekeeping.ts'
import * as noise from './noise.ts'
import { SUBJECTLESS_SENTENCES } from './needs-subject.ts'
import { FORM_ONLY_SUBJECTS } from './only-about-form.ts'
import { TEXT_ONLY_SUBJECTS } from './only-about-text.ts'
import type { PhraseRules } from './phrase-rules.ts'
import { REFERENCES } from './reference.ts'
import { CUE_PHRASES } from './sentence-cues.ts'

const { isNoise: _, ...noiseRules } = noise
const tables: Readonly<Record<string, PhraseRules>> = {
  FORM_ONLY_SUBJECTS,
  HOUSEKEEPING,
  INFORMATIVE_SUBJECTS,
  MAINLY_TEXT_SUBJECTS,
  REFERENCES,
  TEXT_ONLY_SUBJECTS,
  WITHOUT_OWN_SUBJECT: SUBJECTLESS_SENTENCES,
  ...CUE_PHRASES,
  ...noiseRules,
}

describe.each(Object.entries(tables))('%s', (_name, rules) => {
  it.each(Object.entries(rules))('recognises: %s', (text, pattern) => {
    expect(pattern.test(text)).toBe(true)
  })
})

it('does not take a reason or a named change for housekeeping', () => {
  expect(isHousekeeping('Remove unused imports, because they are evaluated eagerly.')).toBe(false)
  expect(isHousekeeping('Rewrite the code that closes sockets')).toBe(false)
  expect(isHousekeeping('Unnecessary computation of the length of data')).toBe(false)
  expect(isHousekeeping('This does a bit of cleanup so that both can be passed.')).toBe(false)
})
