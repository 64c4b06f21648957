import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from './workspace-packages.ts'

const page = rowsOf('docs/retrieval.md')
const measured = rowsOf('docs/retrieval-results/tables.md')

/** Returns the cells of each row of a page's tables. */
function rowsOf(path: string): readonly (readonly string[])[] {
  return readFileSync(join(repositoryRoot, path), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/u.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const SETS = ['reported issues', 'mined commits']

/** Returns a row of the measured tables, by its set of tasks, its system, and its number of columns. */
function measuredRow(tasks: string, system: string, columns: number): readonly string[] {
  const [row = []] = measured.filter(
    ([set = '', name, ...cells]) => set.startsWith(`${tasks} (`) && name === system && cells.length === columns,
  )
  return row.slice(2)
}

describe('the figures of docs/retrieval.md are those that were measured', () => {
  const signals = page.filter(([name = '']) => /^`[a-z_]+`$|^all of them$|^demotion$/u.test(name))

  it.each(signals.map((row) => [row[0]?.replaceAll('`', ''), row.slice(2)] as const))(
    'the signal %s',
    (name = '', cells) => {
      const acc5 = (tasks: string, system: string): string => measuredRow(tasks, system, 5)[1] ?? '–'
      const expected = SETS.flatMap((tasks) =>
        name === 'all of them'
          ? ['–', acc5(tasks, 'all signals')]
          : [acc5(tasks, `${name} alone`), acc5(tasks, `without ${name}`)],
      )
      expect(cells).toEqual(expected)
    },
  )

  const SYSTEMS: Readonly<Record<string, string>> = {
    '`fused`': 'fused',
    '`weighted`': 'weighted',
    'BM25 over files': 'bm25',
    'the same, tests left out': 'bm25-without-tests',
    'words of the path': 'path-match',
  }
  const systems = page.filter(([, name = '', ...cells]) => name in SYSTEMS && cells.length === 6)

  it('there are five systems on two sets of tasks', () => {
    expect(signals).toHaveLength(10)
    expect(systems).toHaveLength(10)
  })

  it.each(systems.map(([, name = '', ...cells], index) => [SETS[Math.floor(index / 5)], name, cells] as const))(
    'of %s, the system %s',
    (tasks = '', name, cells) => {
      const system = SYSTEMS[name] ?? ''
      const files = measuredRow(tasks, system, 7).slice(0, 3)
      const functions = measuredRow(tasks, system, 3)
      expect(cells).toEqual([...files, ...functions])
    },
  )
})
