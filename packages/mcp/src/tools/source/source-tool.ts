import { READ_ONLY, type ChronicleTool } from '../chronicle-tool.ts'
import { readSource, sourceFailure } from './read-source.ts'
import { sourceOutputOutline, modelRequestSchema } from './source-schemas.ts'

/** `read`: returns source in four modes. The reader validates the arguments, and its errors say what to change. */
export const sourceTool: ChronicleTool = {
  name: 'read',
  title: 'Read source',
  description:
    'Source, in bounded pages: a file, a symbol wherever it is, some lines (snippet), or the diff that an edit would make (diff_preview; writes nothing). Paths may be absolute. Next page: same arguments and cursor.',
  hints: READ_ONLY,
  inputSchema: modelRequestSchema(),
  outputSchema: sourceOutputOutline,
  failureDocument: sourceFailure,
  call: (input, host, options) => readSource(input, host, options),
}
