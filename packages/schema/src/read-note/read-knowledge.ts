import type { FieldReader } from './field-reader.ts'

/** What a `chronicle/knowledge-v1` note says about the repository as a whole. Texts that it does not give are absent. */
export interface Knowledge {
  readonly conventions: readonly Partial<Record<'id' | 'scope' | 'rule' | 'decided_in' | 'stability', string>>[]
  readonly boundaries: readonly Partial<Record<'id' | 'module' | 'owns' | 'boundary' | 'decided_in', string>>[]
  readonly anti_patterns: readonly Partial<Record<'id' | 'pattern' | 'instead' | 'learned_from', string>>[]
}

export function readKnowledge(fields: FieldReader): Knowledge {
  return {
    conventions: fields.objects('conventions', texts('id', 'scope', 'rule', 'decided_in', 'stability')),
    boundaries: fields.objects('boundaries', texts('id', 'module', 'owns', 'boundary', 'decided_in')),
    anti_patterns: fields.objects('anti_patterns', texts('id', 'pattern', 'instead', 'learned_from')),
  }
}

function texts<Key extends string>(...keys: readonly Key[]): (fields: FieldReader) => Partial<Record<Key, string>> {
  return (fields) => {
    const entries = keys.map((key) => [key, fields.text(key)] as const).filter(([, text]) => text !== undefined)
    return Object.fromEntries(entries) as Partial<Record<Key, string>>
  }
}
