import type { TokenCounter } from '@chronicle/core/contracts'
import { ok, omitUndefined, safeTry, type ContextPackage, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { createContextPipeline } from '../../create-context-pipeline.ts'
import { fusedProfile } from '../../rank/fused-profile.ts'
import type { RankingProfile } from '../../rank/profile.ts'
import type {
  PackedContext,
  RetrievalOptions,
  RetrievalSystem,
  RetrievalTask,
  RetrievedContext,
} from '../run/retrieval-system.ts'
import type { TaskKnowledge } from './task-knowledge.ts'

/** Options of a pipeline as a system of an evaluation. */
export interface PipelineSystemOptions {
  /** Knowledge of the repositories. Several systems can share it, so that each base is indexed once. */
  readonly knowledge: TaskKnowledge
  /** The signals that rank files, and how their scores are combined. Default: `fusedProfile()`. */
  readonly profile?: RankingProfile | undefined
  /** Default: the name of the profile. */
  readonly name?: string | undefined
  /** Default: UTF-8 bytes divided by four. */
  readonly tokens?: TokenCounter | undefined
  /**
   * Returns the time in milliseconds. Absent: the system states no times, and its indexing counts as part of its
   * answers.
   */
  readonly now?: (() => number) | undefined
}

/**
 * Creates a system from the retrieval pipeline. The base is indexed first; the stated time is that of the first
 * package, for the smallest budget.
 */
export function pipelineSystem(options: PipelineSystemOptions): RetrievalSystem {
  const { profile = fusedProfile() } = options
  return {
    name: options.name ?? profile.name,
    retrieve: (task, call) => retrieve(task, call, { ...options, profile }),
  }
}

function retrieve(
  { task, base, git, ...rest }: RetrievalTask,
  { budgets, ...call }: RetrievalOptions,
  { knowledge, profile, tokens, now }: PipelineSystemOptions,
): ResultAsync<RetrievedContext, ContextError> {
  return safeTry(async function* () {
    const known = knowledge.of({ task, base, git, ...rest })
    const pipeline = createContextPipeline({
      ...{ git, ast: knowledge.ast, ...known },
      ...omitUndefined({ profile, tokens }),
    })
    const at = { commit: base }
    yield* pipeline.index(at, call)
    const started = now?.()
    let ended: number | undefined
    const packages: ContextPackage[] = []
    for (const budget of budgets.length === 0 ? [undefined] : budgets) {
      const made = yield* pipeline.execute({ task, at, ...omitUndefined({ budget }) }, call)
      ended ??= now?.()
      packages.push(made)
    }
    // The ranking does not depend on the budget.
    const [first] = packages
    return ok({
      files: first?.scope.map(({ path, score }) => ({ path, score })) ?? [],
      symbols: first?.symbols.map(({ path, name, lines }) => ({ path, name, lines })) ?? [],
      ...(budgets.length > 0 && { packed: packages.map(packedLines) }),
      ...(started !== undefined && ended !== undefined && { milliseconds: ended - started }),
    })
  })
}

/** Converts a package. Signatures are not verbatim source, so they count as tokens but not as lines. */
function packedLines({ budget, token_count: tokens, files }: ContextPackage): PackedContext {
  const lines = files.flatMap(({ path, parts }) =>
    parts.flatMap(({ detail, lines: range }) =>
      detail === 'whole' || detail === 'body' ? [{ path, lines: range }] : [],
    ),
  )
  return { budget, tokens, lines }
}
