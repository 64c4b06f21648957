import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

const OTHER = 'export function other(x) {\n  return x + 1\n}\n'
const accept = (name: string, quality = 1): string =>
  `${OTHER}\nexport function ${name}(text) {\n  const parts = text.split(';')\n` +
  `  const found = { value: parts[0], quality: ${quality} }\n  return found\n}\n`
const trust = (name: string): string => `export function compileTrust(value) {\n  return ${name}(value)\n}\n`
const NATURE = 'quality is one by default'

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Add both', { 'utils.js': accept('acceptParams'), 'trust.js': trust('acceptParams') })
  const semantic_dependencies = [{ file: 'utils.js', anchor: 'acceptParams', nature: NATURE }]
  const regions = [{ file: 'trust.js', anchor: 'compileTrust', intent: 'Compiles', semantic_dependencies }]
  await using chronicle = open()
  ;(await chronicle.record({ regions }))._unsafeUnwrap()
})
afterEach(() => repository.dispose())

const open = (): Chronicle => openChronicle({ dir: repository.dir, cacheDir: false })

async function dependentsOf(anchor: string): Promise<readonly string[]> {
  await using chronicle = open()
  const [deps, read] = [
    (await chronicle.deps({ file: 'utils.js', anchor }))._unsafeUnwrap().dependents,
    (await chronicle.read({ files: ['utils.js'], anchor }))._unsafeUnwrap().dependencies_on_this,
  ]
  expect(read.map(({ nature }) => nature)).toEqual(deps.map(({ nature }) => nature))
  return deps.map(({ nature }) => nature)
}

test('what depends on a unit depends on it under the name that it gets', async () => {
  await repository.commitFiles('Rename acceptParams', {
    'utils.js': accept('parseAccept'),
    'trust.js': trust('parseAccept'),
  })
  expect(await dependentsOf('parseAccept')).toEqual([NATURE])
  expect(await dependentsOf('other')).toEqual([])
  await repository.commitFiles('Rename it again', { 'utils.js': accept('readAccept', 2) })
  expect(await dependentsOf('readAccept')).toEqual([NATURE])
  await repository.write({ 'utils.js': accept('takeAccept', 2) })
  expect(await dependentsOf('takeAccept')).toEqual([NATURE])
})

test('check tells of an edit of the renamed unit that another one relies on it', async () => {
  await repository.commitFiles('Rename acceptParams', { 'utils.js': accept('parseAccept') })
  await repository.write({ 'utils.js': accept('parseAccept', 2) })
  await using chronicle = open()
  const { findings } = (await chronicle.check({}))._unsafeUnwrap()
  expect(findings).toMatchObject([{ kind: 'dependent', anchor: 'parseAccept', text: NATURE }])
  await repository.write({ 'utils.js': accept('parseAccept').replace('x + 1', 'x + 2') })
  expect((await chronicle.check({}))._unsafeUnwrap().findings).toEqual([])
})

test('a name that a unit of the file has is that of this unit', async () => {
  const taken = accept('parseAccept').replace('other', 'acceptParams')
  await repository.commitFiles('Rename both', { 'utils.js': taken })
  expect(await dependentsOf('acceptParams')).toEqual([NATURE])
  expect(await dependentsOf('parseAccept')).toEqual([])
})

test('the former name says what the unit was renamed to', async () => {
  const renamed = await repository.commitFiles('Rename acceptParams', { 'utils.js': accept('parseAccept') })
  await using chronicle = open()
  const { diagnostics } = (await chronicle.lookup({ file: 'utils.js', anchor: 'acceptParams' }))._unsafeUnwrap()
  expect(diagnostics).toMatchObject([{ code: 'code_gone', commit: renamed }])
  expect(diagnostics?.[0]?.message).toContain('which renamed it to parseAccept: Rename acceptParams')
})

test('what depends on a unit, and must change with it, follows it to another file under another name', async () => {
  await repository.commitFiles('Describe both', { 'guide.md': 'Accept is parsed.\n' })
  const cross_cutting = [
    { description: 'Both parse alike', regions: ['utils.js:acceptParams', 'trust.js:compileTrust'] },
  ]
  await using chronicle = open()
  ;(await chronicle.record({ regions: [{ file: 'guide.md', intent: 'Tells' }], cross_cutting }))._unsafeUnwrap()
  await repository.commitFiles('Move both', {
    'utils.js': OTHER,
    'accept.js': accept('parseAccept').slice(OTHER.length),
    'trust.js': OTHER,
    'proxy.js': trust('acceptParams').replace('compileTrust', 'trustProxy'),
  })
  const deps = (await chronicle.deps({ file: 'accept.js', anchor: 'parseAccept' }))._unsafeUnwrap()
  expect(deps.dependents).toMatchObject([{ nature: NATURE, from_file: 'proxy.js', from_anchor: 'trustProxy' }])
  const now = ['proxy.js:trustProxy', 'accept.js:parseAccept']
  expect(deps.cross_cutting.map(({ regions }) => regions)).toEqual([now])
  const read = (await chronicle.read({ files: ['accept.js'], anchor: 'parseAccept' }))._unsafeUnwrap()
  expect(read.dependencies_on_this).toMatchObject([{ from_file: 'proxy.js', from_anchor: 'trustProxy' }])
  expect(read.cross_cutting.map(({ regions }) => regions)).toEqual([now])
  await repository.write({ 'accept.js': accept('parseAccept', 2).slice(OTHER.length) })
  const { findings } = (await chronicle.check({}))._unsafeUnwrap()
  expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['cross_cutting', 'dependent']))
  const told = { anchor: 'parseAccept', places: ['proxy.js:trustProxy'] }
  expect(findings).toMatchObject([told, told])
  await repository.write({ 'proxy.js': trust('acceptParams').replace('compileTrust(value', 'trustProxy(value, more') })
  expect((await chronicle.check({}))._unsafeUnwrap().findings.map(({ kind }) => kind)).toEqual(['dependent'])
})

test('a group knows its units under the names that they get in their file', async () => {
  const cross_cutting = [{ description: 'Both parse alike', regions: ['utils.js:acceptParams', 'utils.js:other'] }]
  await repository.commitFiles('Describe both', { 'guide.md': 'Accept is parsed.\n' })
  await using chronicle = open()
  ;(await chronicle.record({ regions: [{ file: 'guide.md', intent: 'Tells' }], cross_cutting }))._unsafeUnwrap()
  await repository.commitFiles('Rename acceptParams', { 'utils.js': accept('parseAccept') })
  await repository.write({ 'utils.js': accept('parseAccept', 2) })
  const groups = async () =>
    (await chronicle.check({}))._unsafeUnwrap().findings.filter(({ kind }) => kind === 'cross_cutting')
  expect(await groups()).toMatchObject([{ anchor: 'parseAccept', places: ['utils.js:other'] }])
  await repository.write({ 'utils.js': accept('parseAccept', 2).replace('x + 1', 'x + 2') })
  expect(await groups()).toEqual([])
})

test('a unit that was moved and renamed at once, with its file gone, has the same place in every answer', async () => {
  await repository.remove('trust.js')
  await repository.commitFiles('Move it', { 'proxy.js': trust('acceptParams').replace('compileTrust', 'trustProxy') })
  await using chronicle = open()
  const shown = (await chronicle.show({ revision: 'HEAD~1' }))._unsafeUnwrap().regions.map(({ now }) => now)
  expect(shown).toMatchObject([{ file: 'proxy.js', anchor: 'trustProxy', lines: { start: 1, end: 3 } }])
  const { dependents } = (await chronicle.deps({ file: 'utils.js', anchor: 'acceptParams' }))._unsafeUnwrap()
  expect(dependents).toMatchObject([{ from_file: 'proxy.js', from_anchor: 'trustProxy', current_lines: { start: 1 } }])
  await repository.write({ 'utils.js': accept('acceptParams', 2) })
  const { findings } = (await chronicle.check({}))._unsafeUnwrap()
  expect(findings).toMatchObject([{ kind: 'dependent', places: ['proxy.js:trustProxy'] }])
})

test('a review calls no name dead that other answers follow, be it in a renamed file or in a group', async () => {
  await repository.commitFiles('Describe both', { 'guide.md': 'Accept is parsed.\n' })
  const cross_cutting = [{ description: 'Both parse alike', regions: ['utils.js:acceptParams', 'utils.js:other'] }]
  await using chronicle = open()
  ;(await chronicle.record({ regions: [{ file: 'guide.md', intent: 'Tells' }], cross_cutting }))._unsafeUnwrap()
  await repository.commitFiles('Rename acceptParams', { 'utils.js': accept('parseAccept').slice(OTHER.length) })
  await repository.git('mv', 'utils.js', 'basin.js')
  await repository.commit('Rename its file')
  const { findings } = (await chronicle.review())._unsafeUnwrap()
  const dead = findings.filter(({ kind }) => kind === 'dead_reference').map(({ message }) => message)
  expect(dead).toEqual(['The group "Both parse alike" names "utils.js:other", but other is not in basin.js any more.'])
})
