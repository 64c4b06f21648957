import type { Diagnostic } from '@chronicle/schema'
import {
  createFindPathNow,
  createFindUnitNow,
  type FindCurrentPath,
  type FindCurrentUnit,
} from '../read/find-current-unit.ts'
import { createListUnits, type ListUnits } from '../read/outlines.ts'
import type { ReadContext, QueriedCommit } from '../read/read-context.ts'
import { createFileTexts, type FileTexts } from './file-texts.ts'
import { createFindFormerHomes, type FindFormerHomes } from './former-homes.ts'
import type { FollowedElsewhere } from './followed-place.ts'
import type { PlacingJournal } from './placing-journal.ts'
import { createFindRenamedFolders, type FindRenamedFolders } from './renamed-folders.ts'

/** Dependencies of placing regions: the repository, the queried commit, and the file states opened so far. */
export interface PlacingContext {
  readonly context: ReadContext
  readonly queried: QueriedCommit
  readonly texts: FileTexts
  readonly journal: PlacingJournal
  /** Code of other files that was followed for one file of the query, with the paths on its way, by its origin. */
  readonly followed: Map<string, FollowedElsewhere>
  readonly renamedFolders: FindRenamedFolders
  readonly formerHomes: FindFormerHomes
  readonly pathNow: FindCurrentPath
  /** Lists the units of the files in which `unitNow` looks first. */
  readonly unitsOf: ListUnits
  readonly unitNow: FindCurrentUnit
}

/** Maximum number of files to parse to check whether units still exist. */
const MAX_PARSED = 200

export function createPlacingContext(base: ReadContext, queried: QueriedCommit): PlacingContext {
  const reported: Diagnostic[] = []
  const report = (diagnostic: Diagnostic): void => {
    reported.push(diagnostic)
    base.report(diagnostic)
  }
  let passing = 0
  const journal: PlacingJournal = {
    begin() {
      const [from, before] = [reported.length, passing]
      return () => ({ diagnostics: reported.slice(from), isTransient: passing > before })
    },
    markTransient: () => void passing++,
    repeat(diagnostic) {
      const text = JSON.stringify(diagnostic)
      if (!reported.some((each) => JSON.stringify(each) === text)) report(diagnostic)
    },
  }
  const context = { ...base, report }
  const unitsOf = createListUnits(queried, context, MAX_PARSED)
  const pathNow = createFindPathNow(queried, context)
  const texts = createFileTexts(context, journal.markTransient)
  return {
    context,
    queried,
    texts,
    journal,
    followed: new Map(),
    renamedFolders: createFindRenamedFolders(context, queried),
    formerHomes: createFindFormerHomes(context, queried),
    pathNow,
    unitsOf,
    unitNow: createFindUnitNow(queried, context, unitsOf, pathNow),
  }
}
