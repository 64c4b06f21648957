import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { currentState } from '../files/file-states.ts'
import { openTextFile } from '../files/open-file.ts'
import { parseTargetPath } from '../files/parse-target-path.ts'
import { cutPage } from '../page/cut-page.ts'
import { fileFacts, respond } from '../page/respond.ts'
import type { FileRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import type { SourceError } from '../source-error.ts'
import type { SourceResponse } from '../source-response.ts'

/** Mode `file`: reads a whole file, page by page. */
export function readFile(request: FileRequest, context: SourceContext): ResultAsync<SourceResponse, SourceError> {
  return safeTry(async function* () {
    const path = yield* parseTargetPath(request.target)
    const state = yield* currentState(context)
    const file = yield* openTextFile(path, state, context)
    const { count } = file.lines
    const range = count === 0 ? undefined : { start: 1, end: count }
    const page = yield* cutPage({ lines: file.lines, range, identity: file.content.id }, request, context)
    return ok(respond('file', page, { target: path, file: path, at: state.name, facts: fileFacts(file) }))
  })
}
