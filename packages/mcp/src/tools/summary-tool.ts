import { err, SUMMARY_OUTPUT_SCHEMA } from '@chronicle/schema'
import * as z from 'zod'
import { toolAnswer } from './answer-text.ts'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { placeQuery, questionInput } from './place-input.ts'

/** `chronicle_summary`: what is here, at a glance. */
export const summaryTool: ChronicleTool = defineTool({
  name: 'chronicle_summary',
  title: 'Summarise a file or folder',
  description:
    'The newest annotation of each unit of a file, or of the files of a folder, with constraints and risks only. To find your way.',
  hints: READ_ONLY,
  failureSchema: SUMMARY_OUTPUT_SCHEMA,
  outputSchema: outputOutline('summary-output'),
  input: z.strictObject({
    path: z.exactOptional(z.string()).describe('File or folder; default the whole repository'),
    ...questionInput,
  }),
  run: async ({ path = '.', ...rest }, host, options) => {
    const query = await placeQuery({ path, ...rest }, host, options)
    if (query.isErr()) return err(query.error)
    return (await host.chronicle.summary(query.value, options)).map(toolAnswer)
  },
})
