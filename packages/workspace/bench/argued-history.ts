import { blobCommand, commitCommand, createRandom, importPackedHistory } from './fast-import.ts'

/** The size of a generated history whose commit messages give reasons. */
export interface ArguedHistoryOptions {
  /** Number of commits. Default 80,000. */
  readonly commits?: number
  /** Number of files. Default 5,000. */
  readonly files?: number
}

/** The current state of a file: its units in order, each a list of lines. */
interface GeneratedFile {
  readonly path: string
  readonly language: Language
  readonly units: { readonly name: string; lines: string[] }[]
}

type Language = 'c' | 'ts' | 'py'

const START = 1_400_000_000
/** Number of commits of a topic branch, before its merge. */
const TOPIC = 4
/** Number of files that receive a third of all changes, and of units in each: about 1,000 lines per file. */
const BUSY_FILES = 50
const BUSY_UNITS = 60
/** Number of files that receive one change in a hundred, and of units in each: about 5,000 lines per file. */
const LARGE_FILES = 5
const LARGE_UNITS = 300
const UNITS = 4

/**
 * Creates a history in which commits change functions of C, TypeScript and Python, explain why in several paragraphs
 * that name those functions, add comments that state rules, and add tests. Every fifth commit is a merge. 80,000
 * commits take about three minutes. The same on every machine.
 */
export async function writeArguedHistory(dir: string, options: ArguedHistoryOptions = {}): Promise<void> {
  const { commits = 80_000, files = 5000 } = options
  await importPackedHistory(dir, commandsOf(commits, files))
}

function* commandsOf(commits: number, count: number): Generator<string> {
  const random = createRandom(7)
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[random(choices.length)] ?? choices[0]
  let mark = 0
  let time = START

  const blob = (text: string): string => blobCommand(++mark, text)
  const commit = (message: string, parents: readonly number[], changes: readonly string[]): string => {
    time += 3600
    return commitCommand({ mark: ++mark, parents, time, message, changes })
  }

  const files = Array.from({ length: count }, (_, index) => createFile(index, random))
  const first: string[] = []
  for (const file of files) {
    yield blob(textOf(file))
    first.push(`M 100644 :${mark} ${file.path}`)
  }
  yield commit('Begin the project', [], first)
  let base = mark
  let tip = mark

  for (let index = 1; index < commits; index++) {
    if (index % (TOPIC + 1) === 0) {
      yield commit(`Merge branch 'topic-${index}'`, [base, tip], [])
      base = mark
      tip = mark
      continue
    }
    const changed = new Set<GeneratedFile>()
    const names: string[] = []
    for (let left = 1 + random(2); left > 0; left--) {
      const kind = random(100)
      const file =
        files[kind === 0 ? random(LARGE_FILES) : kind < 33 ? LARGE_FILES + random(BUSY_FILES) : random(count)]
      const unit = file?.units[random(file.units.length)]
      if (file === undefined || unit === undefined) continue
      changeUnit(unit, file.language, index, random)
      names.push(unit.name)
      changed.add(file)
      const tests = files[BUSY_FILES + Math.floor(random(count - BUSY_FILES - 10) / 10) * 10 + 9]
      if (random(4) > 0 || tests === undefined) continue
      addTest(tests, unit.name, index)
      changed.add(tests)
    }
    const changes: string[] = []
    for (const file of changed) {
      yield blob(textOf(file))
      changes.push(`M 100644 :${mark} ${file.path}`)
    }
    const parents = index % (TOPIC + 1) === 1 ? [base] : [tip]
    yield commit(messageOf(names[0] ?? 'main', names[1] ?? 'helper', index, pick), parents, changes)
    tip = mark
  }
  yield `reset refs/heads/main\nfrom :${mark}\n\n`
}

const LANGUAGES = ['c', 'c', 'ts', 'py'] as const

function createFile(index: number, random: (bound: number) => number): GeneratedFile {
  const language = LANGUAGES[index % LANGUAGES.length] ?? 'c'
  const folder = `src/area-${index % 20}/part-${Math.floor(index / 20) % 12}`
  const count =
    index < LARGE_FILES ? LARGE_UNITS : index < LARGE_FILES + BUSY_FILES ? BUSY_UNITS : UNITS + random(UNITS)
  const isTest = index >= LARGE_FILES + BUSY_FILES && index % 10 === 9
  const path = isTest ? `${folder}/tests/test_file_${index}.${language}` : `${folder}/file_${index}.${language}`
  const units = Array.from({ length: count }, (_, unit) => {
    const name = `${VERBS[(index + unit) % VERBS.length] ?? 'read'}_${NOUNS[unit % NOUNS.length] ?? 'entry'}_${index}_${unit}`
    return { name, lines: unitLines(name, language, random) }
  })
  return { path, language, units }
}

const VERBS = ['read', 'write', 'find', 'merge', 'close', 'parse', 'check']
const NOUNS = ['entry', 'table', 'index', 'header', 'cache', 'stream', 'lock', 'filter', 'queue']

function unitLines(name: string, language: Language, random: (bound: number) => number): string[] {
  const body = Array.from({ length: 10 + random(8) }, (_, line) => statement(language, line, random(1000)))
  if (language === 'c')
    return [`static int ${name}(struct state *state, int flags)`, '{', ...body, '\treturn 0;', '}', '']
  if (language === 'ts')
    return [`export function ${name}(state: State, flags: number): number {`, ...body, '  return 0', '}', '']
  return [`def ${name}(state, flags):`, ...body, '    return 0', '', '']
}

function statement(language: Language, line: number, value: number): string {
  if (language === 'c') return `\tif (state->field_${line} > ${value})\n\t\tstate->field_${line} = ${value};`
  if (language === 'ts') return `  if (state.field${line} > ${value}) state.field${line} = compute(${value})`
  return `    if state.field_${line} > ${value}:\n        state.field_${line} = compute(${value})`
}

function changeUnit(
  unit: { readonly name: string; lines: string[] },
  language: Language,
  index: number,
  random: (bound: number) => number,
): void {
  const at = (language === 'c' ? 2 : 1) + random(8)
  const kind = random(10)
  const rule = `The lock of field ${index} must be held here, because another process may write the entry meanwhile.`
  const comment = language === 'c' ? `\t/*\n\t * ${rule}\n\t */` : language === 'ts' ? `  // ${rule}` : `    # ${rule}`
  const added = [statement(language, random(10), index), statement(language, random(10), index + 1)]
  unit.lines = unit.lines.toSpliced(at, kind < 6 ? 1 : 0, ...(kind === 0 ? [comment] : []), ...added.slice(kind % 2))
  // Without this, files would only grow.
  if (unit.lines.length > 30) unit.lines = unit.lines.toSpliced(at + 3, 8)
}

/** Maximum number of tests of one file. Each further test replaces the oldest. */
const MAX_TESTS = 40

function addTest({ units, language }: GeneratedFile, name: string, index: number): void {
  const title = `keeps entry ${index} while the lock of ${name} is held`
  const lines =
    language === 'ts'
      ? [`it('${title}', () => {`, `  expect(${name}(state, ${index})).toBe(0)`, '})', '']
      : language === 'py'
        ? [`def test_${title.replaceAll(' ', '_')}():`, `    assert ${name}(state, ${index}) == 0`, '', '']
        : [
            `static void test_${title.replaceAll(' ', '_')}(void)`,
            '{',
            `\tassert(!${name}(&state, ${index}));`,
            '}',
            '',
          ]
  units.push({ name: '', lines })
  if (units.length > MAX_TESTS) units.shift()
}

function textOf({ units }: GeneratedFile): string {
  return `${units.map(({ lines }) => lines.join('\n')).join('\n')}\n`
}

/** Returns a message with a problem, a cause, a choice and a consequence, in paragraphs with varying words. */
function messageOf(unit: string, other: string, index: number, pick: <T>(choices: readonly [T, ...T[]]) => T): string {
  const area = pick(['index', 'cache', 'merge', 'stream', 'config', 'parser'])
  if (index % 4 === 0) return `${area}: tidy up ${unit}()\n`
  return [
    `${area}: ${pick(['do not', 'never', 'stop letting'])} ${unit}() ${pick(['overwrite', 'drop', 'repeat', 'trust'])} stale entries`,
    '',
    `When ${unit}() is called while ${other}() still holds the ${area},`,
    `it ${pick(['reads', 'keeps', 'writes'])} an entry that was already replaced, and the result of change ${index}`,
    `is ${pick(['lost', 'wrong', 'written twice'])}. This happens because the time stamp is compared before the lock`,
    'is taken.',
    '',
    `Take the lock first, so that both see the same state. An alternative would be to retry in ${other}(),`,
    `but that ${pick(['costs a second read of every entry', 'hides the error from the caller', 'can loop forever'])},`,
    'so it was rejected.',
    '',
    'Signed-off-by: Bench <bench@example.com>',
    '',
  ].join('\n')
}
