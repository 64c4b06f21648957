import {
  err,
  formatPlace,
  ok,
  omitUndefined,
  parsePlace,
  safeTry,
  type Place,
  type ResultAsync,
} from '@chronicle/schema'
import type { GitError } from '@chronicle/core/contracts'
import { findRestatement } from '../../quality/find-restatement.ts'
import { restatementSources } from '../../quality/restatement-sources.ts'
import type { Session } from '../session.ts'
import { checkCitations } from './check-citations.ts'
import { concernSchema, type ConcernEmission } from './emission.ts'
import type { Problem } from './find-file.ts'
import { findPlace } from './find-place.ts'
import { modelConcernName } from './named-by-model.ts'
import { readInput } from './read-input.ts'

/**
 * Accepts a concern about at least two existing places, one of which the commit changed. Returns the answer for the
 * model.
 */
export function acceptConcern(input: unknown, session: Session): ResultAsync<string, Problem> {
  return safeTry(async function* () {
    const read = readInput(concernSchema, input)
    const accepted = read.isErr()
      ? err<never, Problem>({ refused: `Not a concern: ${read.error}` })
      : await accept(read.value, session)
    if (accepted.isErr() && 'refused' in accepted.error) {
      session.findings.refuse(modelConcernName(input), accepted.error.refused)
    }
    return accepted
  })
}

function accept(emission: ConcernEmission, session: Session): ResultAsync<string, Problem> {
  return safeTry(async function* () {
    const found = await findPlaces(emission.regions, session)
    if (found.isErr()) return err({ failed: found.error })
    const { places, dropped } = found.value
    const lost = dropped.length === 0 ? '' : ` Left out: ${dropped.join('; ')}`
    if (places.length < 2) return err({ refused: `Fewer than two of its places exist.${lost}` })
    const { context, findings } = session
    if (!places.some(({ file }) => context.files.some(({ path }) => path === file))) {
      return err({ refused: 'The commit changed none of its places.' })
    }
    const restated = findRestatement(emission.description, restatementSources(context))
    if (restated !== undefined) return err({ refused: `The description is refused. ${restated.reason}` })
    yield* checkCitations(emission.evidence, session)
    const { description, nature } = emission
    const regions = places.map(formatPlace)
    findings.addConcern({ description, regions, ...omitUndefined({ nature }), tags: [] }, modelConcernName(emission))
    if (dropped.length > 0) {
      const message = `Places of a cross-cutting concern were left out: ${dropped.join('; ')}`
      findings.report({ code: 'claim_dropped', severity: 'info', message, commit: context.commit.id })
    }
    return ok(`Recorded for ${regions.length} places.${lost}`)
  })
}

function findPlaces(
  texts: readonly string[],
  session: Session,
): ResultAsync<{ readonly places: readonly Place[]; readonly dropped: readonly string[] }, GitError> {
  return safeTry(async function* () {
    const places = new Map<string, Place>()
    const dropped: string[] = []
    for (const text of texts) {
      const place = parsePlace(text)
      const found = yield* findPlace(place, session)
      if ('reason' in found) dropped.push(found.reason)
      else places.set(formatPlace(found), found)
    }
    return ok({ places: [...places.values()], dropped })
  })
}
