import { ok, safeTry } from '@chronicle/schema'
import * as z from 'zod'
import { acceptConcern } from '../accept/accept-concern.ts'
import { acceptEmission } from '../accept/accept-emission.ts'
import { concernSchema, emissionSchema } from '../accept/emission.ts'
import { defineTool, toolSchema, type AgentTool } from './agent-tool.ts'

/** Records an annotation of one place. */
export const emitAnnotation: AgentTool = {
  name: 'emit_annotation',
  description: 'Records why one function, type or region is as it is. Once for each that deserves it.',
  inputSchema: toolSchema(emissionSchema),
  run: acceptEmission,
}

/** Records that places must change together. */
export const emitCrossCutting: AgentTool = {
  name: 'emit_cross_cutting',
  description: 'Records that places in different units must change together.',
  inputSchema: toolSchema(concernSchema),
  run: acceptConcern,
}

/** The name of the tool that ends a conversation without an annotation. */
export const NOTHING_TO_RECORD = 'nothing_to_record'

/** Ends a conversation about a commit that needs no annotation. */
export const nothingToRecord: AgentTool = defineTool({
  name: NOTHING_TO_RECORD,
  description: 'Ends the work where nothing is worth recording: a good answer for many commits.',
  input: z.object({ reason: z.string().trim().min(1).max(500).describe('Why, in a sentence.') }),
  run: ({ reason }, session) =>
    safeTry(async function* () {
      session.findings.reportNothing(reason)
      return ok('Noted.')
    }),
})
