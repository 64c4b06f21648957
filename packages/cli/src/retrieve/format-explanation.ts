import { neutralisePath } from '@chronicle/core/text'
import type { ContextPackage, PackedPart, Tier } from '@chronicle/schema'
import { counted } from '../host/counted.ts'

const MAX_FILES = 20
const MAX_LEFT_OUT = 20
const MAX_WORDS = 20
const TIERS: readonly Tier[] = ['primary', 'supporting', 'type_context']

/** Explains a package in markdown: the task as understood, scores by signal, tiers, and what was left out. */
export function formatExplanation(pack: ContextPackage): string {
  return `${[taskLines(pack), scoreLines(pack), partLines(pack), budgetLines(pack), diagnosticLines(pack)]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function taskLines({ task }: ContextPackage): readonly string[] {
  const wordList = (name: string, words: readonly string[]): readonly string[] =>
    words.length === 0 ? [] : [`- ${name}: ${words.slice(0, MAX_WORDS).map(cell).join(', ')}`]
  return [
    '## Task as understood',
    `- kind: ${task.task_type}`,
    ...wordList('keywords', task.keywords),
    ...wordList('paths', task.file_hints),
    ...wordList('names', task.symbol_hints),
    ...wordList('modules', task.modules),
    ...wordList('errors', task.error_patterns),
  ]
}

function scoreLines({ scope, files, provenance }: ContextPackage): readonly string[] {
  const shown = scope.slice(0, MAX_FILES)
  const contributions = (path: string): Readonly<Record<string, number>> => provenance.scores[path] ?? {}
  const signals = [...new Set(shown.flatMap(({ path }) => Object.keys(contributions(path))))].sort()
  const packed = new Map<string, string>(
    files.map(({ path, detail, parts }) => [path, parts.length === 0 ? 'name' : detail]),
  )
  if (shown.length === 0) return ['## Scores', 'No file is in scope.']
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    `## Scores (profile ${provenance.profile}, ${scope.length} files in scope)`,
    row(['#', 'File', 'Given', 'Score', ...signals, 'Why else']),
    row(['-:', '-', '-', '-:', ...signals.map(() => '-:'), '-']),
    ...shown.map(({ path, score, seed, expanded_via: via }, place) =>
      row([
        `${place + 1}`,
        cell(path),
        packed.get(path) ?? 'no',
        score.toFixed(4),
        ...signals.map((signal) => contributions(path)[signal]?.toFixed(4) ?? ''),
        [...(seed ? ['named by the task'] : []), ...(via === undefined ? [] : [via])].join(', '),
      ]),
    ),
  ]
}

function partLines({ files }: ContextPackage): readonly string[] {
  const parts = files.flatMap((file) => file.parts)
  const byDetail = (found: readonly PackedPart[]): string =>
    (['whole', 'body', 'signature', 'name'] as const)
      .map((detail) => [found.filter((part) => part.detail === detail).length, detail] as const)
      .filter(([count]) => count > 0)
      .map(([count, detail]) => `${count} ${detail}`)
      .join(', ')
  const lines = TIERS.flatMap((tier) => {
    const found = parts.filter((part) => part.tier === tier)
    return found.length === 0 ? [] : [`- ${tier}: ${byDetail(found)}`]
  })
  const named = files.filter((file) => file.parts.length === 0).length
  return ['## Tiers', ...lines, ...(named === 0 ? [] : [`- by name alone: ${counted(named, 'file')}`])]
}

function budgetLines({
  token_count: tokens,
  budget,
  files,
  tests,
  recorded,
  provenance,
}: ContextPackage): readonly string[] {
  const { wanted_tokens: wanted, left_out: leftOut, left_out_more: more } = provenance.packing
  const number = (count: number): string => count.toLocaleString('en')
  const rest = leftOut.length + more - Math.min(leftOut.length, MAX_LEFT_OUT)
  return [
    '## Budget',
    `- ${number(tokens)} of ${number(budget)} tokens; the candidates whole would have been ${number(wanted)}`,
    `- ${counted(files.length, 'file')}, tests of ${counted(tests.length, 'file')}, ${counted(recorded.length, 'recorded statement')}`,
    ...(leftOut.length === 0 ? ['- nothing was left out'] : ['- left out, or given as a signature only:']),
    ...leftOut
      .slice(0, MAX_LEFT_OUT)
      .map(
        ({ path, name, reason, tokens: cost }) =>
          `  - ${cell(path)}${name === undefined ? '' : ` ${cell(name)}`}: ${reason}, ${number(cost)} tokens`,
      ),
    ...(rest > 0 ? [`  - and ${number(rest)} more`] : []),
  ]
}

function diagnosticLines({ diagnostics }: ContextPackage): readonly string[] {
  return diagnostics.length === 0
    ? []
    : ['## Notices', ...diagnostics.map(({ code, message }) => `- ${code}: ${message}`)]
}

/** Escapes a name for a table cell, so that its line breaks and bars do not add rows or columns. */
function cell(text: string): string {
  return neutralisePath(text).replaceAll('|', '\\|')
}
