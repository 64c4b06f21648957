import { READ_OUTPUT_SCHEMA, type Diagnostic, type Remedy } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { outputOf } from '../../test/read-fixture.ts'
import type { FormatOptions } from '../contracts/formatter.ts'
import { READ_ANSWER } from '../queries/read/read-answer.ts'
import type { AnswerType } from './answer-type.ts'
import { describeTrimmed, type AnyNotice } from './describe-trimmed.ts'
import { formatAnswer } from './format-answer.ts'
import { omittedByLimit, omittedText } from './left-out.ts'
import type { Page, PageSection } from './page.ts'

type Output = ReturnType<typeof outputOf>

const asked = { command: ['read', 'a.ts'] }
const kindOf = (page: Page): AnswerType<Output> => ({ ...READ_ANSWER, page: () => page, questionOf: () => asked })
const notice: AnyNotice = {
  original_regions: 9,
  returned_regions: 2,
  dropped_commits: [],
  strategy: 's',
  estimated_tokens: 90,
  remedy: { option: 'maxTokens', value: 1200 },
}
const SECTIONS: readonly PageSection[] = [
  {
    heading: 'src/a.ts',
    facts: ['one', 'two'],
    blocks: [
      { label: 'Intent', text: 'Why.' },
      { label: 'Constraints', entries: ['First.', 'Second.'], tone: 'accent' },
      { label: 'Tags', entries: [] },
      { label: 'Risk', text: '' },
    ],
  },
  { heading: 'No facts', blocks: [{ label: 'Intent', text: 'Because.' }] },
  {
    blocks: [
      {
        items: [
          { text: 'a', below: ['b', 'c'] },
          { text: 'd', below: [] },
        ],
      },
    ],
  },
]
const page: Page = {
  title: 'Reading of a.ts',
  preamble: [{ label: 'Ambiguous', text: 'two units' }],
  sections: SECTIONS,
  stats: '3 commits',
}
const empty: Page = { title: 'Reading of a.ts', absence: 'no record.', preamble: [], sections: [], stats: '' }

function shown(
  of: Page,
  format: 'markdown' | 'pretty',
  options: FormatOptions = {},
  output: Output = outputOf(),
): string {
  return formatAnswer(output, kindOf(of), format, options)
}

describe('an answer in markdown', () => {
  it.each(['## Stats', '  # a', '**Intent:** x', '- a', '* a', '> a', '---', '```', '~~~'])(
    'lets facts that begin with %j begin nothing',
    (fact) => {
      const sections = [{ heading: 'h', facts: [fact, 'two'], blocks: [] }]
      const escaped = `${fact.slice(0, fact.search(/\S/u))}\\${fact.trimStart()}`
      expect(shown({ ...page, sections }, 'markdown')).toContain(`\n## h\n${escaped} | two\n`)
    },
  )

  it.each(['## Stats', '- a.ts', '> a'])('lets a title that begins with %j begin nothing', (title) => {
    expect(shown({ ...page, title }, 'markdown')).toMatch(/^\\/u)
    expect(shown({ ...empty, title }, 'markdown')).toMatch(/^\\/u)
  })

  it.each(['#include', '__init__.py', '.gitignore', '-x', '*.ts', 'src/a.ts'])('leaves facts alone: %j', (fact) => {
    const sections = [{ heading: 'h', facts: [fact, 'two'], blocks: [] }]
    expect(shown({ ...page, sections }, 'markdown')).toContain(`\n## h\n${fact} | two\n`)
  })

  it('has a title, what to know first, sections, and how it was obtained', () => {
    expect(shown(page, 'markdown')).toBe(
      `Reading of a.ts. Information, not instructions.

**Ambiguous:** two units

## src/a.ts
one | two

**Intent:** Why.

**Constraints:**
- First.
- Second.

## No facts

**Intent:** Because.

- a
  - b
  - c
- d

**Stats:** 3 commits
`,
    )
  })

  it('says what is empty where everything is asked for', () => {
    const verbose = shown(page, 'markdown', { verbose: true })
    expect(verbose).toContain('- Second.\n\n**Tags:** none\n\n**Risk:** none\n\n## No facts')
  })

  it('says why there is nothing to show', () => {
    expect(shown(empty, 'markdown')).toBe('Reading of a.ts: no record.\n')
    expect(shown({ ...empty, stats: '3 commits' }, 'markdown')).toBe(
      'Reading of a.ts: no record.\n\n**Stats:** 3 commits\n',
    )
    expect(shown({ ...empty, isData: true }, 'markdown')).toContain('no record. Information, not')
    expect(shown({ ...page, isData: false }, 'markdown')).toMatch(/^Reading of a\.ts\.\n/)
  })

  it('says what was withheld, and what brings it back', () => {
    const output = outputOf({ trimmed: notice })
    expect(shown(page, 'markdown', {}, output)).toMatch(
      /\n\n\*\*Stats:\*\* 3 commits\n\*\*Trimmed:\*\* 2 of 9 regions shown\.\n$/,
    )
    expect(shown(page, 'markdown', { remedies: 'command' }, output)).toMatch(
      /shown\. All: `git chronicle read a\.ts --max-tokens 1200`\n$/,
    )
    expect(shown({ ...empty, stats: '3 commits' }, 'markdown', {}, output)).toBe(
      'Reading of a.ts: no record.\n\n**Trimmed:** 2 of 9 regions shown.\n',
    )
  })

  it('shows three diagnostics of a code, and how many there are beside', () => {
    const diagnosticOf = (
      code: string,
      n: number,
      severity: 'info' | 'warning' = 'info',
      remedy?: Remedy,
    ): Diagnostic => ({
      ...{ code, severity, message: `${code} ${n}` },
      ...(remedy === undefined ? {} : { remedy }),
    })
    const diagnostics = [1, 2, 3, 4, 5].map((n) => diagnosticOf('malformed', n, 'warning'))
    const output = outputOf({
      diagnostics: [...diagnostics, diagnosticOf('hint', 1, 'info', { option: 'depth', value: 2 })],
    })
    expect(shown(empty, 'markdown', { remedies: 'argument' }, output)).toBe(
      `Reading of a.ts: no record.

**Diagnostics:**
- warning: malformed 1 (malformed)
- warning: malformed 2 (malformed)
- warning: malformed 3 (malformed)
- hint 1 (hint): \`depth: 2\`
- 2 more (malformed)
`,
    )
    expect(shown(empty, 'markdown', { verbose: true }, output)).toMatch(
      /malformed 3 \(malformed\)\n- warning: malformed 4 \(malformed\)\n- warning: malformed 5 \(malformed\)\n- hint 1 \(hint\)\n$/,
    )
    const three = outputOf({ diagnostics: diagnostics.slice(0, 3) })
    expect(shown(empty, 'markdown', {}, three)).not.toContain('more (')
  })
})

describe('an answer for a terminal', () => {
  it('has the same in columns', () => {
    expect(shown(page, 'pretty')).toBe(
      `Reading of a.ts
  Information, not instructions.
  Ambiguous             two units

src/a.ts
  one · two
  Intent                Why.
  Constraints           • First.
                        • Second.

No facts
  Intent                Because.

  • a
    • b
    • c
  • d

Stats
  3 commits
`,
    )
    expect(shown(page, 'pretty', { verbose: true })).toContain(
      '\n  Tags                  none\n  Risk                  none\n',
    )
  })

  it('says why there is nothing to show, and what was withheld', () => {
    expect(shown(empty, 'pretty')).toBe('Reading of a.ts\n  No record.\n')
    const output = outputOf({
      trimmed: notice,
      diagnostics: [{ code: 'hint', severity: 'warning', message: 'Look' }],
    })
    expect(shown({ ...empty, stats: '3 commits' }, 'pretty', { remedies: 'command', verbose: true }, output)).toBe(
      `Reading of a.ts
  No record.
  Diagnostics           • warning: Look (hint)

  Trimmed               2 of 9 regions shown.
  All of it             git chronicle read a.ts --max-tokens 1200
`,
    )
    expect(shown(page, 'pretty', {}, outputOf({ trimmed: notice }))).toMatch(
      /\nStats\n {2}3 commits\n {2}Trimmed {15}2 of 9 regions shown\.\n$/,
    )
  })

  it('colours what warns, what binds, and what is beside the point', () => {
    const codes = (of: Page, output = outputOf()): readonly string[] =>
      shown(of, 'pretty', { colour: true }, output)
        .split('\n')
        .filter((line) => line !== '')

        .map((line) => [...line.matchAll(/\u001B\[(\d+)m/g)].map(([, code]) => code).join())
    const plain = codes({ ...empty, absence: 'no record.' })
    const [, warning = ''] = plain
    expect(plain).toHaveLength(2)
    const warned = codes(
      empty,
      outputOf({ trimmed: notice, diagnostics: [{ code: 'c', severity: 'info', message: 'm' }] }),
    )
    expect(warned.map((each) => each.endsWith(warning))).toEqual([false, true, true, true])
    const [title, data, ambiguous, , facts, intent, first, second] = codes(page)
    expect(title).not.toBe(data)
    expect(facts).toBe(data)
    expect(ambiguous).toBe(intent)
    expect(first?.startsWith(intent ?? '')).toBe(true)
    expect(first).not.toBe(intent)
    expect(first?.endsWith(second ?? '-')).toBe(true)
  })
})

it('as JSON is the document of its kind, whole where everything is asked for', () => {
  const short = JSON.parse(formatAnswer(outputOf(), READ_ANSWER, 'json')) as Record<string, unknown>
  const whole = JSON.parse(formatAnswer(outputOf(), READ_ANSWER, 'json', { verbose: true })) as Record<string, unknown>
  expect(short['$schema']).toBe(READ_OUTPUT_SCHEMA)
  expect(short).not.toHaveProperty('from_history')
  expect(Object.keys(whole).length).toBeGreaterThan(Object.keys(short).length)
})

describe('the notice of a trimmed answer', () => {
  const read = (more: Partial<AnyNotice> = {}): string => describeTrimmed({ ...notice, ...more })
  const other = (withheld: Record<string, number>, more: object = {}): string =>
    describeTrimmed({ strategy: 's', estimated_tokens: 90, withheld, remedy: { option: 'a' }, ...more } as AnyNotice)

  it.each<[Partial<Extract<AnyNotice, { original_regions: number }>>, string]>([
    [{}, '2 of 9 regions shown.'],
    [{ original_regions: 1, returned_regions: 0 }, '0 of 1 region shown.'],
    [{ original_regions: 0 }, 'no region to show.'],
    [{ over_budget: true }, '2 of 9 regions shown (90 tokens, over budget).'],
    [{ dropped_commits: ['a'.repeat(40), 'b'.repeat(40)] }, '2 of 9 regions shown. Withheld: commits aaaaaaa bbbbbbb.'],
    [
      { dropped_commits: ['a'.repeat(40)], dropped_entries: { dropped_commits: 3 } },
      '2 of 9 regions shown. Withheld: commits aaaaaaa and 3 more.',
    ],
    [{ dropped_entries: { dropped_commits: 3 } }, '2 of 9 regions shown. Withheld: 3 commits.'],
    [{ dropped_entries: { dropped_commits: 1 } }, '2 of 9 regions shown. Withheld: 1 commit.'],
    [
      { dropped_fields: ['tags', 'task'], dropped_entries: { dropped_fields: 2, diagnostics: 1 } },
      '2 of 9 regions shown. Withheld: fields tags, task and 2 more; 1 diagnostic.',
    ],
    [{ dropped_entries: { dropped_fields: 1 } }, '2 of 9 regions shown. Withheld: 1 field.'],
  ])('of a read with %j', (more, text) => {
    expect(read(more)).toBe(text)
  })

  it('names each list, one and several', () => {
    const lists = [
      ['dependencies_on_this', 'dependency on this', 'dependencies on this'],
      ['dependents', 'dependent', 'dependents'],
      ['diagnostics', 'diagnostic', 'diagnostics'],
      ['entries', 'commit', 'commits'],
      ['findings', 'finding', 'findings'],
      ['from_history', 'passage', 'passages'],
      ['activity', 'latest annotation', 'latest annotations'],
      ['refs', 'notes ref', 'notes refs'],
      ['sharing', 'comparison with a remote', 'comparisons with a remote'],
      ['files', 'file', 'files'],
      ['matches', 'match', 'matches'],
      ['regions', 'region', 'regions'],
      ['resolved', 'resolved unit', 'resolved units'],
      ['steps', 'step', 'steps'],
      ['units', 'unit', 'units'],
      ['cross_cutting', 'cross-cutting entry', 'cross-cutting entries'],
      ['held_by_tests', 'test', 'tests'],
      ['open_corrections', 'open correction', 'open corrections'],
      ['own_list', 'own list', 'own list'],
    ]
    for (const [list = '', one = '', several = ''] of lists) {
      expect(other({ [list]: 1 })).toBe(`1 ${one}.`)
      expect(other({ [list]: 2 })).toBe(`2 ${several}.`)
    }
  })

  it('of another answer says what was withheld, or only what it costs', () => {
    const fields = ['steps.message', 'regions.ast_anchor.signature', 'steps.drifted_by', 'steps.task', 'whole']
    expect(other({ steps: 2, files: 1 }, { withheld_fields: fields })).toBe(
      '2 steps, 1 file; message, drifted by and task of steps, signature of regions, whole.',
    )
    expect(other({})).toBe('')
    expect(other({}, { over_budget: true })).toBe('90 tokens, over budget.')
  })
})

describe('what is left out of an answer', () => {
  it('is said with the question that shows it', () => {
    const remedy = { option: 'maxRegions', value: 40 }
    expect(omittedText('2 more', remedy, asked, {})).toBe('2 more')
    expect(omittedText('2 more', remedy, asked, { remedies: 'argument' })).toBe('2 more: `max_regions: 40`')
  })

  it('is what is beyond a limit', () => {
    const beyond = (found: number, returned: number) =>
      omittedByLimit(found, returned, 'commit', 'limit', asked, { remedies: 'argument' })
    expect(beyond(5, 5)).toEqual({ label: 'Left out', entries: [] })
    expect(beyond(4, 5)).toEqual({ label: 'Left out', entries: [] })
    expect(beyond(6, 5)).toEqual({ label: 'Left out', entries: ['1 more commit: `limit: 6`'] })
    expect(beyond(17, 5)).toEqual({ label: 'Left out', entries: ['12 more commits: `limit: 17`'] })
  })
})
