import type { TaskType } from '@chronicle/schema'

/** Patterns for each kind of task, tested on the title and then on the rest. The first match determines the kind. */
const KINDS: readonly (readonly [TaskType, RegExp])[] = [
  ['test', /\b(?:tests?|specs?|coverage|unit[- ]tests?|test suite)\b/i],
  [
    'bug_fix',
    /\b(?:fix(?:e[sd])?|bugs?|broken|breaks?|errors?|crash(?:es|ed)?|fails?|failing|failure|wrong|incorrect(?:ly)?|regression|exception|traceback|doesn'?t|does not|not working)\b/i,
  ],
  [
    'refactor',
    /\b(?:refactor(?:s|ed|ing)?|clean[- ]?(?:s|ed|ing)?[- ]?up|reorgani[sz]e|rename|simplif(?:y|ies)|restructure|move|extract|deduplicate)\b/i,
  ],
  [
    'feature',
    /\b(?:add(?:s|ed|ing)?|implement(?:s|ed)?|creat(?:e|es|ed)|new|support(?:s|ed)?|allow(?:s|ed)?|introduce|feature|enable|provide)\b/i,
  ],
]

/** Returns the kind of a task, or `investigation` if no word indicates one. */
export function taskType(title: string, text: string): TaskType {
  for (const [kind, words] of KINDS) {
    // A task about tests says so in its title. Bodies mention tests in passing, so the kind `test` is not looked for
    // there.
    if (words.test(title)) return kind
  }
  for (const [kind, words] of KINDS.slice(1)) if (words.test(text)) return kind
  return 'investigation'
}
