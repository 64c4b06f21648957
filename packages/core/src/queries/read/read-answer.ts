import { omitUndefined, type DependencyEntry, type ReadOutput } from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import { goneText } from '../deps/deps-answer.ts'
import { dependencyBlocks, placeText } from '../../answer/entry-texts.ts'
import type { Page } from '../../answer/page.ts'
import { heldByTestsSections } from '../../answer/held-by-tests-section.ts'
import { leftOutBlock, ONLY_QUOTATIONS, regionSections, shownRegions } from '../../answer/region-sections.ts'
import type { AskedQuestion } from '../../answer/render-remedy.ts'
import { finishSection } from '../../answer/shown-places.ts'
import { withoutRepeatedRegionTexts } from '../../answer/without-repeated-region-texts.ts'
import { withoutShownSubjects } from '../../answer/without-shown-subjects.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import {
  describeAbsence,
  describeAmbiguity,
  describeQuery,
  describeStats,
  describeUncommitted,
  describeUnit,
  hasRecords,
} from '../../format/describe-output.ts'
import { shortCommit } from '../../format/describe-region.ts'
import { neutralise } from '../../format/neutralise-text.ts'
import { historySections } from '../../from-history/history-section.ts'
import { documentShape } from '../../format/document-shape.ts'
import { NEWEST_COMMITS_FIRST } from '../../trim/newest-commits-first.ts'
import { readPlan } from '../../trim/read-plan.ts'
import { readCommand } from './read-command.ts'

/** How `read` answers are rendered and, by default, trimmed. */
export const READ_ANSWER: AnswerType<ReadOutput> = {
  defaultMaxTokens: 4000,
  shape: () => documentShape('ReadOutput'),
  page,
  plan: (output, context) => readPlan(output, NEWEST_COMMITS_FIRST, context),
  questionOf,
  removeRepetition({ from_history: reasons, ...output }, { verbose }) {
    return {
      ...output,
      ...omitUndefined({ from_history: withoutShownSubjects(reasons, output.regions, verbose) }),
      regions: withoutRepeatedRegionTexts(output.regions, verbose),
    }
  },
}

function page(output: ReadOutput, options: FormatOptions): Page {
  const { verbose = false } = options
  const { cross_cutting: groups, dependencies_on_this: dependencies, query, regions, stats, trimmed } = output
  const isSome = hasRecords(output)
  const isWithheld = isSome && (trimmed?.original_regions ?? 0) > 0
  const { held_by_tests: tests = [] } = output
  const isEmpty = shownRegions(regions, verbose).length + tests.length === 0
  return {
    title: `Recorded notes on ${describeQuery(query)}`,
    // If some regions were withheld and others are shown, the closing notice says so.
    ...(isEmpty &&
      !isWithheld && { absence: regions.length === 0 ? describeAbsence(output) : ONLY_QUOTATIONS, isData: isSome }),
    preamble: [
      { label: 'Ambiguous anchor', text: describeAmbiguity(output, 'all were read'), tone: 'warning' },
      { label: 'Uncommitted', text: describeUncommitted(output) ?? '', tone: 'warning' },
      { label: 'Resolved', entries: verbose ? (output.resolved ?? []).map(describeUnit) : [] },
      leftOutBlock(regions, stats, questionOf(output), options),
    ],
    sections: [
      ...regionSections(regions, verbose).map(finishSection),
      ...historySections(output.from_history, stats.history),
      ...heldByTestsSections(tests),
      ...(dependencies.length + groups.length === 0 && !verbose
        ? []
        : [
            {
              heading: 'Elsewhere',
              blocks: dependencyBlocks(dependencies.map(dependencyText), groups),
            },
          ]),
    ],
    // The absence text already gives the same numbers.
    stats: isEmpty && trimmed === null && !verbose ? '' : describeStats(output, verbose),
  }
}

function dependencyText(entry: DependencyEntry): string {
  const { commit, from_anchor: anchor, from_file: file, current_lines: lines, nature } = entry
  return `${placeText(file, anchor, lines)}: ${neutralise(nature)} (${shortCommit(commit)})${goneText(entry)}`
}

function questionOf({ query }: ReadOutput): AskedQuestion {
  const { anchor, at, commit, file } = query
  const [first = ''] = typeof file === 'string' ? [file] : file
  return {
    command: readCommand(query),
    place: { file: first, at, commit, ...omitUndefined({ anchor }) },
  }
}
