import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createNotesIndex } from '@chronicle/core'
import type { AnnotationIndex, AnnotationView, GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { createFileCacheStorage } from '@chronicle/node'
import { DEFAULT_NOTES_REF, type CommitId, type RepoPath } from '@chronicle/schema'
import { createSqliteIndex, isSqliteAvailable } from '@chronicle/store-sqlite'
import { commitCommand, importHistory, listCommits } from './fast-import.ts'
import { unwrapAnswer, median } from './measure.ts'
import { atMost, below, milliseconds, ratio, type Claim, type Section } from './section.ts'
import { syntheticNote, syntheticRegion, writeNotes } from './synthetic-notes.ts'

const SIZES = [1_000, 10_000, 100_000]
const START = 1_600_000_000
/** Number of commits that annotate one path, the same at every size. */
const COMMITS_PER_PATH = 5
const ROUNDS = 41
const BUILDS = 3

interface Kind {
  readonly name: string
  open(git: GitBackend, folder: string): AnnotationIndex & { close?(): void }
}

const KINDS: readonly Kind[] = [
  {
    name: 'files',
    open: (git, folder) => createNotesIndex({ git, storage: createFileCacheStorage(folder) }),
  },
  { name: 'sqlite', open: (git, folder) => createSqliteIndex({ git, dir: folder }) },
]

interface Measured {
  readonly notes: number
  readonly perSecond: number
  readonly update: number
  /** Milliseconds of a query in an open process. */
  readonly warm: number
  /** Milliseconds to open the index on disk and query it once. */
  readonly cold: number
  /** Size on disk, relative to that of the notes. */
  readonly size: number
}

/** Measures the cost of the annotation indexes, from a thousand notes to a hundred thousand. */
export async function indexScale(into: string): Promise<Section> {
  const kinds = KINDS.filter(({ name }) => name !== 'sqlite' || isSqliteAvailable())
  const measured = new Map<string, Measured[]>(kinds.map(({ name }) => [name, []]))
  for (const size of SIZES) {
    const dir = join(into, `index-${size}`)
    const repository = await annotatedHistory(dir, size)
    for (const kind of kinds) measured.get(kind.name)?.push(await measure(kind, dir, repository, size))
    await rm(dir, { recursive: true })
  }
  const counted = (value: number): string => Math.round(value).toLocaleString('en')
  const rows = kinds.flatMap(({ name }) =>
    (measured.get(name) ?? []).map((row) => [
      `${name}, ${counted(row.notes)} notes`,
      counted(row.perSecond),
      milliseconds(row.update),
      `${row.warm.toFixed(3)} ms`,
      milliseconds(row.cold),
      ratio(row.size),
    ]),
  )
  return {
    title: 'The annotation index',
    about:
      'Histories with a note on each commit, five commits to a path, two tags and a dependency in each note. Best of ' +
      `${BUILDS} builds; medians of ${ROUNDS} updates and questions. A question is who depends on a path and what ` +
      'annotates it; cold, the index is opened from disk first. The size is that on disk by that of the notes.',
    columns: ['', 'notes/s, first build', 'after one new note', 'warm question', 'cold question', 'size'],
    rows,
    claims: kinds.flatMap(({ name }) => claimsOf(name, measured.get(name) ?? [])),
  }
}

function claimsOf(name: string, rows: readonly Measured[]): readonly Claim[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return []
  const growth = last.warm / first.warm
  return [
    {
      text: `${name}: the first build reads at least 20,000 notes a second`,
      holds: last.perSecond >= 20_000,
      measured: `${Math.round(last.perSecond).toLocaleString('en')} of 100,000`,
    },
    below(`${name}: one new note takes under 10 ms`, last.update, 10),
    atMost(`${name}: it is at most 1.5 × as large as the notes`, last.size, 1.5, ratio),
    atMost(`${name}: a hundred times the notes change a warm question by at most 20 %`, growth, 1.2, ratio),
  ]
}

async function measure(kind: Kind, dir: string, commits: readonly CommitId[], size: number): Promise<Measured> {
  const folder = join(dir, `.git/index-${kind.name}`)
  const git = createGitCli({ dir })
  const builds: number[] = []
  let index = kind.open(git, folder)
  for (let build = 0; build < BUILDS; build++) {
    index.close?.()
    await rm(folder, { recursive: true, force: true })
    index = kind.open(git, folder)
    const started = performance.now()
    await view(index)
    builds.push(performance.now() - started)
  }
  const bytes = await bytesIn(folder)

  const warm: number[] = []
  const cold: number[] = []
  for (let round = -3; round < ROUNDS; round++) {
    const path = pathOf((Math.abs(round) * 97) % size, size)
    const open = await view(index)
    await ask(open, path)
    let started = performance.now()
    for (let again = 0; again < 5; again++) await ask(open, path)
    if (round >= 0) warm.push((performance.now() - started) / 5)
    started = performance.now()
    const other = kind.open(git, folder)
    await ask(await view(other), path)
    if (round >= 0) cold.push(performance.now() - started)
    other.close?.()
  }

  const updates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const commit = commits[(round * 31) % commits.length] as CommitId
    const note = new TextEncoder().encode(
      JSON.stringify(noteOf(commit, (round * 31) % size, size, `again, ${kind.name} ${round}`)),
    )
    const tip = await unwrapAnswer(git.notesTip(DEFAULT_NOTES_REF))
    await unwrapAnswer(git.writeNotes(DEFAULT_NOTES_REF, tip, new Map([[commit, note]])))
    const started = performance.now()
    await view(index)
    updates.push(performance.now() - started)
  }
  index.close?.()
  await git.close()
  const notesBytes = JSON.stringify(noteOf(commits[0] ?? '', 0, size)).length * size
  return {
    notes: size,
    perSecond: (size / Math.min(...builds)) * 1000,
    update: median(updates),
    warm: median(warm),
    cold: median(cold),
    size: bytes / notesBytes,
  }
}

async function ask(open: AnnotationView, path: RepoPath): Promise<void> {
  const dependents = await unwrapAnswer(open.dependents(path))
  const annotating = await unwrapAnswer(open.annotating([path]))
  if (annotating.length !== COMMITS_PER_PATH || dependents.length !== COMMITS_PER_PATH) {
    throw new Error(`${path}: ${annotating.length} annotated, ${dependents.length} dependents`)
  }
}

function view(index: AnnotationIndex): Promise<AnnotationView> {
  return unwrapAnswer(index.refresh())
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

function pathOf(commit: number, size: number): RepoPath {
  return `src/module-${commit % (size / COMMITS_PER_PATH)}.txt` as RepoPath
}

function noteOf(commit: string, number: number, size: number, nature: string = 'the order of its entries'): object {
  const dependency = { file: pathOf(number + 1, size), anchor: 'open', nature }
  const region = syntheticRegion(pathOf(number, size), { start: 1, end: 3 }, number)
  return syntheticNote(commit, START + number * 60, [{ ...region, semantic_dependencies: [dependency] }])
}

/** Creates a history of empty commits, each with a note. */
async function annotatedHistory(dir: string, size: number): Promise<readonly CommitId[]> {
  const stream = Array.from({ length: size }, (_, number) =>
    commitCommand({ time: START + number * 60, message: 'change', changes: [] }),
  )
  await importHistory(dir, stream)
  const commits = await listCommits(dir)
  await writeNotes(
    dir,
    commits.map((commit, number) => [commit, noteOf(commit, number, size)] as const),
  )
  return commits as CommitId[]
}
