import { UNKNOWN_UNIT_TYPE, type AstAnchor } from '../annotation.ts'
import { isJsonObject } from '../canonical-json.ts'
import { FieldReader } from './field-reader.ts'
import { describeValue } from './note-problems.ts'

/** Reads an anchor, either an object or a plain name. Returns `undefined`, and reports it, if there is no name. */
export function readAnchor(fields: FieldReader, key: string, alias?: string): AstAnchor | undefined {
  const value = fields.value(key, alias)
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return { type: UNKNOWN_UNIT_TYPE, name: value }
  const pointer = fields.at(alias === undefined || fields.has(key) ? key : alias)
  if (!isJsonObject(value)) {
    fields.problems.ignored(pointer, `expected an object, found ${describeValue(value)}`)
    return undefined
  }
  const anchor = new FieldReader(value, pointer, fields.problems)
  const type = anchor.text('type', 'unit_type') ?? UNKNOWN_UNIT_TYPE
  const name = anchor.text('name')
  const signature = anchor.text('signature')
  if (name === undefined) return anchor.reject('the anchor has no name')
  return signature === undefined
    ? { type, name, ...anchor.unknownKeys() }
    : { type, name, signature, ...anchor.unknownKeys() }
}
