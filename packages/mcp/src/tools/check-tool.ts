import { CHECK_OUTPUT_SCHEMA, err, omitEmpty, omitUndefined, safeTry } from '@chronicle/schema'
import { parseChange, type Change } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import * as z from 'zod'
import { toolAnswer } from './answer-text.ts'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { count } from './place-input.ts'

/** `chronicle_check`: reports what a change puts at risk. */
export const checkTool: ChronicleTool = defineTool({
  name: 'chronicle_check',
  title: 'Check a change',
  description:
    'Call before committing. What was recorded about the code that a change touches: constraints, dependents, what was rejected. Default: uncommitted edits.',
  hints: READ_ONLY,
  failureSchema: CHECK_OUTPUT_SCHEMA,
  outputSchema: outputOutline('check-output'),
  input: z.strictObject({
    range: z.exactOptional(z.string().min(1)).describe('main...HEAD, or a revision'),
    staged: z.exactOptional(z.boolean()),
    min_confidence: z.exactOptional(z.number().min(0).max(1)),
    max_findings: z.exactOptional(count),
  }),
  run: ({ range, staged = false, min_confidence: confidence, max_findings: maxFindings }, call) =>
    safeTry(async function* () {
      const { host, options, maxTokens, verbose } = call
      if (staged && range !== undefined) {
        return err(codedError('invalid_query', 'range and staged exclude each other. Leave one of them out.'))
      }
      const change: Change = range === undefined ? { kind: staged ? 'staged' : 'worktree' } : parseChange(range)
      const minConfidence = confidence ?? host.defaults.minConfidence
      const query = {
        change,
        ...omitUndefined({ minConfidence, maxFindings }),
        remedies: 'argument' as const,
        ...omitUndefined({ maxTokens }),
        ...omitEmpty({ verbose }),
      }
      return (await host.chronicle.check(query, options)).map((answer) => toolAnswer(answer, call))
    }),
})
