import { err, HISTORY_OUTPUT_SCHEMA } from '@chronicle/schema'
import * as z from 'zod'
import { toolAnswer } from './answer-text.ts'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { count, path, placeQuery, questionInput } from './place-input.ts'

/** `chronicle_history`: how the reasoning about code came to be. */
export const historyTool: ChronicleTool = defineTool({
  name: 'chronicle_history',
  title: 'Trace how reasoning evolved',
  description:
    'How the reasoning about a file or unit came to be, commit by commit, under all names it had: git log of the reasons.',
  hints: READ_ONLY,
  failureSchema: HISTORY_OUTPUT_SCHEMA,
  outputSchema: outputOutline('history-output'),
  input: z.strictObject({
    path,
    ...questionInput,
    limit: z.exactOptional(count).describe('Newest steps; default 10'),
    follow_related: z.exactOptional(z.boolean()).describe('Add what steps link to'),
  }),
  run: async ({ limit, follow_related: followRelated, ...place }, host, options) => {
    const query = await placeQuery(place, host, options)
    if (query.isErr()) return err(query.error)
    const asked = {
      ...query.value,
      ...(limit === undefined ? {} : { limit }),
      ...(followRelated === undefined ? {} : { followRelated }),
    }
    return (await host.chronicle.history(asked, options)).map(toolAnswer)
  },
})
