import type { AstParser, GitBackend, KnowledgeStore } from '@chronicle/core/contracts'
import { createKnowledgeBase, type KnowledgeBase } from '../../knowledge/create-knowledge-base.ts'
import { createMemoryKnowledgeStore } from '../../store/memory-knowledge-store.ts'
import type { RetrievalTask } from '../run/retrieval-system.ts'

/** Knowledge bases for the tasks of an evaluation. Systems that share one index each base once. */
export interface TaskKnowledge {
  readonly ast: AstParser
  /** Returns the knowledge of a task's repository. It sees only what the task sees: the base and its ancestors. */
  of(task: RetrievalTask): { readonly store: KnowledgeStore; readonly knowledge: KnowledgeBase }
}

/**
 * Creates the knowledge bases of an evaluation. Contents are cached until another repository is queried: the next base
 * of the same repository shares most of them, and only new ones are parsed.
 */
export function createTaskKnowledge(options: {
  readonly ast: AstParser
  /** Creates the store of a repository. Default: in memory. */
  readonly createStore?: (repository: string) => KnowledgeStore
}): TaskKnowledge {
  const { ast, createStore = createMemoryKnowledgeStore } = options
  let current: { readonly repository: string; readonly store: KnowledgeStore } | undefined
  const bases = new WeakMap<GitBackend, KnowledgeBase>()
  return {
    ast,
    of: ({ repository, git }) => {
      if (current?.repository !== repository) current = { repository, store: createStore(repository) }
      const { store } = current
      let knowledge = bases.get(git)
      if (knowledge === undefined) bases.set(git, (knowledge = createKnowledgeBase({ git, ast, store })))
      return { store, knowledge }
    },
  }
}
