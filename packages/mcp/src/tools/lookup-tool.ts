import { err, LOOKUP_OUTPUT_SCHEMA } from '@chronicle/schema'
import * as z from 'zod'
import { toolAnswer } from './answer-text.ts'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { path, placeQuery, questionInput } from './place-input.ts'

/** `chronicle_lookup`: all that one needs to know before touching a place. */
export const lookupTool: ChronicleTool = defineTool({
  name: 'chronicle_lookup',
  title: 'Look up before editing',
  description:
    'Call before changing code. One answer with what is recorded about a file or unit, who depends on it, its latest history, and what is in doubt.',
  hints: READ_ONLY,
  failureSchema: LOOKUP_OUTPUT_SCHEMA,
  outputSchema: outputOutline('lookup-output'),
  input: z.strictObject({ path, ...questionInput }),
  run: async (args, host, options) => {
    const query = await placeQuery(args, host, options)
    if (query.isErr()) return err(query.error)
    return (await host.chronicle.lookup(query.value, options)).map(toolAnswer)
  },
})
