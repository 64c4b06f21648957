import { processorTime } from '@chronicle/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SENTENCES } from '../../test/arbitrary-message.ts'
import { sentenceCues } from './sentence-cues.ts'
import { sentenceRole, type SentenceRole } from './sentence-role.ts'
import { sentenceValue } from './sentence-value.ts'

describe('the role of a sentence', () => {
  it.each<[SentenceRole, string]>([
    ['problem', 'Previously, the parser lost the last line.'],
    ['problem', 'The reader crashes on an empty file.'],
    ['cause', 'The reader crashes because the buffer is freed twice.'],
    ['decision', 'Use a queue for the pending requests.'],
    ['decision', 'Fix this by keeping the buffer until the end.'],
    ['consequence', 'As a result, the cache holds both forms.'],
    ['rejected', 'We considered a lock, but readers would wait for it.'],
    ['rejected', 'An alternative is to copy the list each time.'],
    ['behaviour', 'The option no longer accepts a list of names.'],
    ['cause', 'It stays because the syntax needs it, which I hope changes.'],
    ['constraint', 'The lock must be held while the list is read.'],
    ['constraint', 'If the reader is shared, callers must copy the buffer.'],
    ['reference', 'See https://example.org/a for details.'],
    ['reference', 'Fixes #12.'],
    ['reference', 'This is basically the same bug as #1401, but applied to replacements.'],
    ['reference', 'The underlying issue here is #2528, which a later commit brought.'],
    ['reference', 'Very similar to issue #800 (fixed in b71a110).'],
    ['reference', 'similar to commit 0b7c73a98'],
    ['cause', 'This fails similar to #800, because the reader has no lock.'],
    ['decision', 'This fixes the issue with unicode characters in names.'],
    ['problem', 'If the search ends early, we might not count the last bytes.'],
    ['problem', 'If the file is empty, the parser raises ValueError.'],
    ['problem', 'It fails like the lookup that raises KeyError on Windows.'],
    ['other', 'Test if the writer raises TypeError for two inputs.'],
    ['noise', 'Thanks to Ada for the report of this.'],
    ['noise', 'TODO: the reader must be closed here.'],
    ['noise', 'Conflicts resolved: src/domains/c.py src/python.py'],
    ['constraint', 'Never edit by hand: gen/schema.json, gen/types.ts'],
    ['cause', '**Tests**: run them one by one, because they share one port.'],
    ['noise', '好的，'],
    ['other', '注意：空字符串必须返回空列表，否则导入任务会失败。'],
    ['reference', 'fixes #2949, connected to #2949'],
    ['noise', "per @kennethreitz's request"],
    ['noise', "I'm open to suggestions for a more appropriate name."],
    ['noise', 'I am happy to rework this if it is too large.'],
    ['noise', 'Some elements are still missing though.'],
    ['noise', 'Unit tests are not yet updated.'],
    ['problem', 'The reader is not closed when the header is missing.'],
    ['reference', 'This change is in response to issue #879.'],
    ['reference', 'For more information, see the pull request associated with it.'],
    ['reference', 'See the linked discussion.'],
    ['noise', 'We add one very feeble test for this.'],
    ['noise', '* TST: make the tests more flexible'],
    ['noise', 'Not sure how though.'],
    ['noise', 'as requested by Ada Lovelace'],
    ['noise', 'fix after @ada review'],
    ['noise', 'There is still a bit of polish work left to do before a release.'],
    ['other', 'The text left of the mark is read first.'],
    ['noise', 'I was not actually able to reproduce the bug locally.'],
    ['decision', 'We add one lock, and test it.'],
    ['noise', 'This will be done in a follow-up commit.'],
    ['other', 'Each name stands for one file of the list.'],
  ])('%s: %s', (role, sentence) => {
    expect(sentenceRole(sentence)).toBe(role)
  })

  it('is not told by names in code', () => {
    expect(sentenceRole('The method `must()` has one argument of text.')).toBe('other')
    expect(sentenceRole('CI failed because `.test()` keeps the last index of a match.')).toBe('cause')
  })
})

describe('the value of a sentence', () => {
  it('is never negative, the same each time, and not less when the sentence names the code', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...SENTENCES), fc.string()),
        fc.string({ minLength: 1 }),
        (sentence, name) => {
          const value = sentenceValue(sentence)
          expect(value).toBeGreaterThanOrEqual(0)
          expect(sentenceValue(sentence)).toBe(value)
          expect(sentenceValue(sentence, { names: [name] })).toBeGreaterThanOrEqual(value)
        },
      ),
    )
  })

  it('is 0 for talk, and for a decision with its reason more than for either', () => {
    const decision = 'Use a queue for the requests.'
    const both = 'Use a queue for the requests, because a list is scanned each time.'
    expect(sentenceValue('Thanks to Ada for the report of this.')).toBe(0)
    expect(sentenceValue(both)).toBeGreaterThan(sentenceValue(decision))
    expect([...sentenceCues(both)]).toEqual(expect.arrayContaining(['reason', 'choice']))
  })
})

it('tells the role of a text that nobody wrote at once', () => {
  for (const part of ['a', 'see ', '( ', 'in ', '#1 ', '0123abc ', 'Fixes ']) {
    const texts = [part.repeat(1990 / part.length), part.repeat(50_000)]
    expect(processorTime(() => texts.map((text) => sentenceRole(text)))).toBeLessThan(1000)
  }
})

it.each([
  'The cache may be shared between workers now that #4411 is fixed.',
  'Call init before open because the driver crashes otherwise, never swap these!!',
  'PS/2 keyboards send two bytes because the controller buffers them, so both are read.',
  'The response repeats what you requested, because proxies drop the query string.',
  'This guards against the errors described in https://example.org/a because workers share it.',
])('takes a reason beside a reference or an address for what it says: %s', (sentence) => {
  expect(['noise', 'reference']).not.toContain(sentenceRole(sentence))
})
