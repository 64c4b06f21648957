export type { JsonSchema } from './json-schema.ts'
export { jsonSchemas, type JsonSchemaName } from './json-schemas.ts'
