import type { StoredRecording } from '../annotation.ts'
import type { FieldReader } from './field-reader.ts'
import { omitUndefined } from '../omit-undefined.ts'

/** Reads who recorded something, when, and with what tool. Without a time, the recording is skipped and reported. */
export function readRecording(fields: FieldReader | undefined): StoredRecording | undefined {
  if (fields === undefined) return undefined
  const by = fields.text('by')
  const email = fields.text('email')
  const at = fields.time('at')
  const tool = fields.text('with')
  if (at === undefined) return fields.reject('it does not say when it was recorded')
  return {
    ...omitUndefined({ by, email }),
    at,
    ...omitUndefined({ with: tool }),
    ...fields.unknownKeys(),
  }
}
