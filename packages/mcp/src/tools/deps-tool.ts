import { DEPS_OUTPUT_SCHEMA, omitUndefined } from '@chronicle/schema'
import * as z from 'zod'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { answerAboutPlace, count, normalisePath, placeInput } from './place-input.ts'

/** `chronicle_deps`: reports who declared a dependency on code. */
export const depsTool: ChronicleTool = defineTool({
  name: 'chronicle_deps',
  title: 'Find what depends on code',
  description: 'Who relies on this code, and what must change with it. Call before changing behaviour or a signature.',
  hints: READ_ONLY,
  failureSchema: DEPS_OUTPUT_SCHEMA,
  outputSchema: outputOutline('deps-output'),
  input: z.strictObject({
    ...placeInput,
    max_results: z.exactOptional(count),
    scan_limit: z.exactOptional(count).describe('Newest annotations searched'),
  }),
  normaliseArguments: normalisePath,
  run: ({ max_results: maxResults, scan_limit: scanLimit, ...place }, call) =>
    answerAboutPlace(place, call, (query) =>
      call.host.chronicle.deps({ ...query, ...omitUndefined({ maxResults, scanLimit }) }, call.options),
    ),
})
