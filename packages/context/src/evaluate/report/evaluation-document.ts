import {
  EVALUATION_OUTPUT_SCHEMA,
  omitUndefined,
  type EvaluatedComparison,
  type EvaluationOutput,
} from '@chronicle/schema'
import type { EvaluationReport, SourcedComparison } from './evaluation-report.ts'

/** Returns a report as the published document. */
export function evaluationDocument(report: EvaluationReport): EvaluationOutput {
  const { ranks, budgets, confidence, unusable } = report
  return {
    $schema: EVALUATION_OUTPUT_SCHEMA,
    ranks,
    budgets,
    systems: report.systems.map(({ name, summaries, results }) => ({
      name,
      summaries,
      cases: results.map(({ id, repository, source, measures, failure }) => ({
        ...{ id, repository, source, measures },
        ...omitUndefined({ failure }),
      })),
    })),
    comparisons: report.comparisons.map(comparisonDocument),
    confidence,
    unusable,
  }
}

function comparisonDocument({ first, second, source, measures }: SourcedComparison): EvaluatedComparison {
  return {
    ...{ first, second, source },
    measures: measures.map(({ measure, cases, firstMean, secondMean, difference, mcnemar }) => ({
      ...{ measure, cases, first_mean: firstMean, second_mean: secondMean, difference },
      ...omitUndefined({
        mcnemar: mcnemar && { only_first: mcnemar.onlyFirst, only_second: mcnemar.onlySecond, p: mcnemar.p },
      }),
    })),
  }
}
