import { currentState } from '../files/file-states.ts'
import { openTextFile } from '../files/open-file.ts'
import { parseTargetPath } from '../files/parse-target-path.ts'
import { cutPage } from '../page/cut-page.ts'
import { fileFacts, respond } from '../page/respond.ts'
import type { FileRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import type { SourceResponse } from '../source-response.ts'

/** Mode `file`: a whole file, page by page. */
export async function readFile(request: FileRequest, context: SourceContext): Promise<SourceResponse> {
  const path = parseTargetPath(request.target)
  const state = await currentState(context)
  const file = await openTextFile(path, state, context)
  const { count } = file.lines
  const range = count === 0 ? undefined : { start: 1, end: count }
  const page = cutPage({ lines: file.lines, range, identity: file.content.id }, request, context)
  return respond('file', page, { target: path, file: path, at: state.name, facts: fileFacts(file) })
}
