import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type Constraint,
  type Diagnostic,
  type Evidence,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import { discussionTexts } from '../../discussions/discussion-texts.ts'
import { distinct } from '../../distinct.ts'
import { findRestatement, type RestatementSources } from '../../quality/find-restatement.ts'
import { restatementSources } from '../../quality/restatement-sources.ts'
import { describeRegion } from '../findings.ts'
import type { Session } from '../session.ts'
import { adviceText, adviseModel } from './advise-model.ts'
import { checkCitations } from './check-citations.ts'
import { checkReferences } from './check-references.ts'
import { emissionSchema, type Emission } from './emission.ts'
import { findChanged, type Problem } from './find-file.ts'
import { findSpan } from './find-span.ts'
import { authorTexts, isStated } from './is-stated.ts'
import { locateEmission, type EmittedPlace } from './locate-emission.ts'
import { modelPlaceName } from './named-by-model.ts'
import { readInput } from './read-input.ts'

/**
 * Accepts a model's emission about one place if it is about the commit, says something, and cites evidence that exists.
 * Returns the answer for the model: what was kept and what was not. The model can emit refused content again.
 */
export function acceptEmission(input: unknown, session: Session): ResultAsync<string, Problem> {
  return safeTry(async function* () {
    const { findings } = session
    const read = readInput(emissionSchema, input)
    if (read.isErr()) {
      findings.refuse(modelPlaceName(input), read.error)
      return err({ refused: `Not an annotation: ${read.error}` })
    }
    const emission = read.value
    const place = describeRegion(emission.file, emission.ast_anchor?.name)
    const accepted = await accept(emission, session)
    if (accepted.isErr()) {
      if ('refused' in accepted.error) findings.refuse(place, accepted.error.refused)
      return err(accepted.error)
    }
    const { region, dropped, misattributed } = accepted.value
    // Advice is given once: a region that is emitted again is kept as it is.
    const isMended = findings.isAdvised(region)
    findings.addRegion(region, place, [...accepted.value.diagnostics, ...droppedDiagnostics(region, dropped, session)])
    const kept = `Recorded for ${describeRegion(region.file, region.ast_anchor?.name)}.`
    const advice = isMended ? ok([]) : await adviseModel(region, session)
    if (advice.isErr()) return err({ failed: advice.error })
    if (advice.value.length > 0) findings.advise(region, advice.value)
    const again = adviceText(advice.value)
    const reason = 'the author does not say it in these words: copy a whole sentence, or mark it as "inferred"'
    const left = [...dropped, ...misattributed.map((text) => `the constraint ${JSON.stringify(text)} (${reason})`)]
    return ok((left.length === 0 ? kept : `${kept} Left out: ${left.join('; ')}`) + again)
  })
}

interface Accepted {
  readonly region: Region & { readonly file: string }
  readonly dropped: readonly string[]
  readonly misattributed: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

function accept(emission: Emission, session: Session): ResultAsync<Accepted, Problem> {
  return safeTry(async function* () {
    const file = yield* findChanged(emission.file, session.context)
    const place = yield* locateEmission(emission, file, session)
    const sources = restatementSources(session.context, file, place.lines)
    const restated = findRestatement(emission.intent, sources)
    if (restated !== undefined) {
      return err({
        refused: `The intent is refused. ${restated.reason} Say why, from evidence, or leave this place out.`,
      })
    }
    const { evidence, missing } = yield* checkCitations(emission.evidence, session)
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
    const checked = checkConstraints(emission, signatureOnly(place, sources), session, dropped)
    const { constraints, spans, misattributed } = checked
    const region: Accepted['region'] = {
      file: file.path,
      ...omitUndefined({ ast_anchor: place.ast_anchor, lines: place.lines }),
      intent: emission.intent,
      ...omitUndefined({ reasoning }),
      constraints,
      ...linked,
      tags: [...new Set(emission.tags ?? [])],
      ...omitUndefined({ risk_notes: risk }),
      rejected_alternatives: checkAlternatives(emission, evidence, session, dropped),
      evidence: distinct([...evidence, ...spans]),
      corrections: [],
    }
    const diagnostics = [
      ...place.adjusted.map((reason) =>
        diagnose('place_adjusted', `The place of an annotation was put right: ${reason}.`, region, session),
      ),
      ...misattributed.map((text) =>
        diagnose(
          'constraint_not_from_author',
          `The model ascribed a constraint to the author, who did not say it in these words; it was not recorded: ${JSON.stringify(text)}`,
          region,
          session,
        ),
      ),
    ]
    return ok({ region, dropped, misattributed, diagnostics })
  })
}

/**
 * A constraint may repeat the diff, because it says that something must stay so. It may not repeat the signature, which
 * already says so.
 */
function signatureOnly({ ast_anchor: anchor }: EmittedPlace, { subject }: RestatementSources): RestatementSources {
  const signature = anchor?.signature
  return omitUndefined({ signature, subject })
}

interface CheckedConstraints {
  readonly constraints: readonly Constraint[]
  /** The author's words that the author's constraints rest on. */
  readonly spans: readonly Evidence[]
  readonly misattributed: readonly string[]
}

/**
 * A constraint counts as the author's only if it is a sentence of theirs, word by word, which is kept as its evidence.
 * Any other wording is refused, whatever the author meant: a single "not" reverses the meaning.
 */
function checkConstraints(
  { constraints = [] }: Emission,
  sources: RestatementSources,
  { context }: Session,
  dropped: string[],
): CheckedConstraints {
  const misattributed: string[] = []
  const spans: Evidence[] = []
  const authorWords = authorTexts(context.author)
  const kept = constraints.flatMap((constraint): readonly Constraint[] => {
    if (constraint.source === 'author') {
      const span = findSpan(constraint.text, authorWords)
      if (span !== undefined) {
        spans.push({ kind: 'author_context', quote: span })
        return [{ ...constraint, text: span }]
      }
      misattributed.push(constraint.text)
      return []
    }
    const repeats = findRestatement(constraint.text, sources)
    if (repeats === undefined) return [constraint]
    dropped.push(`the constraint ${JSON.stringify(constraint.text)} (${repeats.reason})`)
    return []
  })
  return { constraints: kept, spans, misattributed }
}

/** A rejected alternative must have been stated by somebody; it cannot be inferred. */
function checkAlternatives(
  { rejected_alternatives: alternatives = [] }: Emission,
  evidence: readonly Evidence[],
  { context }: Session,
  dropped: string[],
): Region['rejected_alternatives'] {
  const quotes = evidence.flatMap(({ quote }) => (quote === undefined ? [] : [quote]))
  const discussed = discussionTexts(context.discussions ?? []).map(({ text }) => text)
  const statedTexts = [context.commit.message, ...authorTexts(context.author), ...discussed, ...quotes]
  return alternatives.filter(({ approach }) => {
    const stated = isStated(approach, statedTexts)
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
    ...omitUndefined({ path: region.file }),
  }
}
