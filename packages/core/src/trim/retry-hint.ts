import type { QueryEcho } from '@chronicle/schema'
import { isPlain } from '../text/escape-unsafe.ts'

const DEFAULT_DEPTH = 1
const DEFAULT_MAX_REGIONS = 20

/**
 * The same query with another budget, or without one, as a command, quoted for a POSIX shell.
 * Options at their documented defaults are left out.
 */
export function retryHint(query: QueryEcho, maxTokens: number | undefined): string {
  const files = typeof query.file === 'string' ? [query.file] : query.file
  // With several files a second word would be a file, so the anchor needs its option.
  const positionals = files.length === 1 && query.anchor !== undefined ? [...files, query.anchor] : files
  const options = [...scopeOptions(query, files.length), ...filterOptions(query)]
  if (maxTokens !== undefined) options.push('--max-tokens', `${maxTokens}`)
  const words = positionals.some((word) => word.startsWith('-'))
    ? [...options, '--', ...positionals]
    : [...positionals, ...options]
  return ['git chronicle read', ...words.map(quoteWord)].join(' ')
}

function scopeOptions(query: QueryEcho, files: number): string[] {
  const options: string[] = []
  if (files !== 1 && query.anchor !== undefined) options.push(`--anchor=${query.anchor}`)
  if (query.lines !== undefined) options.push('--lines', query.lines.join(':'))
  if (query.at === 'HEAD' || query.at === 'INDEX') options.push('--at', query.at)
  else if (query.at !== 'WORKTREE') options.push(`--rev=${query.at}`)
  return options
}

function filterOptions(query: QueryEcho): string[] {
  const options: string[] = []
  if (query.since !== undefined) options.push(`--since=${query.since}`)
  if (query.tags !== undefined && query.tags.length > 0) options.push(`--tags=${query.tags.join(',')}`)
  if (query.context_level !== undefined) options.push('--context-level', query.context_level)
  if (query.min_confidence !== undefined && query.min_confidence > 0) {
    options.push('--min-confidence', `${query.min_confidence}`)
  }
  if (query.depth !== DEFAULT_DEPTH) options.push('--depth', `${query.depth}`)
  if (query.max_regions !== DEFAULT_MAX_REGIONS) options.push('--max-regions', `${query.max_regions}`)
  return options
}

/**
 * One word for a POSIX shell. A word with control or invisible characters is written as `$'…'` with octal bytes
 * (bash, zsh, ksh, POSIX 2024), so that it survives being shown.
 */
export function quoteWord(word: string): string {
  if (/^[\w./:@%+,-][\w./:@%+=,-]*$/u.test(word)) return word
  if (isPlain(word)) return `'${word.replaceAll("'", "'\\''")}'`
  let quoted = ''
  for (const character of word) quoted += isPlain(character) && !/[\\']/u.test(character) ? character : octal(character)
  return `$'${quoted}'`
}

function octal(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
