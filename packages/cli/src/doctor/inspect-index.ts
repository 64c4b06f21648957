import { createNotesIndex } from '@chronicle/core'
import { createFileCacheStorage } from '@chronicle/node'
import type { NotesRef } from '@chronicle/schema'
import type { CallOptions, GitBackend, RepositoryInfo } from '@chronicle/core/contracts'
import { EMPTY_ENVIRONMENT_REPORT, type EnvironmentReport } from './environment-report.ts'

/**
 * Inspects whether the index of the notes can be read. The index is derived data: every query updates it and rebuilds
 * damaged parts.
 */
export async function inspectIndex(
  git: GitBackend,
  { chronicleDir }: RepositoryInfo,
  refs: readonly NotesRef[],
  call: CallOptions,
): Promise<EnvironmentReport> {
  if (chronicleDir === undefined) return EMPTY_ENVIRONMENT_REPORT
  const index = createNotesIndex({ git, refs, storage: createFileCacheStorage(chronicleDir) })
  const view = await index.refresh(call)
  const read = view.isOk() ? await view.value.pathsUnder('', call) : view
  const notes = view.isOk() ? view.value.noteCount : 0
  if (read.isOk()) {
    return {
      environment: [{ name: 'index', value: `of ${notes} note${notes === 1 ? '' : 's'}, up to date` }],
      problems: [],
    }
  }
  const again = await index.refresh(call)
  const outcome = again.isOk() ? 'It has been built anew.' : `It cannot be built anew: ${again.error.message}`
  return {
    environment: [{ name: 'index', value: again.isOk() ? 'built anew' : 'cannot be read' }],
    problems: [
      { kind: 'index_damaged', message: `The index of the notes could not be read: ${read.error.message} ${outcome}` },
    ],
  }
}
