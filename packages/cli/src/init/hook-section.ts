import type { SectionMarks } from '../config-files/edit-section.ts'
import { RUNNER_NAME, type HookName } from './hook-names.ts'

/** The lines between which a hook is ours. */
export const HOOK_MARKS: SectionMarks = { begin: '# chronicle:begin', end: '# chronicle:end' }

const FILE = 'the whole file is from it'
const SERVED = '# for: '

/** What a section says of itself. */
export interface SectionFacts {
  /** The file was made for it. */
  readonly ownFile: boolean
  /** In a folder that serves several repositories: those, by their git directories. */
  readonly servedDirs: readonly string[]
}

/**
 * What stands in a hook. It comes first, right after `#!`: a hook often ends early, with `exit` or `exec`, and what
 * follows keeps its arguments, its input and its exit status. It calls the runner of the repository, and does nothing
 * where there is none.
 */
export function hookSection(hook: HookName, { ownFile, servedDirs }: SectionFacts): string {
  // In a process that is there already, which is cheaper than another `sh`; what it does stays in the parentheses.
  const call = `(set -- ${hook} "$@" && . "$chronicle_dir/${RUNNER_NAME}")`
  const section = [
    'if [ -f "$chronicle_dir/commondir" ] || [ ! -d "$chronicle_dir" ]; then',
    '  chronicle_dir=$(git rev-parse --git-common-dir 2>/dev/null) || chronicle_dir=.git',
    'fi',
    `if [ -f "$chronicle_dir/${RUNNER_NAME}" ]; then`,
    ...(hook === 'post-rewrite'
      ? [
          // What follows reads the same pairs.
          '  chronicle_pairs=$(cat 2>/dev/null)',
          `  ${call} </dev/null >/dev/null 2>&1 || :`,
          '  exec <<CHRONICLE_PAIRS',
          '$chronicle_pairs',
          'CHRONICLE_PAIRS',
        ]
      : [`  ${call} </dev/null >/dev/null 2>&1 || :`]),
    'fi',
  ]
  return [
    HOOK_MARKS.begin,
    `# From \`git chronicle init\`${ownFile ? `; ${FILE}` : ''}. \`git chronicle uninstall\` takes it out.`,
    ...servedDirs.map(servedLine),
    'chronicle_dir=${GIT_DIR:-.git}',
    ...(hook === 'prepare-commit-msg'
      ? [
          'if [ -f "$chronicle_dir/SQUASH_MSG" ] || [ ! -d "$chronicle_dir" ]; then',
          ...section.map((line) => `  ${line}`),
          'fi',
        ]
      : section),
    HOOK_MARKS.end,
  ].join('\n')
}

/** The line of a section that names a repository. */
export function servedLine(commonDir: string): string {
  return SERVED + JSON.stringify(commonDir)
}

/** Reads a section back. */
export function parseSection(section: string): SectionFacts {
  const lines = section.split(/\r?\n/u)
  return {
    ownFile: lines.some((line) => line.includes(FILE)),
    servedDirs: lines.flatMap((line) => (line.startsWith(SERVED) ? stringIn(line.slice(SERVED.length)) : [])),
  }
}

function stringIn(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? [value] : []
  } catch {
    // Somebody edited the line: it names no folder any more.
    return []
  }
}

/** The folder beside a hook from which the one that was there before is called, by its own name. */
export const CHAINED_FOLDER = 'chronicle-chained'

/** What the name of a hook that was moved aside ends with. */
export const CHAINED_SUFFIX = '.chronicle-chained'

/** A hook that calls one that cannot be edited: a program, a link, a script of another language. */
export function wrapperText(hook: HookName, servedDirs: readonly string[]): string {
  return `#!/bin/sh
${hookSection(hook, { ownFile: true, servedDirs })}
# The hook that was here before.
chronicle_hook=\${0%/*}/${CHAINED_FOLDER}/${hook}
[ ! -x "$chronicle_hook" ] || exec "$chronicle_hook" "$@"
`
}

/** Whether a hook is one that `wrapperText` made. */
export function isWrapper(text: string): boolean {
  return text.includes(`chronicle_hook=\${0%/*}/${CHAINED_FOLDER}/`)
}
