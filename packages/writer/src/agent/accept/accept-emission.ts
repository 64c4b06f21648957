import { err, ok, type Constraint, type Diagnostic, type Evidence, type Region, type Result } from '@chronicle/schema'
import { findRestatement } from '../../quality/find-restatement.ts'
import { restatementSources } from '../../quality/restatement-sources.ts'
import { describeRegion } from '../findings.ts'
import type { Session } from '../session.ts'
import { checkCitations } from './check-citations.ts'
import { checkReferences } from './check-references.ts'
import { emissionSchema, type Emission } from './emission.ts'
import { findChanged, type Problem } from './find-file.ts'
import { authorTexts, isStated } from './is-stated.ts'
import { locateEmission, type EmittedPlace } from './locate-emission.ts'
import { readInput } from './read-input.ts'

/**
 * Takes in what a model says about one place, if it is about the commit, says something, and rests on something that
 * is there. The answer is for the model: what was kept and what not. What is refused can be emitted again.
 */
export async function acceptEmission(input: unknown, session: Session): Promise<Result<string, Problem>> {
  const { findings } = session
  const read = readInput(emissionSchema, input)
  if (read.isErr()) {
    findings.refuse('a place', read.error)
    return err({ refused: `Not an annotation: ${read.error}` })
  }
  const emission = read.value
  const place = describeRegion(emission.file, emission.ast_anchor?.name)
  const accepted = await accept(emission, session)
  if (accepted.isErr()) {
    if ('refused' in accepted.error) findings.refuse(place, accepted.error.refused)
    return err(accepted.error)
  }
  const { region, dropped } = accepted.value
  findings.addRegion(region, place, [...accepted.value.diagnostics, ...droppedDiagnostics(region, dropped, session)])
  const kept = `Recorded for ${describeRegion(region.file, region.ast_anchor?.name)}.`
  return ok(dropped.length === 0 ? kept : `${kept} Left out: ${dropped.join('; ')}`)
}

interface Accepted {
  readonly region: Region & { readonly file: string }
  readonly dropped: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

async function accept(emission: Emission, session: Session): Promise<Result<Accepted, Problem>> {
  const file = findChanged(emission.file, session.context)
  if (file.isErr()) return err(file.error)
  const located = await locateEmission(emission, file.value, session)
  if (located.isErr()) return err(located.error)
  const place = located.value
  const sources = restatementSources(session.context, file.value, place.lines)
  const restated = findRestatement(emission.intent, sources)
  if (restated !== undefined) {
    return err({
      refused: `The intent is refused. ${restated.reason} Say why, from evidence, or leave this place out.`,
    })
  }
  const cited = await checkCitations(emission.evidence, session)
  if (cited.isErr()) return err({ failed: cited.error })
  const { evidence, missing } = cited.value
  if (evidence.length === 0) {
    return err({ refused: `No evidence was found to exist. ${[...new Set(missing)].join(' ')}` })
  }
  const references = await checkReferences(emission, session)
  if (references.isErr()) return err({ failed: references.error })
  const { linked, dropped: lostReferences } = references.value

  const dropped = [...missing.map((reason) => `evidence (${reason})`), ...lostReferences]
  const keep = (name: string, text: string | undefined): string | undefined => {
    const repeats = text === undefined ? undefined : findRestatement(text, sources)
    if (repeats === undefined) return text
    dropped.push(`${name} (${repeats.reason})`)
    return undefined
  }
  const reasoning = keep('reasoning', emission.reasoning)
  const risk = keep('risk_notes', emission.risk_notes)
  const { constraints, misattributed } = checkConstraints(emission, place, session, dropped)
  const region: Accepted['region'] = {
    file: file.value.path,
    ...(place.ast_anchor === undefined ? {} : { ast_anchor: place.ast_anchor }),
    ...(place.lines === undefined ? {} : { lines: place.lines }),
    intent: emission.intent,
    ...(reasoning === undefined ? {} : { reasoning }),
    constraints,
    ...linked,
    tags: [...new Set(emission.tags ?? [])],
    ...(risk === undefined ? {} : { risk_notes: risk }),
    rejected_alternatives: checkAlternatives(emission, evidence, session, dropped),
    evidence,
    corrections: [],
  }
  const diagnostics = [
    ...place.adjusted.map((reason) =>
      diagnose('place_adjusted', `The place of an annotation was put right: ${reason}.`, region, session),
    ),
    ...misattributed.map((text) =>
      diagnose(
        'constraint_not_from_author',
        `The model ascribed a constraint to the author, who did not state it; it is recorded as inferred: ${JSON.stringify(text)}`,
        region,
        session,
      ),
    ),
  ]
  return ok({ region, dropped, diagnostics })
}

function checkConstraints(
  { constraints = [] }: Emission,
  { ast_anchor: anchor }: EmittedPlace,
  { context }: Session,
  dropped: string[],
): { readonly constraints: readonly Constraint[]; readonly misattributed: readonly string[] } {
  const misattributed: string[] = []
  const kept = constraints.flatMap((constraint): readonly Constraint[] => {
    const signature = anchor?.signature
    const repeats = findRestatement(constraint.text, signature === undefined ? {} : { signature })
    if (repeats !== undefined) {
      dropped.push(`the constraint ${JSON.stringify(constraint.text)} (${repeats.reason})`)
      return []
    }
    if (constraint.source === 'inferred' || isStated(constraint.text, authorTexts(context.author))) return [constraint]
    misattributed.push(constraint.text)
    return [{ ...constraint, source: 'inferred' }]
  })
  return { constraints: kept, misattributed }
}

/** What was considered and not done can only be known from somebody who said so. */
function checkAlternatives(
  { rejected_alternatives: alternatives = [] }: Emission,
  evidence: readonly Evidence[],
  { context }: Session,
  dropped: string[],
): Region['rejected_alternatives'] {
  const quotes = evidence.flatMap(({ quote }) => (quote === undefined ? [] : [quote]))
  const said = [context.commit.message, ...authorTexts(context.author), ...quotes]
  return alternatives.filter(({ approach }) => {
    const stated = isStated(approach, said)
    if (!stated) dropped.push(`the alternative ${JSON.stringify(approach)} (nobody states it)`)
    return stated
  })
}

function droppedDiagnostics(
  region: Accepted['region'],
  dropped: readonly string[],
  session: Session,
): readonly Diagnostic[] {
  if (dropped.length === 0) return []
  return [diagnose('claim_dropped', `Parts of an annotation were left out: ${dropped.join('; ')}`, region, session)]
}

function diagnose(code: Diagnostic['code'], message: string, region: Region, { context }: Session): Diagnostic {
  return {
    code,
    severity: 'info',
    message,
    commit: context.commit.id,
    ...(region.file === undefined ? {} : { path: region.file }),
  }
}
