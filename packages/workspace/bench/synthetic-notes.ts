import { runProgram } from '../src/demo/run-program.ts'
import type { Clone } from './bundles.ts'

/** Number of a file's commits that are annotated. */
export const ANNOTATED_COMMITS = 50

/** Returns the last `count` commits that changed a file, newest first. */
async function commitsOf(dir: string, path: string, count: number): Promise<readonly string[]> {
  const list = await runProgram('git', ['log', `-${count}`, '--format=%H', '--no-merges', '--', path], { cwd: dir })
  return list.trim().split('\n')
}

/** Writes one note for each commit, in one commit of the notes ref, in the layout of `git notes`. */
export async function writeNotes(
  dir: string,
  notes: Iterable<readonly [commit: string, note: object]>,
  ref: string = 'refs/notes/chronicle',
): Promise<void> {
  const stream: string[] = [`commit ${ref}\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 5\nbench\n`]
  for (const [commit, note] of notes) {
    const text = JSON.stringify(note)
    stream.push(`N inline ${commit}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  }
  stream.push('done\n')
  await runProgram('git', ['fast-import', '--quiet', '--force', '--done', '--date-format=raw'], {
    cwd: dir,
    input: stream.join(''),
  })
}

/** Annotates the last `count` commits of each file, with each region at the lines of its commit. */
export async function annotateFiles({ dir }: Clone, files: readonly string[], count: number): Promise<void> {
  const regions = new Map<string, object[]>()
  for (const path of files) {
    for (const commit of await commitsOf(dir, path, count)) {
      const list = regions.get(commit) ?? []
      list.push(syntheticRegion(path, await changedLines(dir, commit, path), list.length))
      regions.set(commit, list)
    }
  }
  const times = await commitTimes(dir, [...regions.keys()])
  await writeNotes(
    dir,
    [...regions].map(([commit, list]) => [commit, syntheticNote(commit, times.get(commit) ?? 0, list)]),
  )
}

/** Returns a note with the fields and about the length of a real one. */
export function syntheticNote(commit: string, time: number, regions: readonly object[]): object {
  return {
    $schema: 'chronicle/v1',
    commit,
    timestamp: new Date(time * 1000).toISOString(),
    summary: 'Handle the case that the caller has already closed the response',
    context_level: 'enhanced',
    regions,
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  }
}

/** Returns a region whose words vary with `seed`, so that no two notes are equal. */
export function syntheticRegion(
  file: string,
  lines: { readonly start: number; readonly end: number },
  seed: number,
): object {
  return {
    file,
    lines,
    intent: `Keep the state of request ${seed} consistent when the other side goes away in the middle of it.`,
    reasoning:
      'The obvious check before writing is not enough, because the connection can close between the check and the ' +
      'write. The state is taken once, and everything after it works on that copy. A lock would have been simpler to ' +
      'read, but the callers hold one of their own and two threads have been seen to wait for each other.',
    constraints: [
      { text: 'The handler runs at most once, also when both events arrive in the same tick.', source: 'author' },
      { text: 'Nothing is written after the headers have been flushed.', source: 'inferred' },
    ],
    risk_notes: 'A subclass that overrides the event handler without calling the original leaks the connection.',
    tags: ['lifecycle', seed % 2 === 0 ? 'network' : 'state'],
  }
}

/** Returns the lines that the first hunk of a commit wrote to a file. */
async function changedLines(dir: string, commit: string, path: string): Promise<{ start: number; end: number }> {
  const diff = await runProgram('git', ['show', '--format=', '--unified=0', commit, '--', path], { cwd: dir })
  const starts = [...diff.matchAll(/^@@ [^+]*\+(\d+)(?:,(\d+))? @@/gm)].map(([, start = '1', count = '1']) => {
    const first = Math.max(Number(start), 1)
    return { start: first, end: first + Math.max(Number(count) - 1, 0) }
  })
  return starts[0] ?? { start: 1, end: 1 }
}

async function commitTimes(dir: string, commits: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const args = ['log', '--no-walk=unsorted', '--format=%H %ct', '--stdin']
  const list = await runProgram('git', args, { cwd: dir, input: `${commits.join('\n')}\n` })
  return new Map(
    list
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), Number(line.split(' ')[1])]),
  )
}
