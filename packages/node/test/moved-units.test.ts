import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { renderAnswer } from '@chronicle/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

const [RULE, OLD_RULE] = ['Never drain a pool twice.', 'Old items go first.']
const CREATE = 'export function create(size) {\n  return { items: Array.from({ length: size }), open: true }\n}\n'
const OLD = 'export function isOld(item) {\n  return item.age > 10 && item.kind !== "root"\n}\n'
/** The lines of a unit, each as it is and as a commit may edit it. */
const DRAIN = [
  ['export function drain(pool, deadline) {', 'export function drain(pool) {'],
  ['  if (Date.now() > deadline) throw new Error("late")', '  assertInTime(pool)'],
  ['  const count = pool.items.length', '  const released = []'],
  ['  pool.items.forEach(release)', '  for (const item of pool.items) released.push(item)'],
  ['  pool.items = []', '  pool.items.clear()'],
  ['  pool.open = false', '  await pool.socket.end()'],
  ['  log("drained", count)', '  trace({ released })'],
  ['  return count', '  return { released }'],
  ['}', '}'],
] as const
const drain = (edited = 0): string =>
  DRAIN.map(([line, later], index) => `${index > 0 && index <= edited ? later : line}\n`).join('')

let repository: FixtureRepository
let chronicle: Chronicle
beforeEach(async () => {
  repository = await createFixtureRepository()
  chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  await repository.commitFiles('Add the pool', { 'src/pool.js': `${CREATE}${drain()}${OLD}` })
  for (const [anchor, text] of [
    ['drain', RULE],
    ['isOld', OLD_RULE],
  ] as const) {
    const constraints = [{ text, source: 'author' as const }]
    const region = { file: 'src/pool.js', anchor, intent: `About ${anchor}`, constraints }
    ;(await chronicle.record({ regions: [region] }))._unsafeUnwrap()
  }
})
afterEach(async () => {
  await chronicle[Symbol.asyncDispose]()
  await repository.dispose()
})

/** Moves `drain` to another file, with some of its lines edited, and removes `isOld`. */
async function move(edited = 0, file = 'src/drain.js'): Promise<void> {
  await repository.write({ 'src/pool.js': CREATE, [file]: drain(edited) })
  await repository.git('add', '.')
}

const rulesOf = async (file: string): Promise<readonly string[]> =>
  (await chronicle.summary({ file }))
    ._unsafeUnwrap()
    .units.map((unit) => `${unit.file} ${unit.anchor} ${unit.constraints.map(({ text }) => text).join()}`)

describe('units of the same name', () => {
  const method = (scope: string, count: number): string =>
    `export class ${scope} {\n  constructor(size) {\n    this.${scope.toLowerCase()} = size * ${count}\n` +
    `    this.limit${scope} = size - ${count}\n    register${scope}(this)\n  }\n}\n`
  const record = async (anchor: string, text: string): Promise<void> => {
    const region = { file: 'src/all.js', anchor, intent: text, constraints: [{ text, source: 'author' as const }] }
    ;(await chronicle.record({ regions: [region] }))._unsafeUnwrap()
  }
  beforeEach(async () => {
    await repository.commitFiles('Add two classes', {
      'src/all.js': `${CREATE}${method('Cache', 3)}${method('Pool', 7)}`,
    })
    await record('Cache::constructor', 'Cache rule.')
    await record('Pool::constructor', 'Pool rule.')
  })
  const movedTo = async (): Promise<readonly (string | undefined)[]> =>
    (await chronicle.history({ file: 'src/all.js' }))
      ._unsafeUnwrap()
      .steps.filter(({ origin }) => origin === undefined)
      .map(({ anchor, gone, moved_to: to }) => `${anchor} ${gone === true ? 'gone' : to}`)
      .sort()

  test('are each found where they were moved by one commit', async () => {
    await repository.write({ 'src/all.js': CREATE, 'src/a.js': method('Cache', 3), 'src/b.js': method('Pool', 7) })
    await repository.commit('Split')
    expect(await movedTo()).toEqual([
      'Cache::constructor src/a.js:Cache::constructor',
      'Pool::constructor src/b.js:Pool::constructor',
    ])
    expect((await rulesOf('src')).filter((rule) => !rule.includes('pool.js'))).toEqual([
      'src/a.js Cache::constructor Cache rule.',
      'src/b.js Pool::constructor Pool rule.',
    ])
  })

  test('are not taken for one that was added when they were removed', async () => {
    await repository.write({ 'src/all.js': `${CREATE}${method('Pool', 7)}`, 'src/window.js': method('Window', 9) })
    await repository.commit('Replace the cache by a window')
    expect(await movedTo()).toEqual(['Cache::constructor gone', 'Pool::constructor undefined'])
    const { stats } = (await chronicle.summary({ file: 'src' }))._unsafeUnwrap()
    expect(JSON.stringify(stats)).toMatch(/"gone\w*":1,/u)
  })
})

test('of many units moved at once, a file has its own, and a summary says that not all were followed', async () => {
  const names = Array.from({ length: 52 }, (_, index) => `task${index}`)
  const unit = (name: string): string =>
    `export function ${name}(value) {\n  const ${name}First = value + 1\n  return finish(${name}First, value)\n}\n`
  await repository.commitFiles('Add tasks', { 'src/all.js': CREATE + names.map(unit).join('') })
  const regions = names.map((anchor) => ({ file: 'src/all.js', anchor, intent: `Rule of ${anchor}` }))
  ;(await chronicle.record({ regions }))._unsafeUnwrap()
  await repository.write({
    'src/all.js': CREATE,
    'src/first.js': names.slice(0, 26).map(unit).join(''),
    'src/last.js': names.slice(26).map(unit).join(''),
  })
  await repository.commit('Split')
  for (const file of ['src/first.js', 'src/last.js']) {
    const { regions: found } = (await chronicle.read({ files: [file], maxRegions: 100 }))._unsafeUnwrap()
    expect(found).toHaveLength(26)
  }
  const { diagnostics } = (await chronicle.summary({ file: 'src' }))._unsafeUnwrap()
  expect(diagnostics.map(({ code }) => code)).toContain('renames_limited')
})

describe('a unit that was moved to another file', () => {
  beforeEach(async () => {
    await move()
    await repository.commit('Move drain')
  })

  test('is in the summary of a folder as in those of its files', async () => {
    expect(await rulesOf('src')).toEqual([`src/drain.js drain ${RULE}`])
    expect(await rulesOf('src')).toEqual([...(await rulesOf('src/drain.js')), ...(await rulesOf('src/pool.js'))])
    for (const file of ['src', 'src/pool.js']) {
      const { stats } = (await chronicle.summary({ file }))._unsafeUnwrap()
      expect(JSON.stringify(stats)).toMatch(/"gone\w*":1,/u)
    }
  })

  test('keeps its rule when none of its lines is as it was recorded', async () => {
    for (const edited of [4, 8]) {
      await repository.write({
        'src/drain.js': drain(edited).replace('function drain(pool, deadline)', 'async function drain(it)'),
      })
      await repository.commit(`Edit ${edited}`)
      const { regions } = (await chronicle.read({ files: ['src/drain.js'], anchor: 'drain' }))._unsafeUnwrap()
      expect(regions.flatMap(({ constraints }) => constraints)).toMatchObject([{ text: RULE }])
      expect(await rulesOf('src')).toEqual([`src/drain.js drain ${RULE}`])
    }
  })

  test('is named with its new place where its former file is asked about, and one that was removed as gone', async () => {
    const { steps } = (await chronicle.history({ file: 'src/pool.js' }))._unsafeUnwrap()
    const { history } = (await chronicle.lookup({ file: 'src/pool.js' }))._unsafeUnwrap()
    for (const each of [steps, history]) {
      expect(each.filter(({ origin }) => origin === undefined)).toMatchObject([
        { anchor: 'drain', moved_to: 'src/drain.js:drain' },
        { anchor: 'isOld', gone: true },
      ])
      expect(each[0]).not.toHaveProperty('gone')
    }
    const { stats } = (await chronicle.read({ files: ['src/pool.js'] }))._unsafeUnwrap()
    expect(stats).toMatchObject({ gone_regions: 1, moved_to: ['src/drain.js:drain'] })
  })

  test('is found by its words with the place that it has now', async () => {
    const { matches } = (await chronicle.grep({ pattern: 'twice|first' }))._unsafeUnwrap()
    expect(matches.map(({ anchor, anchor_gone, moved_to: place }) => [anchor, place, anchor_gone]).sort()).toEqual([
      ['drain', 'src/drain.js:drain', undefined],
      ['isOld', undefined, true],
    ])
    const whole = { file: 'src/pool.js', intent: 'One pool for all.' }
    ;(
      await chronicle.record({ regions: [whole, { file: 'src/pool.js', anchor: 'create', intent: 'Opens one pool.' }] })
    )._unsafeUnwrap()
    const there = (await chronicle.grep({ pattern: 'one pool' }))._unsafeUnwrap()
    expect(there.matches.map(({ anchor, anchor_gone }) => [anchor, anchor_gone]).sort()).toEqual([
      [undefined, undefined],
      ['create', undefined],
    ])
    const text = renderAnswer((await chronicle.grep({ pattern: 'first' }))._unsafeUnwrap(), 'markdown')
    expect(text).toContain('isOld (no longer there under this name): ')
  })
})

describe('the summary of a folder', () => {
  const drained = (path: string): readonly string[] => [`${path} drain ${RULE}`]

  test('has units that were moved into it from a file elsewhere', async () => {
    await move(0, 'src/deep/drain.js')
    await repository.commit('Move drain')
    expect(await rulesOf('src/deep')).toEqual(drained('src/deep/drain.js'))
    expect(await rulesOf('src')).toEqual(drained('src/deep/drain.js'))
    const { stats } = (await chronicle.summary({ file: 'src/deep' }))._unsafeUnwrap()
    expect(stats).toMatchObject({ annotated_files: 1, annotated_units: 1, gone_units: 0 })
  })

  test('has them after the file or the folder was renamed', async () => {
    await move(0, 'src/drain.js')
    await repository.commit('Move drain')
    await repository.rename('src/drain.js', 'src/deep/drain.js')
    await repository.commit('Rename the file')
    expect(await rulesOf('src/deep')).toEqual(drained('src/deep/drain.js'))
    await repository.rename('src/deep', 'lib')
    await repository.commit('Rename the folder')
    expect(await rulesOf('lib')).toEqual(drained('lib/drain.js'))
    expect(await rulesOf('src')).toEqual([])
  })

  test('has them after files of other names were deleted with a change of the folder', async () => {
    const unrelated = ['a', 'b', 'c', 'd'].map((name) => `src/${name}.js`)
    await repository.commitFiles('Add others', Object.fromEntries(unrelated.map((path) => [path, `// ${path}\n`])))
    await repository.commitFiles('Begin the folder', { 'deep/other.js': '// Other\n' })
    await move(0, 'deep/drain.js')
    await repository.commit('Move drain')
    await repository.rename('deep', 'lib')
    await repository.commit('Rename the folder')
    await repository.git('rm', '--quiet', ...unrelated)
    await repository.write({ 'lib/other.js': '// Another\n' })
    await repository.commit('Delete others')
    expect(await rulesOf('lib')).toEqual(drained('lib/drain.js'))
  })

  test('has none of a unit that stayed where it was', async () => {
    await repository.commitFiles('Copy drain', {
      'src/pool.js': `${CREATE}\n${drain()}${OLD}`,
      'lib/drain.js': drain(),
    })
    expect(await rulesOf('lib')).toEqual([])
  })
})

test('a unit is named in the renamed file that it was moved to, not in a later one with the old path', async () => {
  await move()
  await repository.commit('Move drain')
  await repository.rename('src/drain.js', 'src/flow.js')
  await repository.commit('Rename')
  const cacheDir = `${repository.dir}-cache`
  const became = async (): Promise<readonly (string | undefined)[]> => {
    await using asked = openChronicle({ dir: repository.dir, cacheDir })
    return (await asked.grep({ pattern: 'twice' }))._unsafeUnwrap().matches.map(({ moved_to: to }) => to)
  }
  expect(await became()).toEqual(['src/flow.js:drain'])
  await repository.commitFiles('Add another file', { 'src/drain.js': drain(8) })
  expect(await became()).toEqual(['src/flow.js:drain'])
  const { steps } = (await chronicle.history({ file: 'src/pool.js' }))._unsafeUnwrap()
  expect(steps.map(({ moved_to: to }) => to)).toContain('src/flow.js:drain')
  expect(await rulesOf('src')).toEqual([`src/flow.js drain ${RULE}`])
  const { matches } = (await chronicle.grep({ pattern: 'twice' }))._unsafeUnwrap()
  expect(matches.map(({ moved_to: to }) => to)).toEqual(['src/flow.js:drain'])
  await repository.rename('src/flow.js', 'src/last.js')
  await repository.commit('Rename again')
  await repository.commitFiles('Add a third file', { 'src/flow.js': drain(9) })
  await using again = openChronicle({ dir: repository.dir, cacheDir: false })
  const answers = [await became(), (await again.grep({ pattern: 'twice' }))._unsafeUnwrap().matches]
  expect(answers).toMatchObject([['src/last.js:drain'], [{ moved_to: 'src/last.js:drain' }]])
})

test('what is recorded about a whole file is called gone with the file, a rule of its folder is not', async () => {
  const regions = ['src/pool.js', 'src/'].map((file) => ({ file, intent: `All of ${file}` }))
  ;(await chronicle.record({ regions }))._unsafeUnwrap()
  const lost = async (): Promise<readonly (boolean | undefined)[]> => {
    const { steps } = (await chronicle.history({ file: 'src/pool.js', sources: ['notes'] }))._unsafeUnwrap()
    return ['src/pool.js', 'src/'].map((file) => steps.find(({ intent }) => intent === `All of ${file}`)?.gone)
  }
  expect(await lost()).toEqual([undefined, undefined])
  await repository.write({ 'src/use.js': CREATE })
  await repository.git('rm', '--quiet', 'src/pool.js')
  expect(await lost()).toEqual([undefined, undefined])
  await repository.git('add', '.')
  await repository.commit('Delete')
  expect(await lost()).toEqual([true, undefined])
})

test('what code relies on is named by the place to which it was moved', async () => {
  await repository.commitFiles('Add a user', { 'src/use.js': CREATE })
  const dependency = { file: 'src/pool.js', anchor: 'drain', nature: 'It drains at once.' }
  const region = { file: 'src/use.js', anchor: 'create', intent: 'Uses it.', semantic_dependencies: [dependency] }
  ;(await chronicle.record({ regions: [region] }))._unsafeUnwrap()
  await move()
  await repository.commit('Move drain')
  const { regions } = (await chronicle.read({ files: ['src/use.js'] }))._unsafeUnwrap()
  expect(regions[0]?.semantic_dependencies).toEqual([
    { ...dependency, file: 'src/drain.js', recorded_file: 'src/pool.js' },
  ])
})

test('a unit is not called gone or moved before that is committed', async () => {
  await move()
  const { steps } = (await chronicle.history({ file: 'src/pool.js' }))._unsafeUnwrap()
  const recorded = steps.filter(({ origin }) => origin === undefined)
  expect(recorded.map(({ anchor, gone, moved_to: to }) => [anchor, gone, to])).toEqual([
    ['drain', undefined, undefined],
    ['isOld', undefined, undefined],
  ])
})

describe.each([0, 2, 4])('a unit of nine lines of which %d were edited when it was moved', (edited) => {
  test('keeps its rule, and check names its new place', async () => {
    await move(edited)
    const checked = (await chronicle.check({ change: { kind: 'staged' } }))._unsafeUnwrap()
    expect(JSON.stringify(checked)).toContain('"src/drain.js:drain"')
    await repository.commit('Move drain')
    const { regions } = (await chronicle.read({ files: ['src/drain.js'], anchor: 'drain' }))._unsafeUnwrap()
    expect(regions).toMatchObject([{ constraints: [{ text: RULE }], freshness: edited === 0 ? 'moved' : 'drifted' }])
    expect(await rulesOf('src')).toEqual([`src/drain.js drain ${RULE}`])
  })
})

test('what became of a unit is the same with a cache as without, commit after commit', async () => {
  const cacheDir = `${repository.dir}-cache`
  const became = async (dir: string | false): Promise<readonly string[]> => {
    await using asked = openChronicle({ dir: repository.dir, cacheDir: dir })
    const { steps } = (await asked.history({ file: 'src/pool.js' }))._unsafeUnwrap()
    return steps
      .filter(({ origin }) => origin === undefined)
      .map(({ anchor, gone, moved_to: to }) => `${anchor} ${to ?? (gone === true ? 'gone' : 'here')}`)
  }
  const answers: string[] = []
  for (const files of [
    { 'src/pool.js': CREATE, 'src/drain.js': drain() },
    { 'README.md': 'Read me.\n' },
    { 'src/drain.js': OLD, 'src/last.js': drain() },
    { 'src/last.js': CREATE },
    { 'README.md': 'Read it.\n' },
    { 'src/pool.js': `${CREATE}${drain()}` },
    { 'src/pool.js': CREATE, 'src/again.js': drain() },
  ]) {
    await repository.commitFiles('Next', files)
    // This backend cannot tell where a unit went, so nothing of it may be kept.
    await using other = openChronicle({ dir: repository.dir, cacheDir, gitBackend: 'isomorphic' })
    ;(await other.history({ file: 'src/pool.js' }))._unsafeUnwrap()
    const fresh = await became(false)
    expect(await became(cacheDir)).toEqual(fresh)
    expect(await became(cacheDir)).toEqual(fresh)
    answers.push(fresh.find((each) => each.startsWith('drain')) ?? '')
  }
  expect(answers).toEqual([
    ...['drain src/drain.js:drain', 'drain src/drain.js:drain', 'drain src/last.js:drain', 'drain gone', 'drain gone'],
    ...['drain here', 'drain src/again.js:drain'],
  ])
})

test('what was inferred about a unit is found where the unit was moved and then edited in every line', async () => {
  const made = await repository.commitFiles('Age', { 'src/age.js': `export const AGE = 1\n${OLD}` })
  const place = { file: 'src/age.js', ast_anchor: { type: 'function', name: 'isOld' }, lines: { start: 2, end: 4 } }
  const note = { summary: 'Age', timestamp: '2024-01-01T00:00:00Z', context_level: 'inferred' }
  const regions = [{ ...place, intent: 'Old items go first.' }]
  await repository.note(made, { $schema: 'chronicle/v1', commit: made, ...note, regions })
  await repository.commitFiles('Move', { 'src/age.js': 'export const AGE = 1\n', 'src/kind.js': OLD })
  await repository.commitFiles('Type', {
    'src/kind.js': OLD.replace('isOld(item)', 'isOld(it)').replace('"root"', 'ROOT'),
  })
  const read = async (): Promise<readonly string[]> =>
    (await chronicle.read({ files: ['src/kind.js'], sources: ['notes'] }))
      ._unsafeUnwrap()
      .regions.map(({ intent }) => intent)
  expect(await read()).toEqual(['Old items go first.'])
})
