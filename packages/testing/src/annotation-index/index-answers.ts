import type { AnnotatedCommit, AnnotationView } from '@chronicle/core/contracts'
import { omitUndefined, type CodedError, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { valueOf } from '../git-backend/contract-tools.ts'
import { blobIdOf, PLANNED_FILES, PLANNED_FOLDERS, PLANNED_TAGS, plannedNote, type NotePlan } from './note-plan.ts'

/** The paths that a region may be about. */
const PATHS: readonly string[] = [...PLANNED_FILES, ...PLANNED_FOLDERS]

const FOLDERS = ['', 'deep', 'deep/', 'deep/er', 'dee', 'a.ts']

/** The answers to every kind of query about planned notes, as plain data for comparisons. */
export type IndexAnswers = Readonly<Record<string, unknown>>

/** Commits by id with their committer times; `undefined` for commits that are not in the repository. */
export type CommitTimes = ReadonlyMap<CommitId, number | undefined>

/** The planned notes of each ref. */
export type PlannedNotes = readonly ReadonlyMap<CommitId, NotePlan>[]

/** Queries everything that a view can answer. Throws an error, with its code, if a query fails. */
export async function askEverything(view: AnnotationView, commits: CommitTimes): Promise<IndexAnswers> {
  const files: unknown[] = []
  for (const file of PATHS as readonly RepoPath[]) {
    const annotating = await valueOf(view.annotating([file]))
    const dependents = await valueOf(view.dependents(file))
    files.push({ file, annotating, dependents, groups: await valueOf(view.groups(file)) })
  }
  const [first, second] = PLANNED_FILES as readonly RepoPath[]
  return {
    notes: view.noteCount,
    found: [...(await valueOf(view.find(abbreviations(commits))))].sort(([a], [b]) => (a < b ? -1 : 1)),
    files,
    both: first && second && (await valueOf(view.annotating([second, first]))),
    mentioned: await valueOf(view.mentioned(queriedPaths())),
    tags: await runSequentially(PLANNED_TAGS, (tag) => view.tagged(tag.toUpperCase())),
    recent: await valueOf(view.recent(1_000_000)),
    pages: await inPages(view, 2),
    folders: await runSequentially(FOLDERS, (folder) => view.pathsUnder(folder)),
  }
}

/** Returns the planned files, each twice, and words that are not files in any plan. */
function queriedPaths(): readonly RepoPath[] {
  const words: readonly string[] = [...PLANNED_FILES, 'not/planned.ts', ...PLANNED_TAGS, ...PLANNED_FILES]
  return [...words].reverse() as RepoPath[]
}

/** Runs the queries one after another, so that none is still running when one fails. */
async function runSequentially<T>(
  words: readonly string[],
  ask: (word: string) => ResultAsync<T, CodedError>,
): Promise<readonly T[]> {
  const answers: T[] = []
  for (const word of words) answers.push(await valueOf(ask(word)))
  return answers
}

async function inPages(view: AnnotationView, size: number): Promise<readonly AnnotatedCommit[]> {
  const all: AnnotatedCommit[] = []
  for (;;) {
    const page = await valueOf(view.recent(size, all.at(-1)))
    all.push(...page)
    if (page.length < size) return all
  }
}

function abbreviations(commits: CommitTimes): readonly string[] {
  return [...commits.keys()].flatMap((commit) => [
    commit,
    commit.slice(0, 13),
    commit.slice(0, 4).toUpperCase(),
    commit.slice(0, 3),
    `${commit}0`,
    'HEAD',
  ])
}

/** Returns the answers that a scan of all notes gives. */
export function scanNotes(notes: PlannedNotes, commits: CommitTimes): IndexAnswers {
  const all = [...commits.keys()].sort().flatMap((commit) => {
    const plans = notes.map((ref) => ref.get(commit)).filter((plan) => plan !== undefined)
    const blobs = [...new Set(plans.map((plan) => blobIdOf(plannedNote(commit, plan))))].sort()
    const committedAt = commits.get(commit)
    const ref: AnnotatedCommit = { commit, blobs, ...omitUndefined({ committedAt }) }
    const whole = plans.filter((plan) => !plan.broken)
    return plans.length === 0 ? [] : [{ ref, whole, wide: plans.some((plan) => plan.broken) }]
  })
  const refsWhere = (test: (note: (typeof all)[number]) => boolean): readonly AnnotatedCommit[] =>
    all.filter(test).map(({ ref }) => ref)
  const annotating = (...files: readonly string[]): readonly AnnotatedCommit[] =>
    refsWhere(({ wide, whole }) => wide || whole.some((plan) => files.some((file) => plan.files.includes(file))))
  const recent = [...all]
    .map(({ ref }) => ref)
    .sort((a, b) => (b.committedAt ?? -1) - (a.committedAt ?? -1) || (a.commit < b.commit ? -1 : 1))
  return {
    notes: all.length,
    found: [...new Set(abbreviations(commits))].sort().flatMap((text) => {
      const matches = refsWhere(({ ref }) => text.length > 3 && ref.commit.startsWith(text.toLowerCase()))
      const [only] = matches
      return only !== undefined && matches.length === 1
        ? [[text, { commit: only.commit, blobs: only.blobs }] as const]
        : []
    }),
    files: PATHS.map((file) => ({
      file,
      annotating: annotating(file),
      dependents: all.flatMap(({ ref, whole }) => anchorsOf(whole, file).map((anchor) => ({ ...ref, anchor }))),
      groups: refsWhere(({ whole }) => whole.some((plan) => plan.groups.includes(file))),
    })),
    both: annotating(...PLANNED_FILES.slice(0, 2)),
    mentioned: [...new Set(queriedPaths())].filter((file) =>
      all.some(
        ({ whole }) =>
          anchorsOf(whole, file).length > 0 ||
          whole.some(({ files, groups }) => files.includes(file) || groups.includes(file)),
      ),
    ),
    tags: PLANNED_TAGS.map((tag) => refsWhere(({ whole }) => whole.some((plan) => isTagged(plan, tag)))),
    recent,
    pages: recent,
    folders: FOLDERS.map((folder) => pathsUnder(folder, all)),
  }
}

function anchorsOf(plans: readonly NotePlan[], file: string): readonly string[] {
  const targets = plans.filter((plan) => plan.files.length > 0).flatMap((plan) => plan.targets)
  return [...new Set(targets.filter(([target]) => target === file).map(([, anchor]) => anchor))].sort()
}

function isTagged(plan: NotePlan, tag: string): boolean {
  return plan.files.length > 0 && plan.tags.some((each) => each.toLowerCase() === tag.toLowerCase())
}

function pathsUnder(folder: string, notes: readonly { readonly whole: readonly NotePlan[] }[]): unknown {
  const prefix = folder === '' ? '' : `${folder.replace(/\/$/, '')}/`
  return [...PATHS]
    .sort()
    .filter((path) => path.startsWith(prefix))
    .map((path) => ({ path, commits: notes.filter(({ whole }) => whole.some((p) => p.files.includes(path))).length }))
    .filter(({ commits }) => commits > 0)
}
