import { blobCommand, commitCommand, createRandom, importPackedHistory } from './fast-import.ts'

/** The size and shape of a generated history. */
export interface LargeHistoryOptions {
  /** Number of topic branches, each merged. Default 25,000. */
  readonly merges?: number
  /** Number of commits of each topic branch. Default 3. */
  readonly commitsPerMerge?: number
  /** Number of files of the first commit. Default 3,000. */
  readonly files?: number
}

/** A generated history, and files in it that are useful to query. */
export interface LargeHistory {
  readonly dir: string
  readonly commits: number
  /** `name` is a noun phrase for the file; `how` is an attribute of it. */
  readonly files: readonly { readonly name: string; readonly how: string; readonly path: string }[]
}

/** Number of files that receive half of all changes. */
const BUSY_FILES = 50
const BUSY_LINES = 1000
const LINES = 60
/** Number of latest merges, one of which a topic branch starts from. */
const PARALLEL_TOPICS = 8
const START = 1_400_000_000

/**
 * Creates a history of topic branches merged into `main`, several of them in parallel, with one `git fast-import`.
 * 100,000 commits take two to three minutes. It is packed like a fresh clone: one pack, no commit-graph. The same on
 * every machine.
 */
export async function writeLargeHistory(dir: string, options: LargeHistoryOptions = {}): Promise<LargeHistory> {
  const { merges = 25_000, commitsPerMerge = 3, files = 3000 } = options
  const history = createHistory(files, merges)
  await importPackedHistory(dir, history.commands(merges, commitsPerMerge))
  return {
    dir,
    commits: 1 + merges * (commitsPerMerge + 1),
    files: [
      // Changed by about one in 100 commits; 1,000 lines. The second file is renamed halfway.
      { name: 'a file changed often', how: 'changed often', path: history.pathOf(0) },
      { name: 'a renamed file', how: 'and renamed', path: history.pathOf(1) },
      // Changed by about three commits after the first one; 60 lines.
      { name: 'a file changed rarely', how: 'changed rarely', path: history.pathOf(files - 1) },
    ],
  }
}

interface Version {
  readonly merge: number
  readonly mark: number
  readonly lines: readonly string[]
}

interface GeneratedHistory {
  commands(merges: number, commitsPerMerge: number): Generator<string>
  /** Returns the path of a file at the last commit. */
  pathOf(file: number): string
}

function createHistory(files: number, merges: number): GeneratedHistory {
  const random = createRandom(1)
  const renamedAt = Math.floor(merges / 2)
  const pathOf = (file: number, merge = merges): string =>
    `packages/part-${file % 20}/src/group-${Math.floor(file / 20) % 12}/` +
    (file === 1 && merge >= renamedAt ? 'renamed-1.ts' : `file-${file}.ts`)
  let mark = 0
  let time = START

  const blob = (lines: readonly string[]): string => blobCommand(++mark, `${lines.join('\n')}\n`)
  const commit = (branch: string, message: string, parents: readonly number[], changes: readonly string[]): string => {
    time += 600
    return commitCommand({ branch, mark: ++mark, parents, time, message, changes })
  }

  function* commands(merges: number, commitsPerMerge: number): Generator<string> {
    /** The latest versions of each file on `main`, newest last. */
    const versions: Version[][] = []
    for (let file = 0; file < files; file++) {
      const count = file < BUSY_FILES ? BUSY_LINES : LINES
      const lines = Array.from({ length: count }, (_, line) => `  export const first_${file}_${line} = ${line}`)
      yield blob(lines)
      versions.push([{ merge: 0, mark, lines }])
    }
    const changes = versions.map((known, file) => `M 100644 :${known[0]?.mark ?? 0} ${pathOf(file, 0)}`)
    yield commit('main', 'First', [], changes)
    /** Marks of the first commit and the merges of `main`. */
    const main: number[] = [mark]
    for (let merge = 1; merge <= merges; merge++) {
      // A topic merged after the rename must also start after it. Otherwise it would change the file under its old
      // name.
      const sinceRename = merge >= renamedAt ? merge - renamedAt + 1 : merge
      const fork = merge - 1 - random(Math.min(PARALLEL_TOPICS, sinceRename))
      const edited = new Map<number, { lines: readonly string[]; mark: number; main: readonly string[] }>()
      let tip = main[fork] ?? 0
      for (let index = 0; index < commitsPerMerge; index++) {
        const file = merge === renamedAt && index === 0 ? 1 : random(2) === 0 ? random(BUSY_FILES) : random(files)
        const known = versions[file] ?? []
        const newest = known.at(-1)?.lines ?? []
        const at = random(newest.length)
        const changed = (lines: readonly string[]): readonly string[] =>
          lines.with(at, `  export const changed_${merge}_${index} = compute(${random(1000)}, ${at})`)
        const before = edited.get(file)
        const forked = before?.lines ?? known.findLast((version) => version.merge <= fork)?.lines ?? newest
        const lines = changed(forked)
        yield blob(lines)
        edited.set(file, { lines, mark, main: (before?.main ?? newest).with(at, lines[at] ?? '') })
        const renames = merge === renamedAt && file === 1
        const list = [
          ...(renames ? [`D ${pathOf(file, fork)}`] : []),
          `M 100644 :${mark} ${pathOf(file, renames ? merge : fork)}`,
        ]
        yield commit('topic', `Change ${merge}.${index}`, [tip], list)
        tip = mark
      }
      const merged: string[] = []
      for (const [file, edit] of edited) {
        const known = versions[file] ?? []
        let blobMark = edit.mark
        if ((known.at(-1)?.merge ?? 0) > fork) {
          yield blob(edit.main)
          blobMark = mark
        }
        known.push({ merge, mark: blobMark, lines: edit.main })
        while ((known[1]?.merge ?? merge) < merge - PARALLEL_TOPICS) known.shift()
        if (merge === renamedAt && file === 1) merged.push(`D ${pathOf(1, 0)}`)
        merged.push(`M 100644 :${blobMark} ${pathOf(file, merge)}`)
      }
      yield commit('main', `Merge topic ${merge}`, [main[merge - 1] ?? 0, tip], merged)
      main.push(mark)
    }
    yield 'reset refs/heads/topic\nfrom 0000000000000000000000000000000000000000\n\n'
  }
  return { commands, pathOf: (file) => pathOf(file) }
}
