import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../src/demo/run-program.ts'
import type { Clone } from './bundles.ts'
import { commitCommand, fileChange, importHistory } from './fast-import.ts'
import { median, runOnce } from './measure.ts'
import { atMost, megabytes, milliseconds, ratio, type Section } from './section.ts'

/** Numbers of files of the generated repositories. The first is the size of a common project. */
const SIZES = [500, 1_000, 5_000, 20_000]
const COMMITS = 50
const SOURCE = /\.(?:py|go|rs|[jt]s)$/
const TASKS = [
  'redirect with a trailing slash drops the query string',
  'retry does not honour the Retry-After header',
  'TypeError when the template folder of a blueprint is missing',
  'Add a timeout option to streaming responses',
  'cookies are lost after a redirect to another host',
]

interface Measured {
  readonly files: number
  readonly cold: Once
  readonly changed: Once
  readonly warm: Once
}

/** The output of `retrieval-once.mjs`. */
interface Once {
  readonly index: number
  readonly first: readonly number[]
  readonly again: readonly number[]
  readonly megabytes: number
  readonly symbols: number
}

/** Measures the cost of retrieval, from five hundred files to twenty thousand made from the sources of the bundles. */
export async function retrieval(clones: readonly Clone[], into: string): Promise<Section> {
  const sources = await readSources(clones)
  const measured: Measured[] = []
  for (const size of SIZES) measured.push(await measure(sources, size, join(into, `retrieval-${size}`)))
  const [small, last] = [measured[0], measured.at(-1)]
  const perFile = (row: Measured | undefined): number => (row === undefined ? NaN : row.cold.index / row.files)
  const growth = perFile(last) / perFile(measured[1])
  const queries = median(last?.warm.again ?? []) / median(measured[1]?.warm.again ?? [])
  const sizes = (last?.files ?? 1) / (measured[1]?.files ?? 1)
  const memory = Math.max(...measured.flatMap(({ cold, warm }) => [cold.megabytes, warm.megabytes]))
  return {
    title: 'Retrieval by the size of the repository',
    about:
      `Repositories of ${COMMITS} commits, made of sources of real projects. Each column but the last is a process of its own: ` +
      'indexing with nothing known; with one file changed since; with everything known, and then five tasks at 8,000 tokens, the first time and again.',
    columns: [
      'files',
      'symbols',
      'cold index',
      'after one change',
      'all known',
      'first task',
      'task',
      'again',
      'MB cold',
      'MB warm',
    ],
    rows: measured.map(({ files, cold, changed, warm }) => [
      files.toLocaleString('en'),
      cold.symbols.toLocaleString('en'),
      ...[
        cold.index,
        changed.index,
        warm.index,
        warm.first[0] ?? NaN,
        median(warm.first.slice(1)),
        median(warm.again),
      ].map(milliseconds),
      cold.megabytes.toFixed(0),
      warm.megabytes.toFixed(0),
    ]),
    claims: [
      atMost('500 files are indexed in at most 1.5 s', small?.cold.index ?? NaN, 1_500),
      atMost(
        'after one changed file the knowledge base of 500 is up to date in at most 100 ms',
        small?.changed.index ?? NaN,
        100,
      ),
      atMost('a task costs at most 50 ms in an open process that knows 500 files', median(small?.warm.again ?? []), 50),
      {
        text: 'indexing costs no more for each file of 20,000 than of 1,000',
        holds: growth <= 1.1,
        measured: `${ratio(growth)} of it`,
      },
      {
        text: 'a task grows less than the repository',
        holds: queries < sizes,
        measured: `${ratio(queries)} times the time for ${ratio(sizes)} times the files`,
      },
      atMost('a process holds at most 300 MB', memory, 300, megabytes),
    ],
  }
}

type Source = readonly [path: string, text: string]

async function readSources(clones: readonly Clone[]): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const { name, dir } of clones) {
    const paths = (await runProgram('git', ['ls-files'], { cwd: dir })).split('\n').filter((path) => SOURCE.test(path))
    for (const path of paths) sources.push([`${name}/${path}`, await readFile(join(dir, path), 'utf8')])
  }
  return sources
}

async function measure(sources: readonly Source[], size: number, dir: string): Promise<Measured> {
  await importHistory(dir, copies(sources, size))
  const cache = `${dir}-cache`
  const cold = await once(dir, cache)
  const [path = ''] = (await runProgram('git', ['ls-files', '*.py'], { cwd: dir })).split('\n')
  await writeFile(
    join(dir, path),
    `${await readFile(join(dir, path), 'utf8')}\ndef added_by_the_benchmark():\n    return 1\n`,
  )
  await runProgram('git', ['commit', '--quiet', '--all', '--message', 'Add a function'], { cwd: dir })
  const changed = await once(dir, cache)
  const warm = await once(dir, cache, TASKS)
  return { files: size, cold, changed, warm }
}

function once(dir: string, cache: string, tasks: readonly string[] = []): Promise<Once> {
  return runOnce('retrieval-once.mjs', [dir, cache, ...tasks], dir)
}

/** Copies sources until there are enough files, each copy with one line of its own, in several commits. */
function* copies(sources: readonly Source[], size: number): Generator<string> {
  const perCommit = Math.ceil(size / COMMITS)
  for (let made = 0, commit = 1; made < size; commit++) {
    const changes: string[] = []
    for (; changes.length < perCommit && made < size; made++) {
      const copy = Math.floor(made / sources.length)
      const [path, text] = sources[made % sources.length] ?? ['empty.py', '']
      const mark = path.endsWith('.py') ? '#' : '//'
      const content = copy === 0 ? text : `${text}\n${mark} copy ${copy}\n`
      changes.push(fileChange(`"copy${copy}/${path}"`, content))
    }
    yield commitCommand({ time: 1_700_000_000 + commit * 60, message: `Change part ${commit}`, changes })
  }
}
