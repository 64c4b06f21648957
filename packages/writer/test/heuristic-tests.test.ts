import type { Annotation } from '@chronicle/schema'
import type { AstUnit } from '@chronicle/core/contracts'
import { expect, it } from 'vitest'
import { exercisedUnit } from '../src/heuristic/tests/exercised-unit.ts'
import { commitContext, type TestCommit } from './commit-context.ts'
import { annotate, unit } from './heuristic-annotation.ts'

const CODE = 'export function parseRange() {\n  return 1\n}\nexport function close() {\n  return 2\n}\n'
const UNITS = { 'src/range.ts': [unit('parseRange', 1, 3), unit('close', 4, 6)] }

async function write(made: Partial<TestCommit>): Promise<Annotation | undefined> {
  const files = { 'src/range.ts': { before: '', after: CODE }, ...made.files }
  return annotate({ message: 'Change it', units: UNITS, ...made, files })
}

function testFile(title: string, body: string): TestCommit['files'] {
  return { 'test/range.test.ts': { before: '', after: `it('${title}', () => {\n  ${body}\n})\n` } }
}

it('stands on the unit that it calls, and cites its own place', async () => {
  const annotation = await write({ files: testFile('rejects a range without an end', 'parseRange()') })
  expect(annotation?.regions).toEqual([
    expect.objectContaining({
      file: 'src/range.ts',
      intent: 'rejects a range without an end',
      held_by_tests: [{ title: 'rejects a range without an end', file: 'test/range.test.ts', line: 1 }],
      evidence: [],
    }),
  ])
  expect(annotation?.regions[0]?.ast_anchor?.name).toBe('parseRange')
})

it('is for what the subject says, where that says something', async () => {
  const made = {
    message: 'Refuse ranges that have no end',
    files: testFile('rejects a range without an end', 'parseRange()'),
  }
  expect((await write(made))?.regions).toEqual([
    expect.objectContaining({
      intent: 'Refuse ranges that have no end',
      held_by_tests: [{ title: 'rejects a range without an end', file: 'test/range.test.ts', line: 1 }],
      evidence: [{ kind: 'commit_message', quote: 'Refuse ranges that have no end' }],
    }),
  ])
})

it('is for what the title says, where the subject is about another function', async () => {
  const intentFor = async (message: string): Promise<string | undefined> =>
    (await write({ message, files: testFile('rejects a range without an end', 'parseRange()') }))?.regions[0]?.intent
  expect(await intentFor('Add range.close() for readers')).toBe('rejects a range without an end')
  expect(await intentFor('Add close() to parseRange()')).toBe('Add close() to parseRange()')
})

it.each([
  ['that calls no changed unit', 'rejects a range without an end', 'other()'],
  ['that calls something every unit may have', 'rejects a range without an end', 'socket.close()'],
  ['whose title states nothing', 'range parsing', 'parseRange()'],
])('says nothing of a test %s', async (_, title, body) => {
  expect(await write({ files: testFile(title, body) })).toBeUndefined()
})

it('stands on no unit of which only a comment changed', async () => {
  const before = CODE.replace('  return 1', '  // Raeds it.\n  return 1')
  const after = before.replace('Raeds', 'Reads')
  const files = { ...testFile('rejects a range without an end', 'parseRange()'), 'src/range.ts': { before, after } }
  expect(await write({ files })).toBeUndefined()
})

it('stands on no accessor that decides nothing', async () => {
  const files = testFile('follows no more than it is told', 'options.maxRedirects()')
  const write1 = (line: string): Promise<Annotation | undefined> =>
    write({
      files: { ...files, 'src/range.ts': { before: '', after: `get maxRedirects() {\n  ${line}\n}\n` } },
      units: { 'src/range.ts': [unit('maxRedirects', 1, 3)] },
    })
  expect(await write1('return this.most')).toBeUndefined()
  expect((await write1('if (this.none) throw this.none'))?.regions).toHaveLength(1)
})

it('stands on a unit of which one line of many changed only if its title names that', () => {
  const { files } = commitContext({ message: 'Change it', files: { 'src/range.ts': { before: '', after: CODE } } })
  const held = (title: string, weight: number): string | undefined => {
    const changed = files.flatMap((file) => [
      { file, unit: unit('parseRange', 1, 3), weight, share: 1 },
      { file, unit: unit('close', 4, 6), weight: 3, share: 1 },
    ])
    return exercisedUnit({ path: 'test/range.test.ts', titles: [title], body: 'parseRange()' }, changed)?.unit.name
  }
  expect(held('rejects a range without an end', 2)).toBe('parseRange')
  expect(held('rejects a range without an end', 1)).toBeUndefined()
  expect(held('`parseRange` rejects a range without an end', 1)).toBe('parseRange')
})

it('stands on a unit with a small part of the change only if the subject or a group names that', async () => {
  const filler = Array.from({ length: 20 }, (_, index) => `b${index}()\n`).join('')
  const code = 'parseRange() {\n  return 1\n}\n'
  const files = (group: string, other: string): TestCommit['files'] => ({
    'src/range.ts': { before: '', after: code + other },
    'test/range.test.ts': {
      before: '',
      after: `describe('${group}', () => {\n  it('rejects a range without an end', () => {\n    parseRange()\n  })\n})\n`,
    },
  })
  const units = { 'src/range.ts': [unit('parseRange', 1, 3)] }
  const placesFor = async (message: string, group: string, other: string): Promise<unknown> =>
    (await write({ message, files: files(group, other), units }))?.regions.map(({ ast_anchor: at }) => at?.name)
  expect(await placesFor('Change it', 'text', '')).toEqual(['parseRange'])
  expect(await placesFor('Change it', 'text', filler)).toBeUndefined()
  expect(await placesFor('Change it in parseRange()', 'text', filler)).toEqual(['parseRange'])
  expect(await placesFor('Change it', '.parseRange(text)', filler)).toEqual(['parseRange'])
})

it('says what the test states with the conditions around it, also where they are older', async () => {
  const before = [
    "describe('range', () => {",
    "  describe('when open ranges are off', () => {",
    "    describe('parseRange(text)', () => {",
    "      it('is there', () => {})",
  ].join('\n')
  const added = "\n      it('rejects one without an end', () => {\n        parseRange()\n      })"
  const end = '\n    })\n  })\n})\n'
  const annotation = await write({
    files: { 'test/range.test.ts': { before: before + end, after: before + added + end } },
  })
  expect(annotation?.regions[0]).toMatchObject({
    intent: 'when open ranges are off: rejects one without an end',
    held_by_tests: [{ title: 'when open ranges are off › parseRange(text) › rejects one without an end' }],
  })
})

it('says what the test states, without the groups that name what is tested', async () => {
  const after = "describe('range', () => {\n  it('rejects one without an end', () => {\n    parseRange()\n  })\n})\n"
  const annotation = await write({ files: { 'test/range.test.ts': { before: '', after } } })
  expect(annotation?.regions[0]).toMatchObject({
    intent: 'rejects one without an end',
    held_by_tests: [{ title: 'range › rejects one without an end' }],
  })
})

it('stands on no default of an option that a title speaks of', () => {
  const { files } = commitContext({ message: 'Change it', files: { 'src/range.ts': { before: '', after: CODE } } })
  const held = (title: string, units: readonly AstUnit[]): string | undefined => {
    const changed = files.flatMap((file) => units.map((each) => ({ file, unit: each, weight: 1, share: 1 })))
    return exercisedUnit({ path: 'test/range.test.ts', titles: [title], body: 'shouldGoOn()' }, changed)?.unit.name
  }
  const property: AstUnit = { ...unit('defaults::shouldGoOn', 2, 2), type: 'property' }
  expect(held('throws if there is no `shouldGoOn` property', [property])).toBeUndefined()
  expect(held('stops when `shouldGoOn` returns false', [property])).toBe('defaults::shouldGoOn')
  expect(held('stops when `shouldGoOn` returns false', [property, unit('shouldGoOn', 4, 4)])).toBe('shouldGoOn')
})

it('stands on no unit where a group is named after another method', () => {
  const { files } = commitContext({ message: 'Change it', files: { 'src/range.ts': { before: '', after: CODE } } })
  const changed = files.map((file) => ({ file, unit: unit('app::setTrust', 2, 4), weight: 1, share: 1 }))
  const held = (titles: readonly string[]): string | undefined =>
    exercisedUnit({ path: 'test/host.test.ts', titles, body: 'app.setTrust(1)' }, changed)?.unit.name
  expect(held(['trusts its peer', '.host'])).toBeUndefined()
  expect(held(['trusts its peer', '#host()'])).toBeUndefined()
  expect(held(['trusts its peer', '.setTrust()'])).toBe('app::setTrust')
  expect(held(['trusts its peer', 'host'])).toBe('app::setTrust')
})

it('says nothing of a test that was moved from another file', async () => {
  const moved = testFile('rejects a range without an end', 'parseRange()')
  const from = { 'test/old.test.ts': { before: moved['test/range.test.ts']?.after ?? '', after: '' } }
  expect(await write({ files: { ...moved, ...from } })).toBeUndefined()
})

it('stands with the reason of the commit where both are about one unit', async () => {
  const annotation = await write({
    message: 'Refuse open ranges\n\nparseRange() must refuse them, because a reader would otherwise wait forever.',
    files: testFile('rejects a range without an end', 'parseRange()'),
  })
  const held = annotation?.regions.filter((region) => region.held_by_tests !== undefined)
  expect(held).toHaveLength(1)
})
