import { ok, omitEmpty, safeTry, type ResultAsync } from '@chronicle/schema'
import { neutralisePath } from '@chronicle/core/text'
import { currentState } from '../files/file-states.ts'
import { openTextFile } from '../files/open-file.ts'
import { parseTargetPath } from '../files/parse-target-path.ts'
import { cutPage } from '../page/cut-page.ts'
import { fileFacts, respond } from '../page/respond.ts'
import type { SnippetRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import type { SourceResponse } from '../source-response.ts'

/**
 * Mode `snippet`: reads some lines of a file. Fails with `lines_out_of_bounds` if the first line is past the end of the
 * file.
 */
export function readSnippet(request: SnippetRequest, context: SourceContext): ResultAsync<SourceResponse, SourceError> {
  return safeTry(async function* () {
    const path = yield* parseTargetPath(request.target)
    const state = yield* currentState(context)
    const file = yield* openTextFile(path, state, context)
    const { count } = file.lines
    const { start_line: start, end_line: end = start, context_lines: around = 0 } = request
    if (start > count) {
      const message = `start_line ${start} is past the end: ${neutralisePath(path)} has ${count} ${count === 1 ? 'line' : 'lines'}.`
      return sourceFailure('lines_out_of_bounds', message, { path, start_line: start, lines: count })
    }
    const range = { start: Math.max(1, start - around), end: Math.min(count, end + around) }
    const page = yield* cutPage({ lines: file.lines, range, identity: file.content.id }, request, context)
    const facts = { ...fileFacts(file), ...omitEmpty({ end_line_clamped: end > count }) }
    return ok(respond('snippet', page, { target: path, file: path, at: state.name, facts }))
  })
}
