import { err, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ModelTool } from '@chronicle/core/contracts'
import * as z from 'zod'
import type { Problem } from '../accept/find-file.ts'
import { readInput } from '../accept/read-input.ts'
import type { Session } from '../session.ts'

/** A tool of the agent, with its description for the model. */
export interface AgentTool extends ModelTool {
  /** Runs the tool and returns a result for the model. A refusal is for the model too, and says what to do instead. */
  run(input: unknown, session: Session): ResultAsync<string, Problem>
}

/** Defines a tool whose input is validated before it runs. */
export function defineTool<Schema extends z.ZodType>(tool: {
  readonly name: string
  readonly description: string
  readonly input: Schema
  readonly run: (input: z.output<Schema>, session: Session) => ResultAsync<string, Problem>
}): AgentTool {
  const { name, description, input: schema } = tool
  return {
    name,
    description,
    inputSchema: toolSchema(schema),
    run: (input, session) =>
      safeTry(async function* () {
        const read = readInput(schema, input)
        return read.isErr() ? err({ refused: `Bad input for ${name}: ${read.error}` }) : tool.run(read.value, session)
      }),
  }
}

/** Returns the JSON Schema that the model is given. */
export function toolSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
  return json
}
