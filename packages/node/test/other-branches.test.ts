import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFixtureRepository } from '@chronicle/testing'
import { expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}
const BEFORE = 'def price(x):\n    return x * 2\n\n\ndef total(xs):\n    return sum(xs)\n'
const AFTER = BEFORE.replace('sum(xs)', 'sum(price(x) for x in xs)')

const document = {
  summary: 'Sum prices',
  regions: [
    {
      file: 'a.py',
      anchor: 'total',
      intent: 'Totals are of prices',
      semantic_dependencies: [{ file: 'a.py', anchor: 'price', nature: 'never negative' }],
    },
  ],
  cross_cutting: [
    { description: 'Both round alike', regions: ['a.py:total', 'a.py:price'], nature: 'The receipt shows both' },
  ],
}

test('what depends on code, and what changes with it, is asked of the history of the branch', async () => {
  await using repository = await createFixtureRepository()
  await repository.commitFiles('Add', { 'a.py': BEFORE })
  await repository.git('checkout', '-q', '-b', 'feature')
  await repository.commitFiles('Sum prices', { 'a.py': AFTER })
  await using chronicle = openChronicle({ dir: repository.dir, env })
  const recorded = async (): Promise<object> => {
    const deps = (await chronicle.deps({ file: 'a.py', anchor: 'price' }))._unsafeUnwrap()
    const lookup = (await chronicle.lookup({ file: 'a.py', anchor: 'price' }))._unsafeUnwrap()
    const check = (await chronicle.check({}))._unsafeUnwrap()
    return {
      deps: deps.dependents.length,
      lookup: [lookup.dependents?.length ?? 0, lookup.cross_cutting?.length ?? 0],
      check: check.findings.map(({ kind }) => kind).sort(),
    }
  }
  ;(await chronicle.annotate(document))._unsafeUnwrap()
  await repository.git('commit', '-q', '--amend', '-m', 'Sum the prices')
  ;(await chronicle.annotate(document))._unsafeUnwrap()
  const { dir } = repository
  const change = async (): Promise<void> => {
    const text = await readFile(join(dir, 'a.py'), 'utf8')
    await writeFile(join(dir, 'a.py'), text.replace('x * 2', 'x * 3'))
  }
  await change()
  expect(await recorded()).toEqual({ deps: 1, lookup: [1, 1], check: ['cross_cutting', 'dependent'] })
  await repository.git('checkout', '-q', '-f', 'main')
  await change()
  expect(await recorded()).toEqual({ deps: 0, lookup: [0, 0], check: [] })
})
