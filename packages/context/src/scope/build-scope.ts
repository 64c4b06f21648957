import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { coChanges } from '../knowledge/co-changes.ts'
import type { RankedFile } from '../rank/profile.ts'
import type { SignalContext } from '../signals/signal.ts'

/** Maximum number of files that enter the scope by score. */
export const DEFAULT_SCOPE_SIZE = 75
/** Minimum number of common commits for a file to be added to the scope with a seed. */
const MIN_CO_CHANGES = 3
/** Maximum number of files that one seed may add by each relation. */
const MAX_EXPANSION = 50
/** Number of files in the scope if nothing matches. */
const FALLBACK_FILES = 10

/** A file of the scope. */
export interface ScopeEntry extends RankedFile {
  readonly via?: 'dependency' | 'co_change'
}

/** The files that a task is about. */
export interface Scope {
  /** Most relevant first. Files added by relations follow the files found by score. */
  readonly entries: readonly ScopeEntry[]
  /** Whether nothing matched and the entries are the central files of the repository. */
  readonly isFallback: boolean
}

/**
 * Returns the best files, and those that the files named by the task import, are imported by, and change together with.
 */
export function buildScope(
  context: SignalContext,
  ranked: readonly RankedFile[],
  size: number,
): ResultAsync<Scope, ContextError> {
  if (ranked.length === 0) return centralFiles(context).map((entries) => ({ entries, isFallback: true }))
  return safeTry(async function* () {
    const seeds = ranked.filter(({ seed }) => seed)
    const inScope = new Map<RepoPath, ScopeEntry>(ranked.slice(0, size).map((entry) => [entry.path, entry]))
    for (const seed of seeds) inScope.set(seed.path, seed)
    const paths = seeds.map(({ path }) => path)
    const score = new Map(ranked.map((entry) => [entry.path, entry]))
    const expand = (path: RepoPath, via: 'dependency' | 'co_change'): void => {
      if (inScope.has(path) || context.snapshot.file(path) === undefined) return
      const known = score.get(path) ?? { path, score: 0, breakdown: {}, seed: false, demoted: false }
      inScope.set(path, { ...known, via })
    }
    const [imported, importers] = [
      yield* context.imports.importsOf(paths, context.call),
      yield* context.imports.importersOf(paths, context.call),
    ]
    for (const others of [...imported.values(), ...importers.values()])
      for (const other of others.slice(0, MAX_EXPANSION)) expand(other, 'dependency')
    for (const { files } of (yield* coChanges(context.snapshot, paths, context.call)).values()) {
      const near = [...files].filter(([, { count }]) => count >= MIN_CO_CHANGES)
      near.sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))
      for (const [other] of near.slice(0, MAX_EXPANSION)) expand(other, 'co_change')
    }
    return ok({ entries: [...inScope.values()], isFallback: false })
  })
}

/**
 * Returns the scope of a task that matches nothing: among the source files with the most definitions, those that most
 * files import.
 */
function centralFiles({ snapshot, imports, call }: SignalContext): ResultAsync<readonly ScopeEntry[], ContextError> {
  const sources = snapshot.files.filter((file) => file.class === 'source')
  const candidates = [...sources].sort((a, b) => (b.lengths[0] ?? 0) - (a.lengths[0] ?? 0)).slice(0, FALLBACK_FILES * 5)
  const paths = candidates.map(({ path }) => path)
  return imports.importersOf(paths, call).map((importers) => {
    const central = candidates
      .map(({ path }) => ({ path, score: importers.get(path)?.length ?? 0 }))
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .slice(0, FALLBACK_FILES)
    return central.map(({ path }) => ({ path, score: 0, breakdown: {}, seed: false, demoted: false }))
  })
}
