import { describe, expect, it } from 'vitest'
import type { CommitId } from '../ids.ts'
import { describeValue, NoteProblems, quote } from './note-problems.ts'

const commit = 'c'.repeat(40) as CommitId

describe('what is said about a note', () => {
  it('has a code, a severity, a message and the commit', () => {
    const problems = new NoteProblems(commit)
    problems.malformed('it is empty')
    problems.ignored('/a', 'too long')
    problems.ignored('', 'too deep')
    problems.missingIntent('/regions/0')
    problems.unreadableCorrection(3, 'it is odd')
    problems.add('knowledge_note', 'About the repository', 'info')
    const diagnosticOf = (code: string, message: string, severity = 'warning') => ({ code, severity, message, commit })
    expect(problems.diagnostics()).toEqual([
      diagnosticOf('malformed_note', `Skipping malformed annotation on commit ${commit}: it is empty`),
      diagnosticOf('ignored_field', `Ignoring /a in the annotation on commit ${commit}: too long`),
      diagnosticOf('ignored_field', `Ignoring / in the annotation on commit ${commit}: too deep`),
      diagnosticOf(
        'missing_intent',
        `Region /regions/0 of the annotation on commit ${commit} has no intent; its other text is used instead`,
      ),
      diagnosticOf('unreadable_correction', `Skipping correction 3 of the annotation on commit ${commit}: it is odd`),
      diagnosticOf('knowledge_note', 'About the repository', 'info'),
    ])
  })

  it('is said once, unless it is about something else', () => {
    const problems = new NoteProblems(commit)
    problems.add('invalid_utf8', 'one')
    problems.add('invalid_utf8', 'one')
    problems.add('invalid_utf8', 'two')
    problems.add('unknown_schema', 'one')
    expect(problems.diagnostics().map(({ code, message }) => [code, message])).toEqual([
      ['invalid_utf8', 'one'],
      ['invalid_utf8', 'two'],
      ['unknown_schema', 'one'],
    ])
  })

  it.each([
    [20, 20],
    [21, 21],
    [25, 21],
  ])('about %i values is %i messages', (count, messages) => {
    const problems = new NoteProblems(commit)
    for (let index = 0; index < count; index++) problems.ignored(`/${index}`, 'odd')
    const diagnostics = problems.diagnostics()
    expect(diagnostics).toHaveLength(messages)
    if (count > 20) {
      expect(diagnostics.at(-1)).toEqual({
        code: 'ignored_field',
        severity: 'warning',
        message: `The annotation on commit ${commit} has ${count - 20} more invalid values`,
        commit,
      })
    }
  })
})

it.each([
  ['short', '"short"'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
  ['a"b\\c', '"a\\"b\\\\c"'],
  ['\u0007\u202e\u2028\u2029\u200b\ue000', '"??????"'],
])('%j is quoted as %s', (text, quoted) => {
  expect(quote(text)).toBe(quoted)
})

it.each<[unknown, string]>([
  [undefined, 'nothing'],
  [null, 'null'],
  [[], 'a list'],
  [{}, 'an object'],
  ['', 'an empty text'],
  ['a', 'the text "a"'],
  [7, 'the number 7'],
  [true, 'true'],
  [false, 'false'],
  [7n, 'a bigint'],
  [() => 1, 'a function'],
])('in words: %s', (value, words) => {
  expect(describeValue(value)).toBe(words)
})
