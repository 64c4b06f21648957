import type { CalibratedCoefficients } from '@chronicle/core'
import type { Evaluation, Fold } from './evaluate.ts'
import type { Interval, ReliabilityBin } from './measure-forecast.ts'
import type { ConfidenceResults, Share } from './summarise.ts'

/** Formats the results as tables in Markdown. */
export function formatResults(results: ConfidenceResults): string {
  const { folds, held_out: heldOut, never_fitted: neverFitted } = results
  const rows = folds.flatMap(({ by_repository: repositories }) => Object.entries(repositories))
  const others = Object.entries(neverFitted.by_repository)
  return [
    '### The histories',
    table(
      [
        'history',
        'mainline commits',
        'statements',
        'observations',
        'still there',
        'code gone',
        'elsewhere in the file',
      ],
      Object.entries(results.histories).map(([name, each]) => [
        name,
        ...[each.mainline_commits, each.statements, each.observations].map(String),
        percent(each.still_there),
        String(each.code_gone),
        String(each.elsewhere_in_the_file),
      ]),
    ),
    '### Both scorers on histories that were not fitted on',
    table(QUALITY_HEAD, [
      ...rows.map(([name, evaluation]) => qualityRow(name, evaluation)),
      ...folds.map((fold) => qualityRow(foldName(fold), fold.pooled)),
      qualityRow('**all six, held out**', heldOut),
      ...others.map(([name, evaluation]) => qualityRow(`${name} (fitted on the six)`, evaluation)),
    ]),
    table(
      ['history', 'Brier score, calibrated − specified', 'given 0.75 to 0.85', 'of these still there'],
      [
        ...rows.map(([name, evaluation]) => differenceRow(name, evaluation)),
        ...folds.map((fold) => differenceRow(foldName(fold), fold.pooled)),
        differenceRow('**all six, held out**', heldOut),
        ...others.map(([name, evaluation]) => differenceRow(`${name} (fitted on the six)`, evaluation)),
      ],
    ),
    '### Reliability, all six histories',
    table(
      ['confidence', '`calibrated` gave', 'still there', 'of', '`specified` gave', 'still there', 'of'],
      Array.from({ length: 10 }, (_, bin) => bin / 10).flatMap((from) => {
        const of = (bins: readonly ReliabilityBin[]): readonly string[] => {
          const bin = bins.find((each) => each.from === from)
          return bin === undefined
            ? ['', '', '']
            : [bin.mean_confidence.toFixed(2), percent(bin.share_still_there), String(bin.observations)]
        }
        const cells = [...of(heldOut.calibrated.reliability), ...of(heldOut.specified.reliability)]
        return cells.every((cell) => cell === '')
          ? []
          : [[`${from.toFixed(1)} to ${(from + 0.1).toFixed(1)}`, ...cells]]
      }),
    ),
    '### What predicts',
    table(
      ['features', 'Brier score, held out', 'coefficient of age, both folds'],
      results.features.map((each) => [
        each.features,
        each.brier.toFixed(4),
        each.age_coefficients?.map((age) => age.toFixed(2)).join(', ') ?? '',
      ]),
    ),
    table(
      ['coefficient', ...folds.map(({ fitted_on: names }) => names.join(', ')), 'all six, as shipped'],
      (Object.keys(results.coefficients) as (keyof CalibratedCoefficients)[]).map((name) => [
        `\`${name}\``,
        ...folds.map(({ coefficients }) => coefficients[name].toFixed(2)),
        results.coefficients[name].toFixed(2),
      ]),
    ),
    '### How often a statement is still there, six histories',
    ...(
      [
        ['intact share', results.by_intact_share],
        ['anchor', results.by_anchor],
        ['kind', results.by_kind],
        ['commits later', results.by_horizon],
        ['age', results.by_age],
        ['age, code untouched', results.untouched_by_age],
      ] as const
    ).map(([title, shares]) => shareTable(title, shares)),
  ].join('\n\n')
}

const QUALITY_HEAD = [
  'history',
  'n',
  'still there',
  'Brier: `calibrated`',
  '`specified`',
  'base rate',
  'log loss: `calibrated`',
  '`specified`',
  'calibration error: `calibrated`',
  '`specified`',
  'ranked right: `calibrated`',
  '`specified`',
]

function foldName({ fitted_on: fitted, tested_on: tested }: Fold): string {
  return `**${tested.join(', ')}** (fitted on ${fitted.join(', ')})`
}

function qualityRow(name: string, { base_rate, constant_brier, calibrated, specified }: Evaluation): readonly string[] {
  return [
    name,
    String(calibrated.observations),
    percent(base_rate),
    ...[calibrated.brier, specified.brier, constant_brier, calibrated.log_loss, specified.log_loss].map(decimals),
    ...[calibrated.expected_calibration_error, specified.expected_calibration_error].map(decimals),
    ...[calibrated.ranked_right, specified.ranked_right].map(decimals),
  ]
}

function differenceRow(name: string, evaluation: Evaluation): readonly string[] {
  const { brier_difference: difference, around_0_8: around } = evaluation
  return [
    name,
    difference === undefined ? '' : interval(difference, decimals),
    String(around?.observations ?? 0),
    around === undefined ? '' : interval(around, percent),
  ]
}

function shareTable(title: string, shares: Readonly<Record<string, Share>>): string {
  const rows = Object.entries(shares).map(([name, { observations, still_there: share }]) => [
    name,
    String(observations),
    percent(share),
  ])
  return table([title, 'n', 'still there'], rows)
}

function interval({ value, from, to }: Interval, format: (value: number) => string): string {
  return `${format(value)} (${format(from)} to ${format(to)})`
}

function decimals(value: number): string {
  return value.toFixed(3)
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
