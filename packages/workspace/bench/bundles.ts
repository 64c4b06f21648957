import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { repositoryRoot } from '../src/checks/workspace-packages.ts'
import { runProgram } from '../src/demo/run-program.ts'

/** A clone of a real repository that benchmarks write notes to. */
export interface Clone {
  readonly name: string
  readonly dir: string
}

/**
 * Clones the bundles in the folder that CHRONICLE_BUNDLES names, or in `../shared/data`. The clones are always new, so
 * that notes of earlier runs are not measured. Empty if there are no bundles.
 */
export async function cloneBundles(into: string): Promise<readonly Clone[]> {
  const folder = resolve(repositoryRoot, process.env['CHRONICLE_BUNDLES'] ?? '../shared/data')
  if (!existsSync(folder)) return []
  const bundles = readdirSync(folder).filter((file) => file.endsWith('.bundle'))
  const clones: Clone[] = []
  for (const file of bundles.sort()) {
    const name = file.replace(/\.bundle$/, '')
    const dir = join(into, name)
    // A bundle of a single branch does not say that this is the current one.
    const heads = await runProgram('git', ['bundle', 'list-heads', join(folder, file)], { cwd: into })
    const branch = /refs\/heads\/(\S+)/.exec(heads)?.[1] ?? 'HEAD'
    await runProgram('git', ['clone', '--quiet', '--branch', branch, join(folder, file), dir], { cwd: into })
    await runProgram('git', ['config', 'user.name', 'Bench'], { cwd: dir })
    await runProgram('git', ['config', 'user.email', 'bench@example.com'], { cwd: dir })
    clones.push({ name, dir })
  }
  return clones
}

/** Minimum number of lines of a file for queries about a part of it. */
const MIN_FILE_LINES = 200

/** Returns the long source files that most commits have changed, most changed first. */
export async function busiestFiles(dir: string, count: number): Promise<readonly string[]> {
  const counted = (await runProgram('git', ['grep', '--count', '', 'HEAD'], { cwd: dir })).split('\n')
  const present = new Set(
    counted.flatMap((line) => {
      const [, path = '', lines = '0'] = line.split(':')
      return Number(lines) >= MIN_FILE_LINES ? [path] : []
    }),
  )
  const touched = (await runProgram('git', ['log', '--format=', '--name-only', '--no-merges'], { cwd: dir })).split(
    '\n',
  )
  const changes = new Map<string, number>()
  for (const path of touched) {
    if (present.has(path) && /\.(?:[jt]sx?|go|py|rs)$/.test(path)) changes.set(path, (changes.get(path) ?? 0) + 1)
  }
  return [...changes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([path]) => path)
}
