import * as z from 'zod'
import type { JsonSchema } from '../json/json-schema.ts'
import { RULES, TEXT_RULES } from './document-rules.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * Creates the validator of a document on first use, from the published JSON Schema and the rules that a schema cannot
 * express. Objects are closed: the caller decides whether unknown keys are errors. Optional values may be absent but
 * not `undefined`. The nulls of `--verbose` are not accepted. `definition` is a name in `$defs`.
 */
export function createValidator<T>(document: JsonSchema, definition: string): z.ZodType<T> {
  let validator: z.ZodType | undefined
  return z.lazy(
    () => (validator ??= validators((document['$defs'] ?? {}) as Schemas)(definition)),
  ) as unknown as z.ZodType<T>
}

function validators(definitions: Schemas): (name: string) => z.ZodType {
  const known = new Map<string, z.ZodType>()

  function definitionValidator(name: string): z.ZodType {
    const validator = known.get(name) ?? withRule(name, validatorOf(definitions[name] ?? {}, name))
    known.set(name, validator)
    return validator
  }

  function validatorOf(schema: JsonSchema, name = ''): z.ZodType {
    const { $ref, anyOf, const: value, enum: values, type } = schema
    if (typeof $ref === 'string') return definitionValidator($ref.replace('#/$defs/', ''))
    const inner = withoutNull(schema)
    if (inner !== schema) return z.nullable(validatorOf(inner))
    if (Array.isArray(anyOf)) return z.union(anyOf.map((each) => validatorOf(each as JsonSchema)))
    if (value !== undefined) return z.literal(value as string | boolean)
    if (Array.isArray(values)) return z.enum(values as [string, ...string[]])
    if (Array.isArray(type)) return z.union((type as readonly string[]).map((each) => validatorOf({ type: each })))
    switch (type) {
      case 'string':
        return textValidator(schema)
      case 'integer':
        return bounded(z.int(), schema)
      case 'number':
        return bounded(z.number(), schema)
      case 'boolean':
        return z.boolean()
      case 'null':
        return z.null()
      case 'array':
        return listValidator(schema)
      case 'object':
        return 'properties' in schema ? objectValidator(schema, name) : recordValidator(schema)
      default:
        return z.unknown()
    }
  }

  function listValidator({ prefixItems, items }: JsonSchema): z.ZodType {
    if (!Array.isArray(prefixItems)) return z.array(validatorOf(items as JsonSchema))
    return z.tuple(prefixItems.map((each) => validatorOf(each as JsonSchema)) as [z.ZodType, ...z.ZodType[]])
  }

  function objectValidator(schema: JsonSchema, name: string): z.ZodType {
    const { properties, required, additionalProperties: others } = schema
    const always = new Set((required ?? []) as readonly string[])
    const shape = Object.entries(properties as Schemas).map(([key, property]) => {
      const isRequired = always.has(key)
      const value = withRule(`${name}.${key}`, validatorOf(isRequired ? property : withoutNull(property)))
      return [key, isRequired ? value : z.exactOptional(value)]
    })
    const object = z.strictObject(Object.fromEntries(shape) as Readonly<Record<string, z.ZodType>>)
    return typeof others === 'object' ? object.catchall(validatorOf(others as JsonSchema)) : object
  }

  function recordValidator({ propertyNames, additionalProperties, required }: JsonSchema): z.ZodType {
    const keys = validatorOf(propertyNames as JsonSchema) as z.ZodString
    const values = validatorOf(additionalProperties as JsonSchema)
    return 'enum' in (propertyNames as JsonSchema) && required === undefined
      ? z.partialRecord(keys, values)
      : z.record(keys, values)
  }

  return definitionValidator
}

function withRule(name: string, validator: z.ZodType): z.ZodType {
  return RULES[name]?.(validator) ?? validator
}

/** Returns the non-null branch of a schema that allows null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [first, second] = (schema['anyOf'] ?? []) as readonly JsonSchema[]
  return first !== undefined && second?.['type'] === 'null' ? first : schema
}

function textValidator({ minLength, pattern }: JsonSchema): z.ZodType {
  const text = typeof minLength === 'number' ? z.string().min(minLength) : z.string()
  if (typeof pattern !== 'string') return text
  const rule = TEXT_RULES.find((each) => each.pattern.source === pattern)
  const { expected: error, holds } = rule ?? {}
  const matching = text.regex(new RegExp(pattern), { error, abort: holds !== undefined })
  return holds === undefined ? matching : matching.refine(holds, error)
}

function bounded(number: z.ZodNumber, { minimum, maximum }: JsonSchema): z.ZodType {
  const from = typeof minimum === 'number' ? number.min(minimum) : number
  return typeof maximum === 'number' && maximum !== Number.MAX_SAFE_INTEGER ? from.max(maximum) : from
}
