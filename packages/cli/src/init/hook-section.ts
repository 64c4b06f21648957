import type { SectionMarks } from '../config-files/edit-section.ts'
import { RUNNER_NAME, type HookName } from './hook-names.ts'

/** The lines that enclose our section of a hook. */
export const HOOK_MARKS: SectionMarks = { begin: '# chronicle:begin', end: '# chronicle:end' }

const FILE = 'the whole file is from it'
const SERVED = '# for: '

/** The properties that a section records about itself. */
export interface SectionInfo {
  /** Whether the file was created for the section. */
  readonly ownFile: boolean
  /** Git directories of the served repositories, if the folder serves several. */
  readonly servedDirs: readonly string[]
}

/**
 * Returns the section of a hook. It comes first, right after `#!`, because a hook often ends early, with `exit` or
 * `exec`. The code after it keeps its arguments, input and exit status. It calls the runner of the repository, and does
 * nothing if there is none.
 */
export function hookSection(hook: HookName, { ownFile, servedDirs }: SectionInfo): string {
  // The runner is sourced in the current process, which is cheaper than another `sh`; the parentheses contain its
  // effects.
  const call = `(set -- ${hook} "$@" && . "$chronicle_dir/${RUNNER_NAME}")`
  const section = [
    'if [ -f "$chronicle_dir/commondir" ] || [ ! -d "$chronicle_dir" ]; then',
    '  chronicle_dir=$(git rev-parse --git-common-dir 2>/dev/null) || chronicle_dir=.git',
    'fi',
    `if [ -f "$chronicle_dir/${RUNNER_NAME}" ]; then`,
    ...(hook === 'post-rewrite'
      ? [
          // The code after the section reads the same pairs.
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

/** Returns the line of a section that names a repository. */
export function servedLine(commonDir: string): string {
  return SERVED + JSON.stringify(commonDir)
}

/** Parses a section. */
export function parseSection(section: string): SectionInfo {
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
    // Somebody edited the line, so it names no folder any more.
    return []
  }
}

/** Folder beside a hook from which the original hook is called, by its own name. */
export const CHAINED_FOLDER = 'chronicle-chained'

/** Suffix of a hook that was moved aside. */
export const CHAINED_SUFFIX = '.chronicle-chained'

/** Returns a hook that calls one that cannot be edited: a program, a link, or a script in another language. */
export function wrapperText(hook: HookName, servedDirs: readonly string[]): string {
  return `#!/bin/sh
${hookSection(hook, { ownFile: true, servedDirs })}
# The hook that was here before.
chronicle_hook=\${0%/*}/${CHAINED_FOLDER}/${hook}
[ ! -x "$chronicle_hook" ] || exec "$chronicle_hook" "$@"
`
}

/** Whether `wrapperText` made a hook. */
export function isWrapper(text: string): boolean {
  return text.includes(`chronicle_hook=\${0%/*}/${CHAINED_FOLDER}/`)
}
