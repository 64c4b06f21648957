import { err, ok, omitUndefined, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { modelChoiceOf, type WritingSession } from '../writing/open-session.ts'
import { withSettings } from '../writing/with-settings.ts'
import { carryRewrites } from './carry-rewrites.ts'

/** Maximum number of annotations that a model condenses in one hook. */
const MAX_CONDENSED = 20

/** Condenses the annotations of squashed commits with a model, if `chronicle.condense` is on. */
export function condenseSquashed(
  session: WritingSession,
  squashed: readonly CommitId[],
): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { call, notesRef, repository, settings } = session
    if (!settings.condense || squashed.length === 0) return ok(undefined)
    const model = modelChoiceOf(settings)
    const condensed = await repository.condense({
      ...{ ...call, commits: squashed, limit: MAX_CONDENSED, notesRef, allowedSecrets: settings.redactAllow },
      ...{ maxOutputTokens: settings.maxTokensPerResponse, ...omitUndefined({ model }) },
    })
    if (condensed.isErr()) return err(withSettings(condensed.error))
    // A commit may have been amended during the model call.
    yield* carryRewrites(session, squashed)
    const { commits, stopped } = condensed.value
    const failed = commits.flatMap(({ places }) => places).find(({ status }) => status === 'failed')
    const problem = stopped ?? failed?.problem
    return problem === undefined ? ok(undefined) : err(codedError(problem.code, problem.message))
  })
}
