import type { QueryEcho } from '@chronicle/schema'
import { READ_OPTION_NAMES, READ_OPTIONS } from '../../contracts/read-options.ts'
import { commandWords, stateOption } from '../place-command.ts'

/**
 * Returns the words after `git chronicle` that repeat the query without a budget. Options with default values are
 * omitted.
 */
export function readCommand(query: QueryEcho): readonly string[] {
  const files = typeof query.file === 'string' ? [query.file] : query.file
  // After several files, another word would be read as a file, so the anchor needs its option.
  const positionals = files.length === 1 && query.anchor !== undefined ? [...files, query.anchor] : files
  return commandWords('read', positionals, [...scopeOptions(query, files.length), ...filterOptions(query)])
}

function scopeOptions(query: QueryEcho, files: number): string[] {
  const options: string[] = []
  if (files !== 1 && query.anchor !== undefined) options.push(`--anchor=${query.anchor}`)
  if (query.lines !== undefined) options.push('--lines', query.lines.join(':'))
  return [...options, ...stateOption(query.at)]
}

function filterOptions(query: QueryEcho): string[] {
  const options: string[] = []
  if (query.since !== undefined) options.push(`--since=${query.since}`)
  if (query.tags !== undefined && query.tags.length > 0) options.push(`--tags=${query.tags.join(',')}`)
  const echoed = new Map<string, string | number | undefined>(Object.entries(query) as [string, string | number][])
  for (const name of READ_OPTION_NAMES) {
    const { argument, default: usual, flag } = READ_OPTIONS[name]
    const value = echoed.get(argument)
    if (value !== undefined && value !== usual) options.push(flag, String(value))
  }
  return options
}
