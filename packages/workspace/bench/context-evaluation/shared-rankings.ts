import { createSignalContext, type RankingProfile, type Signal, type SignalContext } from '@chronicle/context'
import type { RetrievalSystem, RetrievalTask, TaskKnowledge } from '@chronicle/context/evaluate'
import type { GitBackend } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'
import { rankFiles } from '../../../context/src/rank/rank-files.ts'

/** Signals that look at the scores of those before them: they are asked again where one of those is left out. */
export const STEPS: ReadonlySet<string> = new Set(['co_changed', 'import_neighbours'])
const LISTED_FILES = 100

/** Ranks files by several profiles, and asks each signal once for a task. */
export interface SharedRankings {
  /** A system that ranks files and neither ranks symbols nor packs. */
  system(profile: RankingProfile): RetrievalSystem
  contextOf(task: RetrievalTask): Promise<SignalContext>
}

export function createSharedRankings(knowledge: TaskKnowledge): SharedRankings {
  // An evaluation makes one view of the repository for each task.
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
    if (STEPS.has(signal.name)) return signal
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
