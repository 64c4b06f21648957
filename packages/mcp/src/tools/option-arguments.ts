import { READ_OPTION_NAMES, READ_OPTIONS } from '@chronicle/core/contracts'

/** Options of commands, and the equivalent tool arguments. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  '--all': 'all: true',
  '--at': 'at',
  '--commit': 'commit',
  '--follow-related': 'follow_related: true',
  '--limit': 'limit',
  '--lines': 'lines',
  '--max-findings': 'max_findings',
  '--max-results': 'max_results',
  '--max-tokens': 'max_tokens',
  '--rev': 'at',
  '--scan-limit': 'scan_limit',
  '--since': 'since',
  '--sources': 'sources',
  '--staged': 'staged: true',
  '--verbose': 'verbose: true',
  ...Object.fromEntries(READ_OPTION_NAMES.map((name) => [READ_OPTIONS[name].flag, READ_OPTIONS[name].argument])),
}

const COMMAND = /'?git chronicle (annotate|check|deps|flag|history|lookup|note|read|summary)(?: --live)?'?/gu
const OPTION = /(?<![\w-])(--[a-z]+(?:-[a-z]+)*)(?:[ =](\d+(?:\.\d+)?|HEAD|INDEX|<[^<>]*>))?/gu

/**
 * Replaces commands and options in a Chronicle message with tools and arguments: `--max-regions` becomes `max_regions`,
 * and `--at HEAD` becomes `at: HEAD`. Not for recorded text, which may mention its own options.
 */
export function withArguments(message: string): string {
  return message.replace(COMMAND, 'chronicle_$1').replace(OPTION, (whole, option: string, value?: string) => {
    const argument = ARGUMENTS[option]
    if (argument === undefined) return whole
    if (value === undefined) return argument
    return argument.includes(':') ? `${argument} ${value}` : `${argument}: ${value}`
  })
}
