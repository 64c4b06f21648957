import type { DependencyEntry, Dependent, DepsOutput, DepsStats } from '@chronicle/schema'
import { placeCommand } from '../place-command.ts'
import type { AnswerType } from '../../answer/answer-type.ts'
import { dropEntries, lastFirst, planOf, type AnswerStep } from '../../answer/step-plan.ts'
import { describePlace } from '../../answer/describe-place.ts'
import { omittedByLimit } from '../../answer/left-out.ts'
import type { Page } from '../../answer/page.ts'
import type { AskedQuestion } from '../../answer/render-remedy.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import { dependencyBlocks, placeText } from '../../answer/entry-texts.ts'
import { count, describeAmbiguity } from '../../format/describe-output.ts'
import { shortCommit } from '../../format/describe-region.ts'
import { neutralise } from '../../format/neutralise-text.ts'
import { DEFAULT_DEPS_SCAN_LIMIT } from '../../read/query-context.ts'
import { DEFAULT_MAX_RESULTS } from './deps-query.ts'
import { documentShape } from '../../format/document-shape.ts'

/** How `deps` answers are rendered and trimmed. */
export const DEPS_ANSWER: AnswerType<DepsOutput> = {
  defaultMaxTokens: 2000,
  shape: () => documentShape('DepsOutput'),
  page,
  plan: planOf(steps),
  questionOf,
}

function questionOf({ query }: DepsOutput): AskedQuestion {
  return {
    command: placeCommand('deps', query, [
      ...(query.max_results === DEFAULT_MAX_RESULTS ? [] : ['--max-results', `${query.max_results}`]),
      ...(query.scan_limit === DEFAULT_DEPS_SCAN_LIMIT ? [] : ['--scan-limit', `${query.scan_limit}`]),
    ]),
    place: query,
  }
}

const METHODS: Readonly<Record<DepsStats['method'], string>> = {
  index: 'through the index',
  scan: 'after a scan of all notes, which made the index',
}

function page(answer: DepsOutput, options: FormatOptions): Page {
  const { query, dependents, cross_cutting: groups, stats } = answer
  const nothing = dependents.length + groups.length === 0
  return {
    title: `What depends on ${describePlace(query)}`,
    ...(nothing && { absence: absence(answer) }),
    preamble: [
      { label: 'Ambiguous anchor', text: describeAmbiguity(answer), tone: 'warning' },
      omittedByLimit(
        stats.dependents_found,
        stats.dependents_returned,
        'dependent',
        'maxResults',
        questionOf(answer),
        options,
      ),
    ],
    sections: [
      {
        blocks: dependencyBlocks(dependents.map(dependentText), groups),
      },
    ],
    stats: [
      `${count(stats.annotations_read, 'annotation')} read ${METHODS[stats.method]}`,
      stats.dependents_found > stats.dependents_returned
        ? `${stats.dependents_returned} of ${count(stats.dependents_found, 'dependent')}`
        : count(stats.dependents_found, 'dependent'),
    ].join(', '),
  }
}

/** `src/a.rs — connect (lines 4-9): assumes 4 sessions [enhanced, 0.82, a1b2c3d]` */
export function dependentText(entry: Dependent): string {
  const on = entry.on_anchor === undefined || entry.on_anchor === '' ? '' : ` (on ${neutralise(entry.on_anchor)})`
  const confidence = entry.confidence === undefined ? '' : `, confidence ${entry.confidence.toFixed(2)}`
  const facts = `${entry.context_level}${confidence}, ${shortCommit(entry.commit)}`
  return `${placeText(entry.from_file, entry.from_anchor, entry.current_lines)}: ${neutralise(entry.nature)}${on} [${facts}]${goneText(entry)}`
}

/** Says that the code of a dependent is gone. */
export function goneText({ gone }: Pick<DependencyEntry, 'gone'>): string {
  return gone === undefined ? '' : ` — its ${gone === 'file' ? 'file' : 'code'} is gone`
}

function absence({ trimmed, stats }: DepsOutput): string {
  if (trimmed !== null) return `nothing shown; ${count(stats.dependents_returned, 'dependent')} withheld.`
  return 'no record. The query succeeded; no annotation declares an assumption about it.'
}

/**
 * Drops content in this order: resolved units, diagnostics, dependents whose code is gone, then the least certain
 * dependents; groups last.
 */
function steps({ dependents, cross_cutting: groups, diagnostics, resolved = [] }: DepsOutput): readonly AnswerStep[] {
  const byValue = [...dependents.keys()].sort((a, b) => value(dependents[a]) - value(dependents[b]) || b - a)
  return [
    ...dropEntries('resolved', lastFirst(resolved)),
    ...dropEntries('diagnostics', lastFirst(diagnostics)),
    ...dropEntries('dependents', byValue),
    ...dropEntries('cross_cutting', lastFirst(groups)),
  ]
}

function value(entry: Dependent | undefined): number {
  if (entry === undefined) return 0
  return (entry.confidence ?? 0) - (entry.gone === undefined ? 0 : 1)
}
