import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

const REST =
  '  const total = start * meter.rate\n  log(`total of ${meter.name}: ${total}`)\n  meter.close()\n  return total\n'
const WHOLE = `export function bill(meter) {\n  const start = meter.one()\n${REST}}\n`
const FAR = '\nexport function far() {\n  return 0\n}\n'
const LEFT = 'export function bill(meter) {\n  const start = meter.one()\n  return rest(meter, start)\n}\n'
const TAKEN = `export function rest(meter, start) {\n${REST}}\n${FAR}`
const SPLIT = `${LEFT}\n${TAKEN}`
const RULE = 'Totals are rounded down.'

let repository: FixtureRepository
let chronicle: Chronicle
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Add bill', { 'a.js': WHOLE, 'b.js': FAR })
  chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const constraints = [{ text: RULE, source: 'author' as const }]
  const regions = [{ file: 'a.js', anchor: 'bill', intent: 'Bills', constraints }]
  ;(await chronicle.record({ regions }))._unsafeUnwrap()
})
afterEach(async () => {
  await chronicle[Symbol.asyncDispose]()
  await repository.dispose()
})

async function read(file: string, anchor: string): Promise<readonly object[]> {
  return (await chronicle.read({ files: [file], anchor }))._unsafeUnwrap().regions.map((region) => ({
    recorded: region.ast_anchor?.name,
    survival: region.survival,
    freshness: region.freshness,
    drifted_by: region.drifted_by,
  }))
}

const findings = async (to?: string) =>
  (await chronicle.check(to === undefined ? {} : { change: { kind: 'range', to } }))._unsafeUnwrap().findings

test('a rule goes along with the lines that are taken out into a unit of their own', async () => {
  const taken = await repository.commitFiles('Take rest out', { 'a.js': SPLIT })
  const drifted = { recorded: 'bill', freshness: 'drifted', drifted_by: [taken] }
  expect(await read('a.js', 'bill')).toMatchObject([{ ...drifted, survival: 0.43 }])
  expect(await read('a.js', 'rest')).toMatchObject([{ ...drifted, survival: 0.71 }])
  expect(await read('a.js', 'far')).toEqual([])
  expect((await chronicle.read({ files: ['a.js'] }))._unsafeUnwrap().regions).toHaveLength(1)
})

test('check names the unit that lines of a rule were taken out into', async () => {
  const taken = await repository.commitFiles('Take rest out', { 'a.js': SPLIT })
  const rule = { kind: 'constraint', text: RULE }
  expect(await findings(taken)).toMatchObject([{ ...rule, anchor: 'bill', carried_to: ['a.js:rest'] }])
  await repository.write({ 'a.js': SPLIT.replace('meter.close()', 'meter.close(2)') })
  expect(await findings()).toMatchObject([{ ...rule, anchor: 'rest', lines: { start: 9, end: 9 } }])
  await repository.write({ 'a.js': SPLIT.replace('return 0', 'return 1') })
  expect(await findings()).toEqual([])
})

test('a rule goes along with the lines that are taken out into another file', async () => {
  const taken = await repository.commitFiles('Take rest out', { 'a.js': LEFT, 'b.js': TAKEN })
  const drifted = { recorded: 'bill', freshness: 'drifted', drifted_by: [taken] }
  expect(await read('a.js', 'bill')).toMatchObject([{ ...drifted, survival: 0.43 }])
  expect(await read('b.js', 'rest')).toMatchObject([{ ...drifted, survival: 0.71 }])
  expect(await read('b.js', 'far')).toEqual([])
  const rule = { kind: 'constraint', text: RULE, file: 'a.js' }
  expect(await findings(taken)).toMatchObject([{ ...rule, anchor: 'bill', carried_to: ['b.js:rest'] }])
  await repository.write({ 'b.js': TAKEN.replace('meter.close()', 'meter.close(2)') })
  expect(await findings()).toMatchObject([{ ...rule, file: 'b.js', anchor: 'rest' }])
})

test('what was inferred about a unit goes along with a fifth of its lines, and not with fewer', async () => {
  const stays = (count: number): string =>
    `export function bill(meter) {\n${REST}${Array.from({ length: count }, (_, n) => `  step${n}()\n`).join('')}}\n`
  for (const [count, expected] of [
    [14, 1],
    [24, 0],
  ] as const) {
    const file = `wide${count}.js`
    const made = await repository.commitFiles('Bill all', { [file]: stays(count), [`part${count}.js`]: FAR })
    const place = { file, ast_anchor: { type: 'function', name: 'bill' }, lines: { start: 1, end: count + 6 } }
    const note = { summary: 'Bill', timestamp: '2024-01-01T00:00:00Z', context_level: 'inferred' }
    const regions = [{ ...place, intent: 'Meters are slow.' }]
    await repository.note(made, { $schema: 'chronicle/v1', commit: made, ...note, regions })
    await repository.commitFiles('Take rest out', {
      [file]: stays(count).replace(REST, '  rest()\n'),
      [`part${count}.js`]: TAKEN,
    })
    const { regions: found } = (
      await chronicle.read({ files: [`part${count}.js`], anchor: 'rest', sources: ['notes'] })
    )._unsafeUnwrap()
    expect(found).toHaveLength(expected)
  }
})

test('check names where a unit is that the change moves to another file, tracked or not', async () => {
  await repository.write({ 'a.js': FAR, 'c.js': WHOLE.replace('bill', 'price') })
  const moved = { kind: 'constraint', file: 'a.js', anchor: 'bill', gone: true, carried_to: ['c.js:price'] }
  expect(await findings()).toMatchObject([moved])
  await repository.commitFiles('Move bill', {})
  expect(await findings('HEAD')).toMatchObject([moved])
})

test('lines that another file had before are no part of a unit that lost them', async () => {
  await repository.commitFiles('Have the same in both', { 'b.js': TAKEN })
  const annotation = { intent: 'Bills, too', constraints: [{ text: 'A second rule.', source: 'author' as const }] }
  ;(await chronicle.record({ regions: [{ file: 'a.js', anchor: 'bill', ...annotation }] }))._unsafeUnwrap()
  await repository.commitFiles('Use that one', { 'a.js': LEFT, 'b.js': TAKEN.replace('return 0', 'return 1') })
  const { regions } = (await chronicle.read({ files: ['b.js'], anchor: 'rest' }))._unsafeUnwrap()
  expect(regions.flatMap(({ constraints }) => constraints.map(({ text }) => text))).toEqual([RULE])
})
