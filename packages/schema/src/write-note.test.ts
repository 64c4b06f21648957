import { expect, it } from 'vitest'
import type { Annotation } from './annotation.ts'
import type { CommitId } from './ids.ts'
import { completeRegion } from './read-note/complete-region.ts'
import { readNote } from './read-note/read-note.ts'
import { withoutUnknownKeys } from './without-unknown-keys.ts'
import { writeNote } from './write-note.ts'

const commit = '1f0c3a5b7d9e1f0c3a5b7d9e1f0c3a5b7d9e1f0c' as CommitId

const region = completeRegion({
  file: 'src/a.ts',
  ast_anchor: { type: 'function', name: 'open' },
  lines: { start: 1, end: 9 },
  intent: 'Opens.',
  constraints: [{ text: 'Once.', source: 'author' }],
})

const annotation: Annotation = {
  commit,
  timestamp: '2025-06-10T14:30:00Z',
  summary: 'Open.',
  context_level: 'enhanced',
  regions: [region],
  cross_cutting: [],
  provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  read_from: ['chronicle/v1'],
}

const written = (value: Annotation): string => new TextDecoder().decode(writeNote(value))

it('writes one line with keys in a fixed order, without what is empty', () => {
  expect(written(annotation)).toBe(
    `{"$schema":"chronicle/v1","commit":"${commit}","timestamp":"2025-06-10T14:30:00Z","summary":"Open.",` +
      '"context_level":"enhanced","regions":[{"file":"src/a.ts","ast_anchor":{"type":"function","name":"open"},' +
      '"lines":{"start":1,"end":9},"intent":"Opens.","constraints":[{"text":"Once.","source":"author"}]}],' +
      '"provenance":{"operation":"initial","original_annotations_preserved":false}}\n',
  )
  expect(written({ ...annotation, regions: [], timestamp: '' })).toContain('"regions":[]')
})

it('writes unknown keys after the known ones, sorted, and never instead of them', () => {
  const unknown_keys = { z: 1, a: { d: 1, c: 2 }, intent: 'forged', file: 'forged', $schema: 'kept here' }
  const { file: _, ...commitWide } = region
  expect(written({ ...annotation, regions: [{ ...commitWide, unknown_keys }] })).toContain(
    '"constraints":[{"text":"Once.","source":"author"}],"$schema":"kept here","a":{"c":2,"d":1},"z":1}',
  )
  expect(written({ ...annotation, unknown_keys: { schema: 'ultragit/v1', $schema: 'x', read_from: 'y' } })).toContain(
    '"original_annotations_preserved":false},"read_from":"y"}',
  )
})

it('keeps a region of the whole commit, as notes of newer formats have them, what it is', () => {
  const { file: _file, lines: _lines, ast_anchor: _anchor, ...commitWide } = region
  const rewritten = { ...annotation, regions: [commitWide] }
  expect(readNote(writeNote(rewritten), { commit }).annotation).toEqual(rewritten)
})

it('leaves foreign data out of what is shown', () => {
  const shown = withoutUnknownKeys({
    ...region,
    unknown_keys: { a: 1 },
    constraints: [{ text: 't', source: 'author', unknown_keys: { b: 1 } }],
  })
  expect(shown).toEqual({ ...region, constraints: [{ text: 't', source: 'author' }] })
})
