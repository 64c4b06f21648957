import type { AnnotateReceipt } from '@chronicle/core/annotate'
import type { CommitId, NotesRef } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { formatReceipt } from './format-receipt.ts'

const receipt: AnnotateReceipt = {
  $schema: 'chronicle-annotate/v1',
  status: 'created',
  commit: '0123456789abcdef0123456789abcdef01234567' as CommitId,
  subject: 'Subject \u001B[31mred',
  notes_ref: 'refs/notes/chronicle' as NotesRef,
  regions: [
    { file: 'a\nb.ts', intent: 'one\ntwo \u202E', constraints: 1, lines: { start: 1, end: 2 } },
    {
      file: 'c.ts',
      intent: 'three',
      constraints: 0,
      ast_anchor: { type: 'unknown', name: 'x' },
      anchor_match: 'unchecked',
    },
  ],
  cross_cutting: 2,
  regions_in_note: 2,
  ignored: [{ path: 'regions[0].x' }],
  warnings: [{ code: 'x', severity: 'warning', message: 'Mind\nthis.' }],
}

test('is plain, and one line for each thing whatever the names hold', () => {
  expect(formatReceipt(receipt, { colour: false }).split('\n')).toEqual([
    'Recorded 2 regions on 0123456789ab (Subject \\u001b[31mred) in refs/notes/chronicle.',
    '  + a\\nb.ts:1-2',
    '      one two \\u202e (1 constraint)',
    '  + c.ts  x [unknown] (unchecked)',
    '      three',
    '  2 cross-cutting concerns',
    '  ignored: regions[0].x',
    '  warning: Mind this.',
    '',
  ])
})

test('has colours when asked for', () => {
  expect(formatReceipt(receipt, { colour: true })).toContain('\u001B[32m+\u001B[39m a\\nb.ts')
})
