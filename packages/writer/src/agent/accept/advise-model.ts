import { ok, omitUndefined, safeTry, type Annotation, type Region, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '@chronicle/core/contracts'
import { advise, type RecordedWords, type TouchedConstraint } from '../../advice/advise.ts'
import type { StatedText } from '../../advice/stated-text.ts'
import type { ModelAdvice } from '../advice-outcome.ts'
import type { Session } from '../session.ts'

/** Maximum number of a file's earlier annotations to compare with. */
const MAX_RECENT = 20
/** Maximum number of entries for each place: models do not act on more. */
const MAX_ADVICE = 4

/**
 * Returns which statements of a region are recorded already, and which recorded constraints of its unit the commit may
 * have made wrong. People get the same advice with their receipts. Texts that only repeat the change were refused
 * earlier.
 */
export function adviseModel(
  region: Region & { readonly file: string },
  session: Session,
): ResultAsync<readonly ModelAdvice[], GitError> {
  return safeTry(async function* () {
    const { context, call, findings } = session
    const changed = context.files.find(({ path }) => path === region.file)
    if (changed === undefined) return ok([])
    const recent = await context.recentAnnotations(changed.path, MAX_RECENT, call)
    return recent.map((entries) => {
      const names = new Set([region.file, changed.oldPath].filter((name) => name !== undefined))
      const recorded = entries.flatMap(({ annotation }) => wordsOf(annotation, names))
      const anchor = region.ast_anchor?.name
      const touched = recorded.flatMap(({ commit, constraints, ast_anchor: of }): readonly TouchedConstraint[] =>
        anchor === undefined || of?.name !== anchor
          ? []
          : constraints.map(({ text }) => ({ kind: 'constraint', commit, file: region.file, anchor, text })),
      )
      const given = advise(statementsOf(region), {
        commit: context.commit.id,
        changedAt: () => undefined,
        recordedAt: () => recorded,
        touched,
      })
      // The model may link the annotations that the advice mentions.
      for (const entry of entries)
        if (given.some(({ correct }) => correct?.commit === entry.commit)) findings.show(entry)
      return given.slice(0, MAX_ADVICE).flatMap(({ correct, kind, message, text }) => {
        if (kind === 'repeats_change') return []
        return [
          {
            kind,
            text,
            message,
            ...(kind === 'constraint_in_doubt' && correct !== undefined && { commit: correct.commit }),
          },
        ]
      })
    })
  })
}

/** Returns the answer for the model: what to check again, and how. */
export function adviceText(advice: readonly ModelAdvice[]): string {
  if (advice.length === 0) return ''
  const lines = advice.map(({ commit, message }) => `- ${message}${commit === undefined ? '' : ` (commit ${commit})`}`)
  return `\nLook again:\n${lines.join('\n')}\nEmit this place once more without what is recorded already; state a constraint again that still holds, or link its commit under related_annotations and say what became of it. What you emit then takes the place of this. If all is right as it is, do nothing.`
}

/** Returns the recorded texts about a file, without constraints that a correction targets. */
function wordsOf(annotation: Annotation, names: ReadonlySet<string>): readonly RecordedWords[] {
  return annotation.regions
    .filter(({ file }) => file !== undefined && names.has(file))
    .map((region) => {
      const wrong = new Set(region.corrections.flatMap((correction) => targetOf(correction)))
      const { ast_anchor: anchor, intent, reasoning, risk_notes: risks, rejected_alternatives: rejected } = region
      return {
        ...{ commit: annotation.commit, intent, rejected_alternatives: rejected },
        constraints: region.constraints.filter(({ text }) => !wrong.has(text)),
        ...omitUndefined({ ast_anchor: anchor, reasoning, risk_notes: risks }),
      }
    })
}

function targetOf(correction: unknown): readonly string[] {
  const { target_value: target } = correction as { readonly target_value?: unknown }
  return typeof target === 'string' ? [target] : []
}

function statementsOf(region: Region & { readonly file: string }): readonly StatedText[] {
  const { ast_anchor: anchor, constraints, file, intent, reasoning, rejected_alternatives: rejected } = region
  const place = { file, ...omitUndefined({ anchor: anchor?.name }) }
  return [
    { where: 'intent', field: 'intent', text: intent, ...place },
    ...(reasoning === undefined
      ? []
      : [{ where: 'reasoning', field: 'reasoning' as const, text: reasoning, ...place }]),
    ...constraints.map(({ text }, nth) => ({
      where: `constraints[${nth}]`,
      field: 'constraints' as const,
      text,
      ...place,
    })),
    ...rejected.map(({ approach }, nth) => ({
      ...{ where: `rejected_alternatives[${nth}]`, field: 'rejected_alternatives' as const, text: approach, ...place },
    })),
  ]
}
