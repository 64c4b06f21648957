import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { runProgram } from '../src/demo/run-program.ts'
import { busiestFiles, type Clone } from './bundles.ts'
import { compare, runTimed, startNode } from './measure.ts'
import { medianAtMost, milliseconds, ratio, type Section } from './section.ts'

const ROUNDS = 9

/** Measures the command as a shell or a hook runs it: one process per query. */
export async function coldProcess(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const shares: number[] = []
  const overheads: number[] = []
  for (const clone of clones) {
    const [file = ''] = await busiestFiles(clone.dir, 1)
    const middle = Math.floor((await readFile(join(clone.dir, file), 'utf8')).split('\n').length / 2)
    const lines = `${middle},${middle + 39}`
    const silent = await fileWithoutNotes(clone)
    const run = (program: string, args: readonly string[]) => () => runTimed(program, args, clone.dir)
    const { node, blame, read, nothing } = await compare(ROUNDS, {
      node: () => startNode(clone.dir),
      blame: run('git', ['blame', '--porcelain', '-L', lines, '--', file]),
      read: run(process.execPath, [chronicleCommand, 'read', file, '--lines', lines.replace(',', ':')]),
      nothing: run(process.execPath, [chronicleCommand, 'read', silent]),
    })
    shares.push((read - node) / blame)
    overheads.push(nothing - node)
    rows.push([
      `${clone.name} ${file}`,
      ...[node, blame, read].map(milliseconds),
      ratio((read - node) / blame),
      milliseconds(nothing),
      milliseconds(nothing - node),
    ])
  }
  return {
    title: 'A process for each read',
    about:
      'The same lines through the command, with the caches that the first run left on disk. `node` is `node -e 0`. ' +
      'The last two columns are a file that no annotation speaks of.',
    columns: ['file', 'node', 'blame', 'read', '(read − node) / blame', 'nothing recorded', 'over node'],
    rows,
    claims: [
      medianAtMost('a cold read takes at most the start of `node` plus 1.3 × `git blame -L`', shares, 1.3, ratio),
      medianAtMost('a read of a path without annotations takes at most 60 ms more than `node`', overheads, 60),
    ],
  }
}

/** Returns a file that none of the generated notes names. */
async function fileWithoutNotes(clone: Clone): Promise<string> {
  const noted = new Set(await busiestFiles(clone.dir, 20))
  const files = (await runProgram('git', ['ls-files'], { cwd: clone.dir })).trim().split('\n')
  const found = files.find((file) => /\.(?:[jt]sx?|go|py|rs)$/.test(file) && !noted.has(file))
  if (found === undefined) throw new Error(`${clone.name} has no file without notes`)
  return found
}
