import { createFixtureRepository } from '@chronicle/testing'
import { expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

const REST = '  const total = start * meter.rate\n  log(total)\n  meter.close()\n  return total\n'
const WHOLE = `export function bill(meter) {\n  const start = meter.one()\n${REST}}\n`
const SPLIT = `export function bill(meter) {\n  const start = meter.one()\n  return rest(meter, start)\n}\n
function rest(meter, start) {\n${REST}}\n\nfunction far() {\n  return 0\n}\n`
const RULE = 'Totals are rounded down.'

test('a rule goes along with the lines that are taken out into a unit of their own', async () => {
  await using repository = await createFixtureRepository()
  await repository.commitFiles('Add bill', { 'a.js': WHOLE })
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const constraints = [{ text: RULE, source: 'author' as const }]
  const regions = [{ file: 'a.js', anchor: 'bill', intent: 'Bills', constraints }]
  ;(await chronicle.record({ regions }))._unsafeUnwrap()
  const taken = await repository.commitFiles('Take rest out', { 'a.js': SPLIT })
  const read = async (anchor: string) =>
    (await chronicle.read({ files: ['a.js'], anchor }))._unsafeUnwrap().regions.map((region) => ({
      recorded: region.ast_anchor?.name,
      survival: region.survival,
      freshness: region.freshness,
      drifted_by: region.drifted_by,
    }))
  const drifted = { recorded: 'bill', freshness: 'drifted', drifted_by: [taken] }
  expect(await read('bill')).toMatchObject([{ ...drifted, survival: 0.43 }])
  expect(await read('rest')).toMatchObject([{ ...drifted, survival: 0.71 }])
  expect(await read('far')).toEqual([])
  expect((await chronicle.read({ files: ['a.js'] }))._unsafeUnwrap().regions).toHaveLength(1)
  await repository.write({ 'a.js': SPLIT.replace('log(total)', 'log(total, 2)') })
  expect((await chronicle.check({}))._unsafeUnwrap().findings).toMatchObject([{ kind: 'constraint', text: RULE }])
  await repository.write({ 'a.js': SPLIT.replace('return 0', 'return 1') })
  expect((await chronicle.check({}))._unsafeUnwrap().findings).toEqual([])
})
