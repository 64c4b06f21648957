import type { NotesSharing } from '@chronicle/core/contracts'
import type { OpenRepository } from '../open-repository.ts'

/** Creates the sharing of notes through the git binary. Each part is loaded on demand: most programs only read. */
export function createSharing(call: OpenRepository['call']): NotesSharing {
  return {
    remotes: (options) =>
      call(options, async (repository) => (await import('./read-remotes.ts')).readRemotes(repository)),
    changeFetchRefspecs: (change, options) =>
      call(options, async (repository) => (await import('./read-remotes.ts')).changeFetchRefspecs(repository, change)),
    fetch: (request, options) =>
      call(options, async (repository) => (await import('./fetch-notes.ts')).fetchNotes(repository, request, options)),
    push: (request, options) =>
      call(options, async (repository) => (await import('./push-notes.ts')).pushNotes(repository, request, options)),
    commonTips: (a, b, options) =>
      call(options, async (repository) => (await import('./tip-history.ts')).commonTips(repository, a, b)),
    formerTip: (ref, tip, options) =>
      call(options, async (repository) => (await import('./tip-history.ts')).formerTip(repository, ref, tip)),
    historyOf: (tip, options) =>
      call(options, async (repository) =>
        (await import('./tip-history.ts')).historyOf(repository, tip, options?.exclude),
      ),
    rootsOf: (tip, options) =>
      call(options, async (repository) => (await import('./tip-history.ts')).rootsOf(repository, tip)),
    mergeTips: (merge, options) =>
      call(options, async (repository) => (await import('./merge-tips.ts')).mergeTips(repository, merge)),
    moveRef: (move, options) =>
      call(options, async (repository) => {
        const { checkRef, moveRef } = await import('../write-notes.ts')
        return checkRef(move.ref)
          .asyncAndThen(() => repository.locate())
          .andThen(({ info }) => moveRef(repository, move, info.objectFormat))
      }),
  }
}
