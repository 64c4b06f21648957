import type { Annotation } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { classifySentence, isCode } from '../src/heuristic/comments/classify-sentence.ts'
import type { TestCommit } from './commit-context.ts'
import { annotate as annotateCommit, unit } from './heuristic-annotation.ts'

describe('a sentence of a comment', () => {
  it.each<[string, string]>([
    ['The lock must be held by the caller.', 'rule'],
    ['This must not be called twice.', 'rule'],
    ['Never call this from a signal handler.', 'rule'],
    ['It should never panic, whatever it is given.', 'rule'],
    ['Always take the outer lock first.', 'rule'],
    ['This assumes that the input is sorted.', 'rule'],
    ['DO NOT reorder these fields.', 'rule'],
    ["Don't remove the trailing comma here.", 'rule'],
    ['SAFETY: The pointer is valid as it comes from a Vec.', 'rule'],
    ['This method is not thread-safe at all.', 'rule'],
    ['Keep this list in sync with docs/options.md.', 'sync'],
    ['TODO: Remove this workaround once Node.js 14 is the minimum.', 'risk'],
    ['FIXME(alice): leaks a descriptor when the peer closes early.', 'risk'],
    ['WARNING: printing pretty output is slow for large bodies.', 'risk'],
    ['We copy the list, because callers may change it meanwhile.', 'reason'],
    ['Wait for the end, otherwise the last event would be lost.', 'reason'],
    ['NOTE: X-Forwarded-Proto is normally only ever a single value.', 'reason'],
  ])('%s is a %s', (sentence, claim) => {
    expect(classifySentence(sentence, { doc: false })).toBe(claim)
  })

  it.each([
    'Must this be called twice by anyone?',
    'Never mind what the caller says.',
    'It must have been closed by then.',
    'No error and not empty - it must be the source of it.',
    'This was never called before.',
    'Returns true if a match can never be found.',
    'Returns an error when a part of it must match the byte.',
    'Test that completions are in sync with the flags.',
    'You may obtain a copy of the License; it must be kept.',
    'eslint-disable-next-line must-be-here because of it',
    'const mustHold = lock.acquire({ always: true });',
    'if (never) { return assume(true) }',
    'TODO: fix this',
    'The name "must" is a word of the grammar.',
    'The following must hold:',
    'Copies the list of all names.',
    "We don't need to look at the rest.",
  ])('%s is nothing', (sentence) => {
    expect(classifySentence(sentence, { doc: false })).toBeUndefined()
  })

  it('that documents what code does gives no reason of it', () => {
    const sentence = 'Returns the value if it is there, otherwise the program will stop.'
    expect(classifySentence(sentence, { doc: true })).toBeUndefined()
    expect(classifySentence(sentence, { doc: false })).toBe('reason')
  })

  it.each(['foo.bar(1)', 'x = y + 1', 'return a && b;', '}'])('%s is code', (text) => {
    expect(isCode(text)).toBe(true)
  })
})

const MESSAGE = 'Keep the socket open longer'

async function annotate(files: TestCommit['files'], message = MESSAGE): Promise<Annotation | undefined> {
  return annotateCommit({ message, files })
}

const RULE = '// The lock must be held by the caller.\n'

describe('comments that a commit added', () => {
  it('are rules where they stand', async () => {
    const annotation = await annotate({ 'src/a.ts': { before: 'a()\n', after: `${RULE}a()\n` } })
    expect(annotation?.regions).toMatchObject([
      {
        file: 'src/a.ts',
        lines: { start: 1, end: 1 },
        constraints: [{ text: 'The lock must be held by the caller.', source: 'inferred' }],
        intent: MESSAGE,
        evidence: [
          { kind: 'commit_message', quote: MESSAGE },
          { kind: 'file_lines', lines: { start: 1, end: 1 } },
        ],
      },
    ])
  })

  it('are told without the mark of a note, and for themselves where the subject says nothing', async () => {
    const after = `// **Note:** ${RULE.slice(3)}a()\n`
    const annotation = await annotate({ 'src/a.ts': { before: 'a()\n', after } }, 'Various improvements')
    const rule = 'The lock must be held by the caller.'
    expect(annotation?.regions).toMatchObject([
      { constraints: [{ text: rule, source: 'inferred' }], intent: rule, evidence: [{ quote: rule }] },
    ])
  })

  it('are one text over several lines, with what they lean on', async () => {
    const after = 'f()\n# The buffer is shared. It must be copied\n# before it is sent.\ng()\n'
    const annotation = await annotate({ 'src/a.py': { before: 'f()\ng()\n', after } })
    expect(annotation?.regions[0]?.constraints).toEqual([
      { text: 'The buffer is shared. It must be copied before it is sent.', source: 'inferred' },
    ])
  })

  it.each<[string, TestCommit['files']]>([
    ['was there before', { 'src/a.ts': { before: `${RULE}a()\n`, after: `${RULE}b()\n` } }],
    ['was moved within the file', { 'src/a.ts': { before: `${RULE}a()\nb()\n`, after: `a()\n${RULE}b()\n` } }],
    ['was indented anew', { 'src/a.ts': { before: `${RULE}a()\n`, after: `{\n  ${RULE}  a()\n}\n` } }],
    [
      'was moved from another file',
      {
        'src/a.ts': { before: `${RULE}a()\n`, after: 'a()\n' },
        'src/b.ts': { before: 'b()\n', after: `${RULE}b()\n` },
      },
    ],
    [
      'was only edited',
      { 'src/a.ts': { before: '// The lock must be held by callers.\na()\n', after: `${RULE}a()\n` } },
    ],
    ['is in a string', { 'src/a.ts': { before: 'a()\n', after: `const s = \`\n${RULE}\`\na()\n` } }],
    ['is in a test', { 'test/a.test.ts': { before: 'a()\n', after: `${RULE}a()\n` } }],
    ['is vendored', { 'vendor/a.go': { before: 'a()\n', after: `${RULE}a()\n` } }],
    ['is generated', { 'src/a.go': { before: 'a()\n', after: `// Code generated by x. DO NOT EDIT.\n${RULE}a()\n` } }],
    ['is minified', { 'src/a.js': { before: 'a()\n', after: `${RULE}${'x'.repeat(2000)}\n` } }],
    ['came with much code', { 'src/a.ts': { before: 'a()\n', after: `${RULE}${'b()\n'.repeat(1001)}` } }],
    [
      'speaks of the line below by a pronoun',
      { 'src/a.ts': { before: 'a()\n', after: '// This must be called last.\na()\n' } },
    ],
    ['names an item', { 'a.toml': { before: 'a\n', after: 'a = [\n  "B1",  # do not use a list for a default\n]\n' } }],
    ['is prose', { 'README.md': { before: 'a\n', after: 'You must install it first.\n' } }],
    [
      'is a licence',
      { 'src/a.ts': { before: 'a()\n', after: '// Copyright 2020 A\n// Copies must include this notice.\na()\n' } },
    ],
    [
      'is an example',
      { 'src/a.rs': { before: 'a()\n', after: '/// ```\n/// the_lock must be held by this caller\n/// ```\na()\n' } },
    ],
  ])('say nothing where the comment %s', async (_, files) => {
    expect(await annotate(files)).toBeUndefined()
  })

  it('take along what is pointed to among their first words', async () => {
    const after = 'f()\n# A new table is slow to build. To spare users doing this, it must be kept.\ng()\n'
    const annotation = await annotate({ 'src/a.py': { before: 'f()\ng()\n', after } })
    expect(annotation?.regions[0]?.constraints[0]?.text).toMatch(/^A new table .* kept\.$/)
  })

  it('keep their condition, and are no rule without it', async () => {
    const one = '// If the peer is old, you must send a header.\na()\n'
    expect((await annotate({ 'src/a.ts': { before: 'a()\n', after: one } }))?.regions[0]?.constraints[0]?.text).toMatch(
      /^If/,
    )
    const list = '// When the peer is old:\n//\n// - You must send a header first.\n// - You may retry once.\na()\n'
    expect(await annotate({ 'src/a.ts': { before: 'a()\n', after: list } })).toBeUndefined()
    const unconditional = list.replace('When the peer is old:', 'The steps:')
    expect((await annotate({ 'src/a.ts': { before: 'a()\n', after: unconditional } }))?.regions).toHaveLength(1)
  })

  it('behind code are about that code, and not about the unit below', async () => {
    const write = async (after: string): Promise<string | undefined> => {
      const made = { 'src/a.py': { before: 'x = 1\ndef f():\n    pass\n', after } }
      const units = { 'src/a.py': [unit('f', after.split('\n').indexOf('def f():') + 1, 3)] }
      return (await annotateCommit({ message: MESSAGE, files: made, units }))?.regions[0]?.ast_anchor?.name
    }
    expect(await write('x = 1  # The value must never be zero here.\ndef f():\n    pass\n')).toBeUndefined()
    expect(await write('x = 1\n# This must never be called twice.\ndef f():\n    pass\n')).toBe('f')
  })

  it('name the file that they couple to, if it is there', async () => {
    const annotation = await annotateCommit({
      message: MESSAGE,
      files: { 'src/a.ts': { before: 'a()\n', after: '// Keep this list in sync with src/b.ts.\na()\n' } },
      others: { 'src/b.ts': 'b()\n' },
    })
    expect(annotation?.regions[0]?.semantic_dependencies).toEqual([
      { file: 'src/b.ts', anchor: '', nature: 'Keep this list in sync with src/b.ts.' },
    ])
  })
})
