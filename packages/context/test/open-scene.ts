import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { withBlame } from '@chronicle/blame'
import {
  createKnowledgeBase,
  createMemoryKnowledgeStore,
  createSignalContext,
  type KnowledgeSnapshot,
  type SignalContext,
} from '@chronicle/context'
import type { AstParser, GitBackend, KnowledgeStore } from '@chronicle/core/contracts'
import type { OpenedScene, SignalScene } from '@chronicle/testing'

/** Loaded once for all tests of a file. */
export const ast: AstParser = createTreeSitterParser()

/** Returns a snapshot of the last commit of a repository in memory. */
export async function snapshotOf(
  git: GitBackend,
  store: KnowledgeStore = createMemoryKnowledgeStore(),
): Promise<KnowledgeSnapshot> {
  const commit = (await git.resolve('HEAD'))._unsafeUnwrap()
  if (commit === undefined) throw new Error('The repository has no commit.')
  return (await createKnowledgeBase({ git: withBlame(git), ast, store }).at({ commit }))._unsafeUnwrap()
}

const stores = new WeakMap<GitBackend, KnowledgeStore>()

/**
 * Opens a task on the last commit. The index of a repository is reused between calls; everything else is created anew.
 */
export async function openScene({ git, task }: SignalScene): Promise<OpenedScene<SignalContext>> {
  const store = stores.get(git) ?? createMemoryKnowledgeStore()
  stores.set(git, store)
  const snapshot = await snapshotOf(git, store)
  const context = (await createSignalContext(task, snapshot))._unsafeUnwrap()
  return { context, paths: snapshot.files.map(({ path }) => path) }
}
