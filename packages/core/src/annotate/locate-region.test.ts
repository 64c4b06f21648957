import type { BlobId, RepoPath } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { locateRegion } from './locate-region.ts'
import type { AnnotatedFile } from './open-annotated-file.ts'

const unit = (name: string, start: number, end: number, type: AstUnit['type'] = 'function'): AstUnit => ({
  type,
  name,
  signature: `${type} ${name}`,
  lines: { start, end },
})

function file(units: readonly AstUnit[] | undefined, text = 'line\n'.repeat(100)): AnnotatedFile {
  const bytes = new TextEncoder().encode(text)
  return {
    path: 'src/a.rs' as RepoPath,
    content: { kind: 'file', id: '0'.repeat(40) as BlobId, bytes },
    lineCount: text.split('\n').length - 1,
    outline: units && { language: 'rust', units, partial: false },
  }
}

const client = [
  unit('Client', 1, 5, 'struct'),
  unit('Client', 7, 60, 'impl'),
  unit('Client::connect', 10, 30, 'method'),
  unit('Client::close', 32, 40, 'method'),
  unit('close', 70, 80),
]

describe('from an anchor', () => {
  test.each([
    ['Client::connect', 'exact', 10, 30],
    ['Client.connect', 'exact', 10, 30],
    ['connect', 'unqualified', 10, 30],
    ['conect', 'fuzzy', 10, 30],
    ['close', 'exact', 70, 80],
  ])('%s is found (%s)', (name, kind, start, end) => {
    const located = locateRegion({ anchor: { name } }, file(client))._unsafeUnwrap()
    expect(located).toMatchObject({ anchorMatch: kind, lines: { start, end } })
    expect(located.warning?.code).toBe(kind === 'fuzzy' ? 'fuzzy_anchor' : undefined)
  })

  test('type and signature come from the code, whatever was given', () => {
    const anchor = { type: 'class', name: 'connect', signature: 'as remembered' }
    expect(locateRegion({ anchor }, file(client))._unsafeUnwrap().ast_anchor).toEqual({
      type: 'method',
      name: 'Client::connect',
      signature: 'method Client::connect',
    })
  })

  test('a type is meant rather than its impl block of the same name', () => {
    expect(locateRegion({ anchor: { name: 'Client' } }, file(client))._unsafeUnwrap()).toMatchObject({
      ast_anchor: { type: 'struct' },
      lines: { start: 1, end: 5 },
    })
  })

  test('overloads that follow one another are one unit', () => {
    const overloads = [unit('parse', 1, 1), unit('parse', 2, 2), unit('parse', 3, 20), unit('other', 21, 30)]
    expect(locateRegion({ anchor: { name: 'parse' } }, file(overloads))._unsafeUnwrap().lines).toEqual({
      start: 1,
      end: 20,
    })
  })

  test('equally good units are an error that lists them, unless lines tell which', () => {
    const two = [unit('A::new', 1, 10, 'method'), unit('B::new', 20, 30, 'method')]
    const error = locateRegion({ anchor: { name: 'new' } }, file(two))._unsafeUnwrapErr()
    expect(error.code).toBe('ambiguous_anchor')
    expect(error.message).toBe(
      '"new" stands for 2 units of src/a.rs: A::new (lines 1:10), B::new (lines 20:30). ' +
        'Give the qualified name, or lines beside the anchor.',
    )
    const located = locateRegion({ anchor: { name: 'new' }, lines: { start: 22, end: 24 } }, file(two))._unsafeUnwrap()
    expect(located).toMatchObject({ ast_anchor: { name: 'B::new' }, lines: { start: 22, end: 24 } })
  })

  test('of units with one name, the lines of one are asked for instead', () => {
    const pair = [unit('Box::value', 2, 4, 'getter'), unit('Box::value', 5, 7, 'setter')]
    const { message } = locateRegion({ anchor: { name: 'Box::value' } }, file(pair))._unsafeUnwrapErr()
    expect(message).toMatch(/They have one name: give the lines of one instead, as in src\/a\.rs:2-4\.$/)
  })

  test('lines elsewhere contradict the anchor', () => {
    const place = { anchor: { name: 'connect' }, lines: { start: 50, end: 55 } }
    const error = locateRegion(place, file(client))._unsafeUnwrapErr()
    expect(error.code).toBe('lines_outside_anchor')
    expect(error.message).toBe(
      'Lines 50:55 are not in connect, which is at lines 10:30 of src/a.rs. Leave out the lines or the anchor.',
    )
  })

  test('a name that is not there is an error with the nearest names', () => {
    const error = locateRegion({ anchor: { name: 'reticulate' } }, file(client))._unsafeUnwrapErr()
    expect(error.code).toBe('anchor_not_found')
    expect(error.message).toMatch(/^Anchor not found: reticulate in src\/a\.rs\. Available anchors: /)
    expect(error.data?.['available']).toEqual(['Client', 'Client::connect', 'Client::close', 'close'])
    expect(locateRegion({ anchor: { name: 'x' } }, file([]))._unsafeUnwrapErr().message).toMatch(/give lines\.$/)
  })

  test('of a symbolic link it is nothing, and where the link leads is told', () => {
    const link = { ...file(undefined, 'real.rs'), lineCount: 0 }
    const opened = { ...link, content: { ...link.content, kind: 'symlink' as const } }
    const error = locateRegion({ anchor: { name: 'target' } }, opened)._unsafeUnwrapErr()
    expect(error).toMatchObject({ code: 'not_a_file', data: { leads_to: 'src/real.rs' } })
    expect(error.message).toContain('src/a.rs is a symbolic link to src/real.rs.')
    expect(locateRegion({}, opened)._unsafeUnwrap()).toEqual({})
  })

  test('without a grammar it needs lines, and is marked as unchecked', () => {
    const error = locateRegion({ anchor: { name: 'target' } }, file(undefined))._unsafeUnwrapErr()
    expect(error.code).toBe('anchor_unresolvable')
    expect(error.message).toMatch(/there is no grammar for src\/a\.rs\. Give the lines/)
    const place = { anchor: { name: 'target' }, lines: { start: 3, end: 4 } }
    expect(locateRegion(place, file(undefined))._unsafeUnwrap()).toMatchObject({
      ast_anchor: { type: 'unknown', name: 'target' },
      lines: { start: 3, end: 4 },
      anchorMatch: 'unchecked',
      warning: { code: 'unchecked_anchor' },
    })
  })
})

describe('from lines', () => {
  test.each([
    [12, 14, 'Client::connect', 'method'],
    [10, 40, 'Client', 'impl'],
    [1, 1, 'Client', 'struct'],
    [62, 65, undefined, undefined],
    [5, 90, undefined, undefined],
  ])('%i to %i', (start, end, name, type) => {
    const located = locateRegion({ lines: { start, end } }, file(client))._unsafeUnwrap()
    expect(located.lines).toEqual({ start, end })
    expect([located.ast_anchor?.name, located.ast_anchor?.type]).toEqual([name, type])
  })

  test('blank lines around a unit do not count', () => {
    const text = '\n\nfn a() {\n}\n\n\nfn b() {\n}\n'
    const units = [unit('a', 3, 4), unit('b', 7, 8)]
    const located = locateRegion({ lines: { start: 1, end: 6 } }, file(units, text))._unsafeUnwrap()
    expect(located).toEqual({
      lines: { start: 1, end: 6 },
      ast_anchor: { type: 'function', name: 'a', signature: 'function a' },
    })
  })

  test.each([
    [90, 101, 'Line range 90:101 exceeds file length (100 lines) in src/a.rs'],
    [0, 3, 'Line range 0:3 is not a range in src/a.rs'],
    [9, 3, 'Line range 9:3 is not a range in src/a.rs'],
  ])('%i to %i is out of bounds', (start, end, message) => {
    const error = locateRegion({ lines: { start, end } }, file(client))._unsafeUnwrapErr()
    expect(error.code).toBe('lines_out_of_bounds')
    expect(error.message).toBe(message)
  })
})

describe('from neither', () => {
  test('the whole file, without an anchor: it has no lines, so that edits leave it what it is', () => {
    expect(locateRegion({}, file(client))._unsafeUnwrap()).toEqual({})
    expect(locateRegion({}, file(undefined, ''))._unsafeUnwrap()).toEqual({})
  })
})
