import { ok, safeTry, type FileClass, type RepoPath, type ResultAsync, type TaskQuery } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { namedFiles } from '../signals/explicit-paths.ts'
import type { FileScores, SignalContext } from '../signals/signal.ts'
import { askSignal } from '../signals/ask-signal.ts'
import { SEED_LIST } from '../signals/weighted/seed-files.ts'
import type { RankedFile, RankingProfile } from './profile.ts'

/** Maximum number of certainly named files to raise to the top. */
const MAX_RAISED = 3
/** Minimum score of a certainly named file: its path is given, and no other file has that path. */
const MIN_CERTAIN_SCORE = 2

/**
 * Ranks the files of a state for a task, most relevant first. Files that no signal scores and the task does not name
 * are omitted.
 */
export function rankFiles(
  context: SignalContext,
  profile: RankingProfile,
): ResultAsync<readonly RankedFile[], ContextError> {
  return safeTry(async function* () {
    const lists = new Map<string, FileScores>()
    for (const signal of profile.signals) lists.set(signal.name, yield* askSignal(signal, context, lists))
    const named = namedFiles(context.query, context.snapshot)
    const seeds = lists.get(SEED_LIST)
    const wanted = relevantClasses(context.query)
    const files: RankedFile[] = []
    for (const [path, breakdown] of profile.combine(lists, context)) {
      const file = context.snapshot.file(path)
      if (file === undefined) continue
      const score = Object.values(breakdown).reduce((sum, part) => sum + part, 0)
      const seed = named.has(path) || seeds?.has(path) === true
      const demoted = profile.demotes !== false && !seed && !wanted.has(file.class)
      files.push({ path, score, breakdown, seed, demoted })
    }
    for (const path of named.keys()) {
      if (!files.some((file) => file.path === path))
        files.push({ path, score: 0, breakdown: {}, seed: true, demoted: false })
    }
    files.sort((a, b) => Number(a.demoted) - Number(b.demoted) || b.score - a.score || (a.path < b.path ? -1 : 1))
    return ok(raiseNamedFiles(files, named))
  })
}

/** Moves certainly named files into the first three places. */
function raiseNamedFiles(files: readonly RankedFile[], named: ReadonlyMap<RepoPath, number>): readonly RankedFile[] {
  const sure = files.filter(({ path }) => (named.get(path) ?? 0) >= MIN_CERTAIN_SCORE).slice(0, MAX_RAISED)
  const below = sure.filter((file) => files.indexOf(file) >= MAX_RAISED)
  if (below.length === 0) return files
  const top = files.slice(0, MAX_RAISED)
  const kept = top.filter((file) => sure.includes(file) || top.indexOf(file) < MAX_RAISED - below.length)
  const first = [...kept, ...below].slice(0, MAX_RAISED)
  return [...first, ...files.filter((file) => !first.includes(file))]
}

const ALWAYS: readonly FileClass[] = ['source']

/** Returns the classes of files that a task is about. Files of other classes are ranked after them. */
function relevantClasses({ title, task_type: type }: TaskQuery): ReadonlySet<FileClass> {
  const wanted = new Set<FileClass>(ALWAYS)
  if (type === 'test') wanted.add('test')
  if (/\b(?:docs?|documentation|readme|changelog|typos?)\b/i.test(title)) wanted.add('doc')
  if (
    /\b(?:config(?:uration)?|ci|workflow|build|packag(?:e|ing)|dependenc(?:y|ies)|tsconfig|lint(?:er|ing)?)\b/i.test(
      title,
    )
  )
    wanted.add('config')
  if (/\b(?:typings?|type definitions?|declarations?|d\.ts|types)\b/i.test(title)) wanted.add('declaration')
  return wanted
}
