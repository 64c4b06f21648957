import { CHECK_OUTPUT_SCHEMA, type AcknowledgedFinding, type CheckOutput, type Finding } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { formatAnswer } from '../../answer/format-answer.ts'
import { CHECK_ANSWER } from './check-answer.ts'

const finding: Finding = {
  id: 'a1b2c3d4',
  kind: 'constraint',
  risk: 'high',
  score: 0.9,
  file: 'src/a.ts',
  text: 'Keep four sessions.',
  context_level: 'enhanced',
  confidence: 0.9,
  commit: 'c'.repeat(40),
}
const acknowledged: AcknowledgedFinding = {
  ...finding,
  acknowledged: { reason: 'The peer takes eight.', author: 'A <a@b>', where: 'local' },
}

function textOf(given: {
  readonly files?: number
  readonly acknowledged?: readonly AcknowledgedFinding[]
  readonly withheld?: number
}): string {
  const { acknowledged: answered = [], files = 1, withheld = 0 } = given
  const output: CheckOutput = {
    $schema: CHECK_OUTPUT_SCHEMA,
    query: { change: 'worktree', base: 'b'.repeat(40), max_findings: 50 },
    findings: [],
    acknowledged: answered,
    files: Array.from({ length: files }, (_, i) => ({ file: `src/${i}.ts`, change: 'modified' })),
    stats: {
      files,
      findings_found: withheld + answered.length,
      findings_returned: withheld,
      findings_acknowledged: answered.length,
    },
    diagnostics: [],
    trimmed:
      withheld === 0
        ? null
        : {
            strategy: 'least_valuable_first',
            estimated_tokens: 9,
            withheld: { findings: withheld },
            remedy: { option: 'maxTokens', value: 900 },
          },
  }
  return formatAnswer(output, CHECK_ANSWER, 'markdown', {})
}

const SENTENCES = [
  'nothing changed. The check succeeded.',
  'every finding is acknowledged. The check succeeded.',
  'no finding. The check succeeded; nothing to verify is recorded on the code that the change alters.',
  'nothing shown; 1 finding withheld.',
  'nothing shown; 3 findings withheld.',
]

describe('a check that shows no finding says why', () => {
  it.each([
    ['nothing was changed', { files: 0 }, 0],
    ['what was found is acknowledged', { acknowledged: [acknowledged] }, 1],
    ['nothing is recorded about the change', {}, 2],
    ['the finding had no room', { withheld: 1 }, 3],
    ['the findings had no room', { withheld: 3, acknowledged: [acknowledged] }, 4],
  ])('%s', (_, given, sentence) => {
    const text = textOf(given)
    expect(SENTENCES.filter((each) => text.includes(each))).toEqual([SENTENCES[sentence]])
  })
})

it.each([
  ['Keep four sessions', 'Keep four sessions. Answer: The peer takes eight.'],
  ['Keep four sessions.', 'Keep four sessions. Answer: The peer takes eight.'],
  ['Is `max` four?', 'Is `max` four? Answer: The peer takes eight.'],
])('shows the answer to %j after a sentence', (text, shown) => {
  expect(textOf({ acknowledged: [{ ...acknowledged, text }] })).toContain(shown)
})
