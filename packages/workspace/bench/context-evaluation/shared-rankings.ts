import { createSignalContext, type RankingProfile, type Signal, type SignalContext } from '@chronicle/context'
import type { RetrievalSystem, RetrievalTask, TaskKnowledge } from '@chronicle/context/evaluate'
import type { GitBackend } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'
import { rankFiles } from '../../../context/src/rank/rank-files.ts'

/** Signals that use the scores of earlier ones. They are computed again when one of these is left out. */
export const DEPENDENT_SIGNALS: ReadonlySet<string> = new Set(['co_changed', 'import_neighbours'])
const LISTED_FILES = 100

/** Ranks files by several profiles, and computes each signal once per task. */
export interface SharedRankings {
  /** Returns a system that ranks files, but neither ranks symbols nor packs. */
  system(profile: RankingProfile): RetrievalSystem
  contextOf(task: RetrievalTask): Promise<SignalContext>
}

export function createSharedRankings(knowledge: TaskKnowledge): SharedRankings {
  // An evaluation creates one backend per task.
  const contexts = new WeakMap<GitBackend, Promise<SignalContext>>()
  const contextOf = (task: RetrievalTask): Promise<SignalContext> => {
    const known = contexts.get(task.git)
    if (known !== undefined) return known
    const made = openContext(knowledge, task)
    contexts.set(task.git, made)
    return made
  }
  const asked = new Map<Signal, Signal>()
  const askedOnce = (signal: Signal): Signal => {
    if (DEPENDENT_SIGNALS.has(signal.name)) return signal
    const shared = asked.get(signal) ?? once(signal)
    asked.set(signal, shared)
    return shared
  }
  return {
    contextOf,
    system: (profile) => ({
      name: profile.name,
      retrieve: (task) => {
        const shared = { ...profile, signals: profile.signals.map(askedOnce) }
        return ResultAsync.fromSafePromise(contextOf(task))
          .andThen((context) => rankFiles(context, shared))
          .map((files) => ({ files: files.slice(0, LISTED_FILES).map(({ path, score }) => ({ path, score })) }))
      },
    }),
  }
}

async function openContext(knowledge: TaskKnowledge, task: RetrievalTask): Promise<SignalContext> {
  const snapshot = knowledge.of(task).knowledge.at({ commit: task.base })
  const opened = await snapshot.andThen((known) => createSignalContext(task.task, known))
  return opened._unsafeUnwrap()
}

function once(signal: Signal): Signal {
  const known = new WeakMap<SignalContext, ReturnType<Signal['score']>>()
  return {
    name: signal.name,
    score: (context, lists) => {
      const scores = known.get(context) ?? signal.score(context, lists)
      known.set(context, scores)
      return scores
    },
  }
}
