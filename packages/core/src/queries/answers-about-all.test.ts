import {
  GREP_OUTPUT_SCHEMA,
  LOG_OUTPUT_SCHEMA,
  omitEmpty,
  omitUndefined,
  RECORDED_KINDS,
  SHOW_OUTPUT_SCHEMA,
  STATUS_OUTPUT_SCHEMA,
  type GrepOutput,
  type LogOutput,
  type ReadOutput,
  type ReadRegion,
  type ShowOutput,
  type StatusOutput,
} from '@chronicle/schema'
import { grepOutputSchema, logOutputSchema, showOutputSchema, statusOutputSchema } from '@chronicle/schema/validate'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerLaws, lineLaw } from '../../test/answer-laws.ts'
import { anyRead, withoutEmptyEntries } from '../../test/any-read.ts'
import { formatAnswer } from '../answer/format-answer.ts'
import { GREP_ANSWER } from './grep/grep-answer.ts'
import { LOG_ANSWER } from './log/log-answer.ts'
import { SHOW_ANSWER } from './show/show-answer.ts'
import { STATUS_ANSWER } from './status/status-answer.ts'

function textOf({ intent, regions }: { intent: string; regions?: number }): string {
  return intent === '' ? `text ${regions ?? 0}` : intent
}

const grep: fc.Arbitrary<GrepOutput> = anyRead.map(({ diagnostics, query, regions }: ReadOutput) => ({
  $schema: GREP_OUTPUT_SCHEMA,
  query: {
    pattern: query.anchor ?? 'a|b',
    ignore_case: regions.length % 2 === 0,
    kinds: ['constraint'],
    paths: regions.map(({ file }) => file),
    at: query.at,
    commit: query.commit,
    limit: 50,
  },
  matches: regions.map((region, index) => ({
    commit: region.commit,
    timestamp: region.timestamp,
    context_level: region.context_level,
    file: region.file,
    ...omitUndefined({ recorded_file: region.recorded_file, anchor: region.ast_anchor?.name }),
    kind: RECORDED_KINDS[index % RECORDED_KINDS.length] ?? 'intent',
    text: textOf(region),
    ...(region.tags === undefined ? {} : { places: region.tags, also_on: region.drifted_by ?? [] }),
  })),
  stats: { annotations: 9, annotations_read: 5, matches: regions.length, matches_returned: regions.length, more: true },
  diagnostics,
  trimmed: null,
}))

const log: fc.Arbitrary<LogOutput> = anyRead.map(({ diagnostics, query, regions }: ReadOutput) => ({
  $schema: LOG_OUTPUT_SCHEMA,
  query: { range: query.at, commit: query.commit, paths: regions.map(({ file }) => file), limit: 20 },
  entries: regions.map((region) => ({
    commit: region.commit,
    timestamp: region.timestamp,
    author: `${region.recorded_file ?? 'Ada'} <ada@example.com>`,
    subject: region.summary ?? '',
    context_level: region.context_level,
    ...omitUndefined({ task: region.task, summary: region.task }),
    regions: [
      {
        file: region.file,
        intent: region.intent,
        ...omitUndefined({ reasoning: region.reasoning }),
        constraints: withoutEmptyEntries(region.constraints),
        ...omitUndefined({ risk_notes: region.risk_notes }),
        rejected_alternatives: withoutEmptyEntries(region.rejected_alternatives),
      },
    ],
  })),
  stats: { annotations: 99, entries_returned: regions.length, ...omitEmpty({ more: regions.length > 3 }) },
  diagnostics,
  trimmed: null,
}))

function shownOf(region: ReadRegion): ShowOutput['regions'][number] {
  return {
    file: region.file,
    ...omitUndefined({ ast_anchor: region.ast_anchor }),
    intent: region.intent,
    ...omitUndefined({ reasoning: region.reasoning }),
    constraints: withoutEmptyEntries(region.constraints),
    ...omitUndefined({ risk_notes: region.risk_notes }),
    rejected_alternatives: withoutEmptyEntries(region.rejected_alternatives),
    ...omitUndefined({ corrections: region.corrections }),
    now: { freshness: region.freshness, file: region.recorded_file ?? region.file },
  }
}

const show: fc.Arbitrary<ShowOutput> = anyRead.map(
  ({ cross_cutting: groups, diagnostics, query, regions }: ReadOutput) => ({
    $schema: SHOW_OUTPUT_SCHEMA,
    query: { revision: query.anchor ?? 'HEAD', at: query.at, at_commit: query.commit },
    commit: {
      commit: query.commit,
      ...(regions[0]?.summary === undefined ? {} : { subject: regions[0].summary, author: regions[0].file }),
      reachable: regions.length % 2 === 0,
    },
    note: {
      timestamp: '2025-01-01T00:00:00Z',
      context_level: 'enhanced',
      summary: regions[0]?.intent ?? 's',
      operation: 'squash',
      derived_from: [query.commit],
      read_from: ['chronicle/v1'],
    },
    regions: regions.map(shownOf),
    cross_cutting: groups.map(({ description, regions: places }) => ({ description, regions: places, tags: [] })),
    stats: { regions: regions.length, retracted: 0, gone: 0, corrections: 0 },
    diagnostics,
    trimmed: null,
  }),
)

const status: fc.Arbitrary<StatusOutput> = anyRead.map(({ diagnostics, query, regions }: ReadOutput) => ({
  $schema: STATUS_OUTPUT_SCHEMA,
  query: { at: query.at, commit: query.commit },
  refs: [
    {
      ref: 'refs/notes/chronicle',
      tip: query.commit,
      written_at: '2025-01-01T00:00:00Z',
      written_by: regions[0]?.file ?? 'A',
    },
  ],
  recorded: {
    ...{
      annotations: 9,
      in_history: 7,
      elsewhere: 1,
      missing: 1,
      repository_rules: 2,
      annotations_read: 7,
      unreadable: 1,
    },
    ...{ enhanced: 3, inferred: 3, regions: 9, constraints: 4, risks: 1, rejected_alternatives: 0, dependencies: 2 },
    ...{ cross_cutting: 1, corrected: 1, acknowledged: 1 },
  },
  coverage: {
    ...{ commits: 20, recent_commits: 10, recent_annotated: 5, files: 12, annotated_files: 3 },
    folders: regions.map(({ file }) => ({ folder: `${file}/`, files: 4, annotated_files: 1 })),
  },
  sharing: [
    {
      remote: regions[0]?.file ?? 'origin',
      ref: 'refs/notes/chronicle',
      tracking_ref: 't',
      state: 'differs',
      not_shared: 2,
      not_here: 1,
    },
  ],
  activity: regions.map((region) => ({
    commit: region.commit,
    recorded_at: region.timestamp,
    by: region.recorded_file ?? 'Ada',
    summary: region.summary ?? region.intent,
  })),
  diagnostics,
  trimmed: null,
}))

describe('the answer to grep', () => {
  answerLaws(grep, GREP_ANSWER, grepOutputSchema, { matches: ['kind', 'text'] })
  lineLaw(grep, GREP_ANSWER)
})

describe('the answer to log', () => {
  answerLaws(log, LOG_ANSWER, logOutputSchema, { entries: ['commit', 'regions'] })
  lineLaw(log, LOG_ANSWER)

  it('says each passage of what a squash joined, and no divider', () => {
    const [answer] = fc.sample(log, { numRuns: 1, seed: 1 })
    if (answer === undefined) throw new Error('no answer')
    const entry = { commit: 'a'.repeat(40), timestamp: '2025-01-01T00:00:00Z', author: 'Ada', regions: [] }
    const squash = { ...entry, subject: 'Front', summary: 'Four tries\n\n----\n\nFront', context_level: 'enhanced' }
    const shown = { ...answer, entries: [squash] } as LogOutput
    const text = formatAnswer(shown, LOG_ANSWER, 'markdown')
    expect(text).toContain('\n- Four tries\n')
    expect(text).not.toContain('----')
    expect(text).not.toContain('- Front')
  })
})

describe('the answer to show', () => {
  answerLaws(show, SHOW_ANSWER, showOutputSchema, { regions: ['intent', 'constraints'] })
  lineLaw(show, SHOW_ANSWER)
})

describe('the answer to status', () => {
  answerLaws(status, STATUS_ANSWER, statusOutputSchema, { activity: ['summary'] })
  lineLaw(status, STATUS_ANSWER)

  it('names a command only to who can run one', () => {
    const [answer] = fc.sample(status, { numRuns: 1, seed: 1 })
    if (answer === undefined) throw new Error('no answer')
    const shown = { ...answer, diagnostics: [] }
    for (const remedies of ['command', 'option'] as const) {
      expect(formatAnswer(shown, STATUS_ANSWER, 'markdown', { remedies })).toContain(': `git chronicle sync push`')
    }
    for (const remedies of ['none', 'argument', undefined] as const) {
      const text = formatAnswer(shown, STATUS_ANSWER, 'markdown', remedies === undefined ? {} : { remedies })
      expect(text).toMatch(/annotations on 2 commits; .*, as of the last fetch$/mu)
      expect(text).not.toContain('git chronicle')
    }
  })
})
