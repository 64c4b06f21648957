import { readdir, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openChronicle } from '@chronicle/node'
import { runProgram } from '../src/demo/run-program.ts'
import { fileChange, importPackedHistory, listCommits } from './fast-import.ts'
import { unwrapAnswer, compare, runTimed } from './measure.ts'
import { milliseconds, ratio, type Section } from './section.ts'
import { syntheticNote, writeNotes } from './synthetic-notes.ts'

const COMMITS = 10_000
const FEWER = 1000
const FILES = 200
/** Number of functions in each file. Every commit edits one of them. */
const UNITS = 20
const ROUNDS = 3
const START = 1_600_000_000

/** Where the new base differs from the old one. */
type Base = 'in another file' | 'at the top of every file'

/**
 * Measures the cost of finding the successors of a long branch that was rebased without hooks, and of carrying its
 * notes over.
 */
export async function rewrittenHistory(into: string): Promise<Section> {
  const rows: (readonly string[])[] = []
  const shares: number[] = []
  const processes: (readonly [number, number])[] = []
  for (const base of ['in another file', 'at the top of every file'] as const) {
    const dir = join(into, `rewritten-${base.replaceAll(' ', '-')}`)
    const large = await rebasedBranch(dir, COMMITS, base)
    const small = await rebasedBranch(`${dir}-fewer`, FEWER, base)
    let round = 0
    const { pairs, byGit, dry, carry, again } = await compare(ROUNDS, {
      pairs: () => rangeDiff(large),
      byGit: () => patchIds(large),
      dry: () => reconcile(large, { cache: `dry-${round++}`, dryRun: true }),
      carry: () => reconcile(large, { cache: `carry-${round++}` }),
      again: () => reconcile(large, { cache: `carry-${round - 1}`, keep: true }),
    })
    const counts = [await countProcesses(small), await countProcesses(large)] as const
    processes.push(counts)
    shares.push(carry / pairs)
    rows.push([
      `the base changed ${base}`,
      ...[pairs, byGit, dry, carry, again].map(milliseconds),
      ...[carry / pairs, carry / byGit].map(ratio),
      `${counts[0]} and ${counts[1]}`,
    ])
  }
  return {
    title: 'Rewritten history',
    about:
      `A branch of ${COMMITS.toLocaleString('en')} commits, each with a note on the function that it edited, rebased ` +
      'without a hook. `reconcile` finds the successor of each commit and carries its note, with a cache that is empty. ' +
      'Git finds the successors, and carries nothing, with `git range-diff base..old base..new`; it makes the patch ids ' +
      'of the same commits, and compares none, with `git rev-list | git diff-tree --stdin -p | git patch-id`. ' +
      `Medians of ${ROUNDS}.`,
    columns: [
      ...['', 'git range-diff', 'git patch-id', 'dry run', 'carried', 'again'],
      ...['carried / range-diff', 'carried / patch-id', 'git processes (1,000 and 10,000)'],
    ],
    rows,
    claims: [
      {
        text: 'finding the successors and carrying the notes takes at most 1.5 times what `git range-diff` takes to find them',
        holds: shares.every((share) => share <= 1.5),
        measured: shares.map(ratio).join(' and '),
      },
      {
        text: 'the number of git processes does not depend on the number of commits',
        holds: processes.every(([few, many]) => few === many),
        measured: processes.map(([few, many]) => `${few} and ${many}`).join('; '),
      },
    ],
  }
}

interface RebasedBranch {
  readonly dir: string
  /** All commits, old and new, one per line. */
  readonly commits: string
  /** The last commit of the branch before the rebase. */
  readonly oldTip: string
  readonly notes: string
  readonly count: number
}

async function rangeDiff({ dir, oldTip, count }: RebasedBranch): Promise<void> {
  const output = await runTimed('git', ['range-diff', `base..${oldTip}`, 'base..main'], dir)
  if (output.trim().split('\n').length < count) throw new Error('git range-diff found too few commits')
}

async function patchIds({ dir, commits }: RebasedBranch): Promise<void> {
  const script = 'git diff-tree --stdin --root -p | git patch-id --stable'
  const lines = (await runTimed('sh', ['-c', script], dir, commits)).trim().split('\n')
  if (lines.length * 2 < commits.length / 41) throw new Error(`${lines.length} patch ids only`)
}

async function reconcile(
  { dir, notes, count }: RebasedBranch,
  options: {
    readonly cache: string
    readonly dryRun?: boolean
    readonly keep?: boolean
    readonly env?: NodeJS.ProcessEnv
  },
): Promise<void> {
  const { cache, dryRun = false, keep = false, env = process.env } = options
  if (!keep) await runProgram('git', ['update-ref', 'refs/notes/chronicle', notes], { cwd: dir })
  await using chronicle = openChronicle({ dir, cacheDir: join(dir, '.git', 'cache', cache), env })
  const { matches } = await unwrapAnswer(chronicle.reconcile({ dryRun }))
  const carried = matches.filter(({ status }) => status === 'carried').length
  if (matches.length !== count || carried !== (keep ? 0 : count)) {
    throw new Error(`${matches.length} matches, ${carried} carried, of ${count}`)
  }
}

/** Returns the number of git processes that reconciling starts. */
async function countProcesses(branch: RebasedBranch): Promise<number> {
  const trace = join(branch.dir, '.git', 'trace')
  await mkdir(trace, { recursive: true })
  await reconcile(branch, { cache: 'counted', env: { ...process.env, GIT_TRACE2_EVENT: trace } })
  return (await readdir(trace)).length
}

/** Creates a repository with a rebased branch: the old commits have the notes, and no ref reaches them. */
async function rebasedBranch(dir: string, count: number, base: Base): Promise<RebasedBranch> {
  await importPackedHistory(dir, history(count, base))
  const old = await listCommits(dir, 'base..old')
  const fresh = await listCommits(dir, 'base..main')
  await writeNotes(
    dir,
    old.map((commit, index) => {
      const { file, unit } = placeOf(index)
      const start = unit * 6 + 1
      const region = {
        file: fileName(file),
        ast_anchor: { unit_type: 'function', name: unitName(unit) },
        lines: { start, end: start + 4 },
        intent: `Why change ${index} was made to ${unitName(unit)} and not to its callers`,
      }
      return [commit, syntheticNote(commit, START + index * 60, [region])]
    }),
  )
  await runProgram('git', ['branch', '-D', 'old'], { cwd: dir })
  const notes = (await runProgram('git', ['rev-parse', 'refs/notes/chronicle'], { cwd: dir })).trim()
  return { dir, notes, count, oldTip: old.at(-1) ?? '', commits: `${[...old, ...fresh].join('\n')}\n` }
}

function* history(count: number, base: Base): Generator<string> {
  const edits: number[] = Array.from({ length: FILES * UNITS }, () => 0)
  const files = Array.from({ length: FILES }, (_, file) => file)
  const entry = (file: number, head = ''): string => fileChange(fileName(file), head + fileText(file, edits))
  const commit = (ref: string, mark: number, from: number, subject: string, time: number, changes: string): string =>
    `commit refs/heads/${ref}\nmark :${mark}\nauthor Bench <bench@example.com> ${time} +0000\n` +
    `committer Bench <bench@example.com> ${time + (ref === 'main' ? 1000 : 0)} +0000\n` +
    `data ${subject.length}\n${subject}\n${from === 0 ? '' : `from :${from}\n`}${changes}\n`
  yield commit('base', 1, 0, 'Begin', START - 60, files.map((file) => entry(file)).join('\n'))
  const head = base === 'at the top of every file' ? '// Moved by a line\n' : ''
  const moved = head === '' ? fileChange('README.md', 'Read me\n') : files.map((file) => entry(file, head)).join('\n')
  yield commit('main', 2, 1, 'Go on', START - 30, moved)
  let [old, fresh] = [1, 2]
  for (let index = 0; index < count; index++) {
    const { file, unit } = placeOf(index)
    edits[file * UNITS + unit] = index + 1
    const subject = `Change ${unitName(unit)} for reason ${index}`
    const time = START + index * 60
    yield commit('old', 2 * index + 3, old, subject, time, entry(file))
    yield commit('main', 2 * index + 4, fresh, subject, time, entry(file, head))
    old = 2 * index + 3
    fresh = 2 * index + 4
  }
}

function placeOf(index: number): { readonly file: number; readonly unit: number } {
  return { file: (index * 7) % FILES, unit: (index * 13 + Math.floor(index / FILES)) % UNITS }
}

function fileName(file: number): string {
  return `src/part-${file % 10}/module-${file}.ts`
}

function unitName(unit: number): string {
  return `handle${unit}`
}

function fileText(file: number, edits: readonly number[]): string {
  return Array.from({ length: UNITS }, (_, unit) =>
    [
      `export function ${unitName(unit)}(input: string): string {`,
      `  const prepared = prepare(input, ${file}, ${unit})`,
      `  const edited = edit(prepared, ${edits[file * UNITS + unit] ?? 0})`,
      `  return finish(edited)`,
      '}',
      '',
    ].join('\n'),
  ).join('\n')
}
