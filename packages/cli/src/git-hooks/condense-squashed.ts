import { err, ok, omitUndefined, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { modelChoiceOf, type WritingSession } from '../writing/open-session.ts'
import { withSettings } from '../writing/with-settings.ts'
import { carryRewrites } from './carry-rewrites.ts'

/** Annotations that one hook lets a model work on. */
const MAX_CONDENSED = 20

/** Lets a model condense what squashed commits left, where the user has asked for it by `chronicle.condense`. */
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
    // While the model was asked, a commit may have been amended.
    yield* carryRewrites(session, squashed)
    const { commits, stopped } = condensed.value
    const failed = commits.flatMap(({ places }) => places).find(({ status }) => status === 'failed')
    const problem = stopped ?? failed?.problem
    return problem === undefined ? ok(undefined) : err(codedError(problem.code, problem.message))
  })
}
