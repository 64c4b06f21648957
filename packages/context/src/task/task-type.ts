import type { TaskType } from '@chronicle/schema'

/**
 * A title of which tests are the object: `test: …`, `Tests of redirects`, `Add missing unit tests`. Others mention them
 * in passing: `Add a renderer and tests`, `Fix the test client`.
 */
const ABOUT_TESTS =
  /^(?:tests?(?:\([^)]*\))?!?:|(?:\w+(?:\([^)]*\))?!?: *)?(?:\w+ +)?(?:(?!(?:and|or|with|when|if|that|for|in|of|to)\b)[\w'`.-]+ +){0,2}(?:tests|specs|coverage|test(?= *$| (?:for|of|that|on|cases?|coverage|data|files?|fixtures?|helpers?|suites?)\b))\b)/i
/** Patterns for each kind of task, tested on the title and then on the rest. The first match determines the kind. */
const KINDS: readonly (readonly [TaskType, RegExp])[] = [
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
  // Bodies mention tests in passing, so the kind `test` is not looked for there.
  if (ABOUT_TESTS.test(title)) return 'test'
  for (const part of [title, text]) for (const [kind, words] of KINDS) if (words.test(part)) return kind
  return 'investigation'
}
