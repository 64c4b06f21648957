import { LOOKUP_OUTPUT_SCHEMA } from '@chronicle/schema'
import * as z from 'zod'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { answerAboutPlace, normalisePath, placeInput, sourcesInput } from './place-input.ts'

/** `chronicle_lookup`: returns everything to know before changing a place. */
export const lookupTool: ChronicleTool = defineTool({
  name: 'chronicle_lookup',
  title: 'Look up before editing',
  description:
    'Call before changing code. What is recorded about a file or unit, who depends on it, its latest history, and what is in doubt, in one answer.',
  hints: READ_ONLY,
  failureSchema: LOOKUP_OUTPUT_SCHEMA,
  outputSchema: outputOutline('lookup-output'),
  input: z.strictObject({ ...placeInput, sources: sourcesInput }),
  normaliseArguments: normalisePath,
  run: (args, call) => answerAboutPlace(args, call, (query) => call.host.chronicle.lookup(query, call.options)),
})
