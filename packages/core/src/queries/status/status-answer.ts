import type { StatusActivity, StatusCoverage, StatusOutput, StatusRecorded, StatusSharing } from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import { DEFAULT_REMEDIES } from '../../answer/describe-diagnostics.ts'
import type { Page, PageBlock } from '../../answer/page.ts'
import { dropEntries, lastFirst, planOf, type AnswerStep } from '../../answer/step-plan.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import { count, describeState } from '../../format/describe-output.ts'
import { shortCommit } from '../../format/describe-region.ts'
import { toolName } from '../../format/names.ts'
import { codeSpan } from '../../format/markdown-text.ts'
import { neutralise, neutralisePath } from '../../format/neutralise-text.ts'
import { questionCommand } from '../recorded/question-command.ts'
import { documentShape } from '../../format/document-shape.ts'

/** How `status` answers are rendered and trimmed. */
export const STATUS_ANSWER: AnswerType<StatusOutput> = {
  defaultMaxTokens: 1500,
  shape: () => documentShape('StatusOutput'),
  page,
  plan: planOf(steps),
  questionOf: ({ query: { at } }) => ({
    command: questionCommand('status', [['--rev', at === 'HEAD' ? undefined : at]]),
  }),
}

function page(answer: StatusOutput, options: FormatOptions): Page {
  const { activity, coverage, query, recorded } = answer
  const blocks: readonly PageBlock[] = [
    { label: 'Recorded', text: recordedText(recorded) },
    { label: 'Says', text: recorded.in_history === 0 ? '' : saysText(recorded) },
    { label: 'Elsewhere', text: elsewhereText(recorded) },
    { label: 'Coverage', entries: coverageTexts(recorded, coverage) },
    { label: 'Not shared', entries: sharingTexts(answer, options) },
    { label: 'Written last', entries: writtenTexts(answer) },
    { label: 'Recorded last', entries: activity.map(activityText) },
  ]
  return {
    title: `What is recorded at ${describeState(query)}`,
    isData: activity.length > 0,
    preamble: [],
    sections: [{ blocks }],
    stats: '',
  }
}

function recordedText({
  acknowledged,
  annotations,
  corrected,
  enhanced,
  in_history: here,
  inferred,
  repository_rules: rules,
  unreadable,
  ...rest
}: StatusRecorded): string {
  if (annotations === 0 && rules === 0) return 'nothing yet'
  const all = rest.annotations_read < here ? ` of the newest ${rest.annotations_read}` : ''
  const parts = [
    `${count(here, 'annotated commit')} in this history`,
    `${enhanced} stated and ${inferred} inferred${all}`,
    ...(unreadable === 0 ? [] : [`${unreadable} unreadable (doctor tells which)`]),
    ...(rules === 0 ? [] : [`${count(rules, 'rule')} for the whole repository`]),
    ...(corrected === 0 ? [] : [`${corrected} corrected`]),
    ...(acknowledged === 0 ? [] : [`${count(acknowledged, 'commit')} with answers to findings`]),
  ]
  return parts.join(', ')
}

function saysText(recorded: StatusRecorded): string {
  const {
    constraints,
    cross_cutting: together,
    dependencies,
    regions,
    rejected_alternatives: rejected,
    risks,
  } = recorded
  const parts: readonly (readonly [number, string])[] = [
    [constraints, 'constraint'],
    [risks, 'risk'],
    [rejected, 'rejected alternative'],
    [dependencies, 'dependency'],
    [together, 'coupling'],
  ]
  const named = parts.filter(([number]) => number > 0).map(([number, noun]) => plural(number, noun))
  const newest = recorded.annotations_read < recorded.in_history ? 'of these newest: ' : ''
  return `${newest}${plural(regions, 'region')}${named.length === 0 ? ', which state no rule' : `: ${named.join(', ')}`}`
}

function plural(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
}

function elsewhereText({ elsewhere, missing }: StatusRecorded): string {
  const parts = [
    ...(elsewhere === 0
      ? []
      : [
          `${count(elsewhere, 'annotation')} on commits that are not in this history: on other branches, or rewritten since`,
        ]),
    ...(missing === 0 ? [] : [`${count(missing, 'annotation')} on commits that are not in this repository`]),
  ]
  return parts.join('; ')
}

function coverageTexts({ in_history: here }: StatusRecorded, coverage: StatusCoverage): readonly string[] {
  const { annotated_files: annotated, commits, files, folders, recent_annotated: recent, recent_commits: of } = coverage
  const named = folders.map(({ annotated_files: own, files: all, folder }) => `${neutralisePath(folder)} ${own}/${all}`)
  return [
    `${here} of ${count(commits, 'commit')} (${share(here, commits)}); ${recent} of the newest ${of} that are no merges`,
    `${annotated} of ${count(files, 'file')} (${share(annotated, files)})${named.length < 2 ? '' : `: ${named.join(', ')}`}`,
  ]
}

function share(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%'
  const percent = (100 * part) / whole
  return percent < 1 ? 'under 1%' : `${Math.floor(percent)}%`
}

function sharingTexts({ recorded, sharing, trimmed }: StatusOutput, options: FormatOptions): readonly string[] {
  if (sharing.length === 0) {
    return recorded.annotations === 0 || trimmed !== null
      ? []
      : ['there is no remote: what is recorded is in this repository alone']
  }
  const remotes = [...new Set(sharing.map(({ remote }) => remote))]
  return remotes.map((name) =>
    remoteText(
      name,
      sharing.filter(({ remote }) => remote === name),
      options,
    ),
  )
}

function remoteText(
  remote: string,
  refs: readonly StatusSharing[],
  { remedies = DEFAULT_REMEDIES }: FormatOptions,
): string {
  const name = neutralise(remote)
  if (refs.every(({ state }) => state === 'in_step')) return `${name}: nothing, as of the last fetch`
  const never = refs.every(({ state }) => state === 'never_fetched')
  const parts = refs.flatMap(({ not_here: theirs, not_shared: ours, ref }) => {
    const what = ref.endsWith('-corrections')
      ? 'corrections'
      : ref.endsWith('-acks')
        ? 'answers to findings'
        : 'annotations'
    return [
      ...(ours === 0 ? [] : [`${what} on ${count(ours, 'commit')}`]),
      ...(theirs === 0 ? [] : [`${what} on ${count(theirs, 'commit')} there are not here yet`]),
    ]
  })
  const why = never ? '; nothing recorded was fetched from it' : ', as of the last fetch'
  const text = `${name}: ${parts.join('; ')}${why}`
  // A reader without a command line cannot run a command.
  if (remedies === 'none' || remedies === 'argument') return text
  const command = refs.some(({ not_shared: ours }) => ours > 0) ? 'push' : 'pull'
  return `${text}: ${codeSpan(`git chronicle sync ${command}`)}`
}

function writtenTexts({ refs }: StatusOutput): readonly string[] {
  return refs.flatMap(({ ref, written_at: at, written_by: by }) =>
    at === undefined ? [] : [neutralise(`${ref} ${at.slice(0, 16).replace('T', ' ')} by ${by ?? 'unknown'}`)],
  )
}

function activityText({ by, commit, recorded_at: at, summary, with: tool }: StatusActivity): string {
  const who = tool === undefined || tool.startsWith('git-chronicle') ? (by ?? '') : toolName(tool)
  return neutralise(`${at.slice(0, 10)} ${shortCommit(commit)} ${summary}${who === '' ? '' : ` (${who})`}`)
}

/** Drops content in this order: diagnostics, recent activity, refs and sharing; the numbers stay. */
function steps(answer: StatusOutput): readonly AnswerStep[] {
  const lists = ['diagnostics', 'activity', 'refs', 'sharing'] as const
  return lists.flatMap((list) => dropEntries(list, lastFirst(answer[list])))
}
