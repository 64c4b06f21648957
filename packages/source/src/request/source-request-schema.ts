import type { JsonSchema } from './parameter-kinds.ts'
import { PARAMETERS, TARGET, type Parameter } from './request-parameters.ts'
import { SOURCE_MODES, type SourceMode } from './source-request.ts'

/**
 * Returns the JSON Schema of a request, for tool declarations. With a mode, it is the schema of requests in that mode,
 * without `mode` itself. The schema of all modes does not say which parameter belongs to which mode: the descriptions
 * do, and so do the reader's error messages, which models follow better.
 */
export function sourceRequestSchema(mode?: SourceMode): JsonSchema {
  return mode === undefined ? requestSchema() : modeSchema(mode)
}

function requestSchema(): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    mode: { type: 'string', enum: SOURCE_MODES },
    target: { ...TARGET.schema, description: `${PATH}; for symbol, its name or id.` },
  }
  for (const [name, { modes, schema, description }] of Object.entries(PARAMETERS)) {
    const only = modes === undefined ? '' : `${modes.join(', ')} only. `
    properties[name] = { ...schema, description: only + description }
  }
  return closed(properties, ['mode', 'target'])
}

function modeSchema(mode: SourceMode): JsonSchema {
  const target = mode === 'symbol' ? 'Name or id of a symbol.' : `${PATH}.`
  const properties: Record<string, JsonSchema> = { target: { ...TARGET.schema, description: target } }
  const isValid = ({ modes }: Parameter): boolean => modes === undefined || modes.includes(mode)
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    if (isValid(parameter)) properties[name] = { ...parameter.schema, description: parameter.description }
  }
  return closed(properties, mode === 'snippet' ? ['target', 'start_line'] : ['target'])
}

const PATH = 'Path from the repository root'

function closed(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}
