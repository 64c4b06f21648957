import { HISTORY_OUTPUT_SCHEMA, omitUndefined } from '@chronicle/schema'
import * as z from 'zod'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { answerAboutPlace, count, normalisePath, placeInput, sourcesInput } from './place-input.ts'

/** `chronicle_history`: returns how the reasoning about code developed. */
export const historyTool: ChronicleTool = defineTool({
  name: 'chronicle_history',
  title: 'Trace how reasoning evolved',
  description: 'How the reasons behind a file or unit developed, commit by commit, across renames.',
  hints: READ_ONLY,
  failureSchema: HISTORY_OUTPUT_SCHEMA,
  outputSchema: outputOutline('history-output'),
  input: z.strictObject({
    ...placeInput,
    sources: sourcesInput,
    limit: z.exactOptional(count).describe('Newest steps; default 10'),
    follow_related: z.exactOptional(z.boolean()).describe('Add what steps link to'),
  }),
  normaliseArguments: normalisePath,
  run: ({ limit, follow_related: followRelated, ...place }, call) =>
    answerAboutPlace(place, call, (query) =>
      call.host.chronicle.history({ ...query, ...omitUndefined({ limit, followRelated }) }, call.options),
    ),
})
