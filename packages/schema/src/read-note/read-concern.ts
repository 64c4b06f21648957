import type { CrossCuttingConcern } from '../annotation.ts'
import { formatPlace, parsePlace } from '../place.ts'
import { normalizePath } from '../repo-path.ts'
import type { FieldReader } from './field-reader.ts'
import { omitUndefined } from '../omit-undefined.ts'

/**
 * Reads a cross-cutting entry. Its places may be texts or `{file, anchor}`; further detail is kept as `region_details`.
 */
export function readConcern(fields: FieldReader): CrossCuttingConcern | undefined {
  const description = fields.text('description') ?? ''
  const details: unknown[] = []
  const regions = fields.objectsOrTexts(
    'regions',
    (place) => {
      const file = place.text('file')
      const anchor = place.text('anchor')
      if (file === undefined) return place.reject('the place names no file')
      const { unknown_keys } = place.unknownKeys()
      if (unknown_keys !== undefined) details.push({ file, ...omitUndefined({ anchor }), ...unknown_keys })
      return formatPlace({ file: normalizePath(file) ?? file, ...omitUndefined({ anchor }) })
    },
    (text) => formatPlace(parsePlace(text)),
  )
  const nature = fields.text('nature')
  const tags = fields.texts('tags')
  if (description === '' && nature === undefined && regions.length === 0)
    return fields.reject('the concern says nothing')
  return {
    description,
    regions,
    ...omitUndefined({ nature }),
    tags,
    ...fields.unknownKeys(details.length === 0 ? {} : { region_details: details }),
  }
}
