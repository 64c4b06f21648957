import type { JsonSchema } from './parameter-kinds.ts'
import { PARAMETERS, TARGET } from './request-parameters.ts'
import { SOURCE_MODES } from './source-request.ts'

/**
 * The JSON Schema of a request, for tool declarations. It does not say which parameter goes with which mode: the
 * reader's own messages do, and models heed those better.
 */
export function sourceRequestSchema(): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    mode: { type: 'string', enum: SOURCE_MODES },
    target: { ...TARGET.schema, description: 'Path from the repository root; for symbol, its name or id.' },
  }
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    const only = parameter.modes === undefined ? '' : `${parameter.modes.join(', ')} only. `
    properties[name] = { ...parameter.schema, description: only + parameter.description }
  }
  return { type: 'object', properties, required: ['mode', 'target'], additionalProperties: false }
}
