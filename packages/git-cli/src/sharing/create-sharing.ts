import type { NotesSharing } from '@chronicle/core/contracts'
import { attempt } from '../git-failure.ts'
import type { Repository } from '../open-repository.ts'

/** Sharing through the git binary. Each part is loaded when it is needed: most programs only read. */
export function createSharing(repository: Repository): NotesSharing {
  return {
    remotes: ({ signal } = {}) =>
      attempt(signal, async () => (await import('./read-remotes.ts')).readRemotes(repository, signal)),
    changeFetchRefspecs: (change, { signal } = {}) =>
      attempt(signal, async () => (await import('./read-remotes.ts')).changeFetchRefspecs(repository, change, signal)),
    fetch: (request, options = {}) =>
      attempt(options.signal, async () => (await import('./fetch-notes.ts')).fetchNotes(repository, request, options)),
    push: (request, options = {}) =>
      attempt(options.signal, async () => (await import('./push-notes.ts')).pushNotes(repository, request, options)),
    commonTips: (a, b, { signal } = {}) =>
      attempt(signal, async () => (await import('./tip-history.ts')).commonTips(repository, [a, b], signal)),
    formerTip: (tracking, tip, { signal } = {}) =>
      attempt(signal, async () => (await import('./tip-history.ts')).formerTip(repository, { tracking, tip }, signal)),
    rootsOf: (tip, { signal } = {}) =>
      attempt(signal, async () => (await import('./tip-history.ts')).rootsOf(repository, tip, signal)),
    mergeTips: (merge, { signal } = {}) =>
      attempt(signal, async () => (await import('./merge-tips.ts')).mergeTips(repository, merge, signal)),
    moveRef: (move, { signal } = {}) =>
      attempt(signal, async () => {
        const { checkRef, moveRef } = await import('../write-notes.ts')
        checkRef(move.ref)
        const { objectFormat } = (await repository.locate(signal)).info
        await moveRef(repository, move, objectFormat)
      }),
  }
}
