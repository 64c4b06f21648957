import { expect, it } from 'vitest'
import { annotationDocument } from './annotation-document.ts'
import type { Annotation, Region, UnknownKeys } from './annotation.ts'
import type { CommitId } from './ids.ts'
import { completeRegion } from './read-note/complete-region.ts'

const commit = 'a'.repeat(40) as CommitId
const lines = { end: 9, start: 1 }
const recorded = { with: 'git-chronicle 1.0', at: '2025-06-11T00:00:00Z', email: 'ada@example.com', by: 'Ada' }

const bare = completeRegion({ intent: 'Opens.' })

const full: Region = {
  corrections: [{ z: 1, a: { y: 1, x: 2 } }],
  held_by_tests: [{ line: 7, file: 'a.test.ts', title: 'opens once', unknown_keys: { h: 1 } }],
  evidence: [
    {
      author: 'ada',
      url: 'https://example.com/1',
      lines,
      file: 'b.ts',
      quote: 'once',
      kind: 'discussion',
      unknown_keys: { lines: { side: 'new' }, e: 1 },
    },
  ],
  rejected_alternatives: [{ reason: 'Slow.', approach: 'Retry', unknown_keys: { r: 1 } }],
  risk_notes: 'Leaks.',
  tags: ['tls', 'io'],
  related_annotations: [{ relationship: 'needs', anchor: 'close', commit: 'abc1234', unknown_keys: { l: 1 } }],
  semantic_dependencies: [{ nature: 'is open', anchor: 'Pool', file: 'pool.ts', unknown_keys: { d: 1 } }],
  constraints: [{ source: 'author', text: 'Once.', unknown_keys: { c: 1 } }],
  reasoning: 'Handshakes are slow.',
  recorded: { ...recorded, unknown_keys: { w: 1 } },
  context_level: 'inferred',
  intent: 'Opens.',
  lines,
  ast_anchor: { signature: 'fn open()', name: 'open', type: 'function', unknown_keys: { n: 1 } },
  file: 'src/a.ts',
  unknown_keys: { z: 1, lines: { side: 'old' }, b: { d: 1, c: 2 } },
}

const annotation: Annotation = {
  read_from: ['chronicle/v1'],
  provenance: {
    recorded,
    synthesis_notes: 'Joined.',
    original_annotations_preserved: true,
    derived_from: ['abc1234'],
    operation: 'squash',
    unknown_keys: { p: 1 },
  },
  cross_cutting: [
    {
      tags: ['ops'],
      nature: 'order',
      regions: ['a.ts:open', 'b.ts'],
      description: 'Together.',
      unknown_keys: { o: 1 },
    },
  ],
  regions: [full],
  context_level: 'enhanced',
  summary: 'Open.',
  task: 'T-1',
  timestamp: '2025-06-10T14:30:00Z',
  commit,
  unknown_keys: { x: 1 },
}

it('has every key in a fixed order, unknown ones last and sorted', () => {
  expect(JSON.stringify(annotationDocument(annotation), null, 1)).toMatchInlineSnapshot(`
    "{
     "$schema": "chronicle/v1",
     "commit": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     "timestamp": "2025-06-10T14:30:00Z",
     "task": "T-1",
     "summary": "Open.",
     "context_level": "enhanced",
     "regions": [
      {
       "file": "src/a.ts",
       "ast_anchor": {
        "type": "function",
        "name": "open",
        "signature": "fn open()",
        "n": 1
       },
       "lines": {
        "start": 1,
        "end": 9,
        "side": "old"
       },
       "intent": "Opens.",
       "context_level": "inferred",
       "recorded": {
        "by": "Ada",
        "email": "ada@example.com",
        "at": "2025-06-11T00:00:00Z",
        "with": "git-chronicle 1.0",
        "w": 1
       },
       "reasoning": "Handshakes are slow.",
       "constraints": [
        {
         "text": "Once.",
         "source": "author",
         "c": 1
        }
       ],
       "semantic_dependencies": [
        {
         "file": "pool.ts",
         "anchor": "Pool",
         "nature": "is open",
         "d": 1
        }
       ],
       "related_annotations": [
        {
         "commit": "abc1234",
         "anchor": "close",
         "relationship": "needs",
         "l": 1
        }
       ],
       "tags": [
        "tls",
        "io"
       ],
       "risk_notes": "Leaks.",
       "rejected_alternatives": [
        {
         "approach": "Retry",
         "reason": "Slow.",
         "r": 1
        }
       ],
       "evidence": [
        {
         "kind": "discussion",
         "quote": "once",
         "file": "b.ts",
         "lines": {
          "start": 1,
          "end": 9,
          "side": "new"
         },
         "url": "https://example.com/1",
         "author": "ada",
         "e": 1
        }
       ],
       "held_by_tests": [
        {
         "title": "opens once",
         "file": "a.test.ts",
         "line": 7,
         "h": 1
        }
       ],
       "corrections": [
        {
         "a": {
          "x": 2,
          "y": 1
         },
         "z": 1
        }
       ],
       "b": {
        "c": 2,
        "d": 1
       },
       "z": 1
      }
     ],
     "cross_cutting": [
      {
       "description": "Together.",
       "regions": [
        "a.ts:open",
        "b.ts"
       ],
       "nature": "order",
       "tags": [
        "ops"
       ],
       "o": 1
      }
     ],
     "provenance": {
      "operation": "squash",
      "derived_from": [
       "abc1234"
      ],
      "original_annotations_preserved": true,
      "synthesis_notes": "Joined.",
      "recorded": {
       "by": "Ada",
       "email": "ada@example.com",
       "at": "2025-06-11T00:00:00Z",
       "with": "git-chronicle 1.0"
      },
      "p": 1
     },
     "x": 1
    }"
  `)
})

it('leaves out what is empty', () => {
  const empty: Annotation = {
    commit,
    timestamp: '',
    summary: 'S',
    context_level: 'inferred',
    regions: [bare, { ...bare, held_by_tests: [] }],
    cross_cutting: [{ description: 'd', regions: [], tags: [] }],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    read_from: [],
  }
  expect(annotationDocument(empty)).toStrictEqual({
    $schema: 'chronicle/v1',
    commit,
    summary: 'S',
    context_level: 'inferred',
    regions: [{ intent: 'Opens.' }, { intent: 'Opens.' }],
    cross_cutting: [{ description: 'd' }],
    provenance: { operation: 'initial', original_annotations_preserved: false },
  })
})

it('never takes a known key, another name for one, or a prototype from unknown keys', () => {
  const unknown_keys = JSON.parse(
    '{"__proto__":{"polluted":1},"schema":"x","summary":"y","timestamp":"z","kept":1}',
  ) as UnknownKeys
  const document = annotationDocument({ ...annotation, timestamp: '', regions: [], cross_cutting: [], unknown_keys })
  expect(Object.keys(document)).toEqual([
    '$schema',
    'commit',
    'task',
    'summary',
    'context_level',
    'regions',
    'provenance',
    'kept',
  ])
  expect(document['summary']).toBe('Open.')
  expect(Object.getPrototypeOf(document)).toBe(Object.prototype)
})

it('has lines without further keys where those are no object', () => {
  const region = { ...bare, lines, unknown_keys: { lines: 'text' } }
  expect(annotationDocument({ ...annotation, regions: [region] })).toMatchObject({
    regions: [{ intent: 'Opens.', lines: { start: 1, end: 9 } }],
  })
})
