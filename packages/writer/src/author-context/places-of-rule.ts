import { fileName, mentionsFile } from '@chronicle/core/text'
import type { ChangedFile } from '../commit-context.ts'
import type { ChangedPlace } from '../heuristic/places/main-places.ts'
import { namedUnits } from '../heuristic/places/reason-place.ts'
import type { CodePlace } from '../heuristic/places/unit-of-lines.ts'
import { leadingName } from './leading-name.ts'

/**
 * Returns the changed units and files that a rule of the author names, however small their change is. A file in which
 * the rule names a unit counts as that unit. A name that several files have names none of them.
 */
export function placesOfRule(
  text: string,
  changed: readonly ChangedPlace[],
  files: readonly ChangedFile[],
): readonly CodePlace[] {
  const name = leadingName(text)
  // In backquotes, any name counts as one of code.
  const units = namedUnits(changed, name === undefined ? text : `\`${name}\` ${text}`)
  const present = files.filter(({ after }) => after !== undefined)
  const inFull = present.filter(({ path }) => path.includes('/') && text.includes(path) && mentionsFile(text, path))
  const byName = present.filter(
    ({ path }) => mentionsFile(text, path) && !inFull.some((file) => isNamesake(file, path)),
  )
  const unique = byName.filter(({ path }) => byName.filter((file) => isNamesake(file, path)).length === 1)
  const apart = [...inFull, ...unique].filter((file) => !units.some((unit) => unit.file === file))
  return [...units, ...apart.map((file) => ({ file }))]
}

function isNamesake({ path }: ChangedFile, other: string): boolean {
  return fileName(path) === fileName(other)
}
