import { SUMMARY_OUTPUT_SCHEMA } from '@chronicle/schema'
import * as z from 'zod'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { answerAboutPlace, normalisePath, path, placeInput, sourcesInput } from './place-input.ts'

/** `chronicle_summary`: gives an overview of a place. */
export const summaryTool: ChronicleTool = defineTool({
  name: 'chronicle_summary',
  title: 'Summarise a file or folder',
  description: 'To find your way: the newest annotation of each unit of a file, or of the files of a folder, in short.',
  hints: READ_ONLY,
  failureSchema: SUMMARY_OUTPUT_SCHEMA,
  outputSchema: outputOutline('summary-output'),
  input: z.strictObject({
    ...placeInput,
    path: z.exactOptional(path).describe('Default: the whole repository'),
    sources: sourcesInput,
  }),
  normaliseArguments: normalisePath,
  run: ({ path: given = '.', ...rest }, call) =>
    answerAboutPlace({ path: given, ...rest }, call, (query) => call.host.chronicle.summary(query, call.options)),
})
