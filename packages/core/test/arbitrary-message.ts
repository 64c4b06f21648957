import fc from 'fast-check'

/**
 * Sentences as people write them: with arguments, references to the previous sentence, small talk, code marks and full
 * stops inside.
 */
export const SENTENCES: readonly string[] = [
  'The pool was drained too early, because each thread scans it.',
  'This leads to leaks when a peer restarts.',
  'However, the lock must be held by the caller.',
  'Use a queue instead of a list.',
  'We considered a map, but it needs twice the memory.',
  'Otherwise the reader hangs.',
  'It works e.g. for `parse()` and v1.2 of the format.',
  'The order looks like this:',
  'Thanks to Ada for the report.',
  'Users will now see an error.',
  'a fragment without a capital letter',
  'See #12 for details.',
  'Callers never pass null here',
]

const paragraph = fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 5 }).map((all) => all.join(' '))
const wrapped = paragraph.map((text) => text.replace(/(.{30,70}) /g, '$1\n'))
const code = fc.constantFrom(
  '    let x = must(1)',
  '```\nfor {\n\n}\n```',
  '\tkeep it\n\n\tand this',
  '$ make\nerror: failed',
)
const list = fc.array(paragraph, { minLength: 1, maxLength: 3 }).map((all) => all.map((each) => `* ${each}`).join('\n'))
const others = fc.constantFrom(
  '> quoted words',
  '# Heading',
  'Why\n---',
  '- [ ] I ran it',
  'Closes #3',
  '<!-- a\nb -->',
  '---',
)
const trailers = fc.constantFrom('', 'Signed-off-by: A <a@example.org>', 'Fixes: 0123abc ("Add it")\nReviewed-by: B')

/** Returns an arbitrary for commit messages that mix all these elements in any order. */
export function arbitraryMessage(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(
        'Drain the pool later',
        'Use a queue',
        'Merge pull request #1 from a/b',
        'fix(a): Use a list (#4)',
      ),
      fc.array(fc.oneof(wrapped, wrapped, code, list, others), { maxLength: 6 }),
      trailers,
    )
    .map(([subject, blocks, end]) => [subject, ...blocks, end].filter((part) => part !== '').join('\n\n'))
}

/** Returns a text on one line, with single spaces. */
export function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
