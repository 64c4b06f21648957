import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

const RULE = 'Newer versions are refused.'

let repository: FixtureRepository
let chronicle: Chronicle
beforeEach(async () => {
  repository = await createFixtureRepository()
  chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
})
afterEach(async () => {
  await chronicle[Symbol.asyncDispose]()
  await repository.dispose()
})

async function recorded(text: string, place: { readonly anchor: string } | { readonly lines: string }): Promise<void> {
  await repository.commitFiles('Begin', { 'a.py': text })
  const constraints = [{ text: RULE, source: 'author' as const }]
  ;(await chronicle.record({ regions: [{ file: 'a.py', intent: 'Versions', constraints, ...place }] }))._unsafeUnwrap()
}

/** Returns the names of the answers about a unit or file, and about one of its lines, that contain the rule. */
async function answersWithRule(file: string, anchor: string | undefined, line: string): Promise<readonly string[]> {
  const text = await repository.git('show', `HEAD:${file}`)
  const at = text.split('\n').findIndex((each) => each.includes(line)) + 1
  const place = { file, ...(anchor === undefined ? {} : { anchor }) }
  const range = { start: at, end: at }
  await repository.write({ [file]: text.replace(line, `${line}  + 1`) })
  const checked = (await chronicle.check({}))._unsafeUnwrap()
  await repository.git('checkout', '--quiet', '.')
  const answers = {
    read: (await chronicle.read({ files: [file], ...(anchor === undefined ? {} : { anchor }) }))._unsafeUnwrap(),
    lines: (await chronicle.read({ files: [file], lines: range }))._unsafeUnwrap(),
    lookup: (await chronicle.lookup({ ...place }))._unsafeUnwrap(),
    summary: (await chronicle.summary({ file }))._unsafeUnwrap(),
    history: (await chronicle.history({ ...place }))._unsafeUnwrap(),
    check: checked,
  }
  return Object.entries(answers).flatMap(([name, answer]) => (JSON.stringify(answer).includes(RULE) ? [name] : []))
}

const ALL_ANSWERS = ['read', 'lines', 'lookup', 'summary', 'history', 'check']

const BODY = (indent: string): string =>
  ['data = json.load(file)', 'if data["version"] > NEWEST:', '    raise ValueError(file)', 'return data["items"]']
    .map((line) => `${indent}${line}\n`)
    .join('')
const METHOD = `class Store:\n    def load(self, file):\n${BODY('        ')}\n    def drop(self):\n        self.items = []\n`

test('a rule goes along with lines that are taken out of a method into a function, with another indentation', async () => {
  await recorded(METHOD, { anchor: 'Store.load' })
  await repository.commitFiles('Take read out', {
    'a.py': `${METHOD.replace(BODY('        '), '        return read(file)\n')}\n\ndef read(file):\n${BODY('    ')}`,
  })
  expect(await answersWithRule('a.py', 'read', 'json.load(file)')).toEqual(ALL_ANSWERS)
  expect(await answersWithRule('a.py', 'Store.load', 'return read(file)')).toEqual(ALL_ANSWERS)
  expect(await answersWithRule('a.py', 'Store.drop', 'self.items = []')).toEqual(['summary'])
})

test('a rule goes along with a unit that is put into another one', async () => {
  const read = `\n\ndef read(file):\n${BODY('    ')}`
  await recorded(`${METHOD.replace(BODY('        '), '        return read(file)\n')}${read}`, { anchor: 'read' })
  await repository.commitFiles('Put read into load', { 'a.py': METHOD })
  expect(await answersWithRule('a.py', 'Store.load', 'json.load(file)')).toEqual(ALL_ANSWERS)
  expect(await answersWithRule('a.py', 'Store.drop', 'self.items = []')).toEqual(['summary'])
})

test('a rule stays with its code where two units swap their names', async () => {
  const keep = 'def keep(item):\n    item.kept = True\n    pool.append(item)\n    return len(pool)\n'
  const take = 'def take(size):\n    item = pool.pop()\n    check(item, size)\n    return item\n'
  await recorded(`${keep}\n\n${take}`, { anchor: 'keep' })
  await repository.commitFiles('Swap', {
    'a.py': `${keep.replace('keep(', 'take(')}\n\n${take.replace('take(', 'keep(')}`,
  })
  expect(await answersWithRule('a.py', 'take', 'pool.append(item)')).toEqual(ALL_ANSWERS)
  // The rule was recorded under this name, so the history of the other unit contains it.
  expect(await answersWithRule('a.py', 'keep', 'pool.pop()')).toEqual(['summary', 'history'])
})

const LOCKS = {
  windows: 'if WINDOWS:\n    def open_lock(path):\n        handle = win_open(path)\n        return handle\n',
  posix:
    'else:\n    def open_lock(path):\n        handle = os.open(path)\n        lockf(handle)\n        return handle\n',
}

test('a rule of one of two units with the same name is not told of the other one, which outlives it', async () => {
  await recorded(`${LOCKS.windows}${LOCKS.posix}`, { lines: '6-9' })
  expect(await answersWithRule('a.py', undefined, 'lockf(handle)')).toEqual(ALL_ANSWERS)
  const other = (await chronicle.lookup({ file: 'a.py', lines: { start: 2, end: 4 } }))._unsafeUnwrap()
  expect(JSON.stringify(other)).not.toContain(RULE)
  await repository.commitFiles('Drop POSIX', { 'a.py': LOCKS.windows })
  expect(await answersWithRule('a.py', 'open_lock', 'win_open(path)')).toEqual(['lookup', 'summary', 'history'])
})

test('a rule stays with its unit where two short units with the same name change places', async () => {
  const [a, b] = ['a', 'b'].map((name) => `def setup():\n    register("${name}")\n`) as [string, string]
  await recorded(`${a}\n\n${b}`, { lines: '5-6' })
  await repository.commitFiles('Swap', { 'a.py': `${b}\n\n${a}` })
  const at = async (start: number): Promise<boolean> => {
    const answer = await chronicle.lookup({ file: 'a.py', lines: { start, end: start + 1 } })
    return JSON.stringify(answer._unsafeUnwrap()).includes(RULE)
  }
  expect([await at(1), await at(5)]).toEqual([true, false])
})

const BOOT = [
  'def boot(config):',
  '    load_plugins(config)',
  '    server = http.create(config)',
  '    server.keep_alive = 65000',
  '    server.on("upgrade", auth(config))',
  '    server.listen(config.port)',
]

test('a rule about a line stays about this line when it moves inside its unit', async () => {
  const [head = '', plugins = '', create = '', keep = '', ...rest] = BOOT
  await recorded(`${BOOT.join('\n')}\n`, { lines: '4' })
  await repository.commitFiles('Move it', { 'a.py': `${[head, plugins, create, ...rest, keep].join('\n')}\n` })
  const told = (await chronicle.lookup({ file: 'a.py', lines: { start: 6, end: 6 } }))._unsafeUnwrap()
  expect(told.regions).toMatchObject([{ current_lines: { start: 6, end: 6 }, survival: 1 }])
})

test('a rule about a line goes along when the line is taken out into a new unit', async () => {
  const [head = '', plugins = '', ...rest] = BOOT
  await recorded(`${BOOT.join('\n')}\n`, { lines: '4' })
  const start = `\n\ndef start(config):\n${rest.join('\n')}\n`
  await repository.commitFiles('Take start out', { 'a.py': `${head}\n${plugins}\n    start(config)\n${start}` })
  expect(await answersWithRule('a.py', 'start', 'server.keep_alive')).toEqual(ALL_ANSWERS)
})

test('a rule about a short line does not go to another unit that has the same line', async () => {
  await recorded('def find(user):\n    if user is None:\n        return MISSING_USER\n    return user\n', {
    lines: '3',
  })
  await repository.commitFiles('Raise', {
    'a.py':
      'def find(user):\n    if user is None:\n        raise Missing()\n    return user\n\n\n' +
      'def port(text):\n    if text == "":\n        return MISSING_USER\n    return int(text)\n',
  })
  const told = (await chronicle.lookup({ file: 'a.py', anchor: 'port' }))._unsafeUnwrap()
  expect(told.regions).toEqual([])
})

test('a rule of one of several settings with the same name stays with it where a new one is put before', async () => {
  const document = (name: string, replicas: number): string =>
    `kind: Deployment\nmetadata:\n  name: ${name}\nspec:\n  image: ${name}:1\n  replicas: ${replicas}\n`
  const files = (...documents: readonly string[]): Record<string, string> => ({ 'all.yaml': documents.join('---\n') })
  await repository.commitFiles('Begin', files(document('worker', 1)))
  const constraints = [{ text: RULE, source: 'author' as const }]
  const region = { file: 'all.yaml', lines: '6', intent: 'One', constraints }
  ;(await chronicle.record({ regions: [region] }))._unsafeUnwrap()
  await repository.commitFiles('Add cron', files(document('cron', 1), document('worker', 1)))
  await repository.commitFiles('Two workers', files(document('cron', 1), document('worker', 2)))
  const rulesAt = async (line: number): Promise<number> =>
    (await chronicle.lookup({ file: 'all.yaml', lines: { start: line, end: line } }))._unsafeUnwrap().regions.length
  expect([await rulesAt(6), await rulesAt(13)]).toEqual([0, 1])
})

test('lines about which nothing is recorded do not tell the rules of other lines', async () => {
  await recorded('import app\n\napp.set("proxy", True)\n\napp.listen(80)\n', { lines: '5' })
  const told = (await chronicle.lookup({ file: 'a.py', lines: { start: 3, end: 3 } }))._unsafeUnwrap()
  expect(told).toMatchObject({ regions: [], history: [] })
})

test('a rule goes along with a unit that was edited and then renamed', async () => {
  const take = (name: string, item: string): string =>
    `def ${name}(size):\n    ${item} = pool.pop()\n    check(${item}, size)\n    count(size)\n    log(size)\n    return ${item}\n`
  await recorded(take('take', 'item'), { anchor: 'take' })
  await repository.commitFiles('Call it thing', { 'a.py': take('take', 'thing') })
  await repository.commitFiles('Rename it', { 'a.py': take('fetch', 'thing') })
  expect(await answersWithRule('a.py', 'fetch', 'count(size)')).toEqual(ALL_ANSWERS)
})

test('a rule goes along with lines of no unit that are put into another file', async () => {
  const limits = 'LIMIT_SECONDS = 35\nRETRIES = {"connect": 3}\n'
  await recorded(`import json\n\n${limits}\n\ndef wait():\n    return LIMIT_SECONDS\n`, { lines: '3-4' })
  await repository.commitFiles('Have a file of limits', {
    'a.py': 'import json\nfrom limits import LIMIT_SECONDS\n\n\ndef wait():\n    return LIMIT_SECONDS\n',
    'limits.py': `"""Limits."""\n\n${limits}`,
    'other.py': 'RETRIES = {"connect": 3}\n',
  })
  expect(await answersWithRule('limits.py', undefined, 'LIMIT_SECONDS = 35')).toEqual(ALL_ANSWERS)
  expect(await answersWithRule('other.py', undefined, 'RETRIES')).toEqual([])
  expect((await chronicle.review())._unsafeUnwrap().findings.map(({ kind }) => kind)).not.toContain('dead_anchor')
})
