import { isOnlyAboutText } from './only-about-text.ts'
import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'

/** Things other than code: texts, their form, tests, and the tools that check them. */
const NOT_CODE =
  '(?:typos?|docs?|documentation|docstrings?|doc (?:comments?|strings?)|godocs?|rustdocs?|comments?|read ?me|(?:help and )?man ?pages?|changelog|change ?log|changes file|release notes|spelling|grammar|wording|tests?|test (?:cases?|suites?|coverage)|unit tests?|tests? for|coverage|ci|travis|appveyor|codecov|github actions?|workflows?|lint\\w*|linting (?:errors?|issues?)|golint|mypy|flake8|clippy|rustfmt|gofmt|code ?style|formatting|white ?space|indentation|examples?)'
/** Verbs and adjectives that precede the changed thing. */
const CHANGED =
  '(?:fix(?:e[sd]|ing)?|add(?:s|ed|ing)?|updat(?:es?|ed|ing)|improv(?:es?|ed|ing)|correct(?:s|ed|ing)?|clarif(?:y|ies|ied)|rewor(?:d|k)(?:s|ed)?|remov(?:es?|ed)|drop|clean(?: ?up)?|tweak|polish|enable|disable|run|more|some|minor|small|new|better|missing|broken|failing|a|an|the|few|various|several|in|up)'
/** The end of the subject, or a word after which it continues about the same thing. */
const NO_OTHER_THING =
  '(?:\\s+(?:and|for|in|of|on|to|about|with|from|fix(?:es)?|updates?|errors?|issues?|warnings?|failures?|file|config\\w*|improvements?|clean ?up|changes|again)\\b|[\\s.!,]*$)'

/** Subjects whose verb acts on a text, its form, or tests. */
export const MAINLY_TEXT_SUBJECTS: PhraseRules = {
  'ci: use the latest runner images':
    /^(?:docs?|tests?|style|ci|lint|readme|changelog|changes|man|travis|examples?|website)(?:\([^)]*\))?!?\s*[:/]/i,
  'core: add missing tests for the parser': new RegExp(
    `^(?:\\w+(?:\\([^)]*\\))?:\\s*)?(?:${CHANGED}\\s+)*${NOT_CODE}${NO_OTHER_THING}`,
    'i',
  ),
  'Reword the introduction': /^(?:document|reword|reformat|spell|typo)\b/i,
  'Parametrise router tests': /^(?:[\w*]+ ){1,3}tests?$/i,
  'fix: correct some typos': /^(?:\w+(?:\([^)]*\))?!?: )?(?:fix|correct)\w* (?:\w+ )?typos?\b/i,
  'Improve the installation docs':
    /^(?:\w+(?:\([^)]*\))?!?: )?(?:update|fix|improve|clarify|correct|expand|revise|tweak)\w* (?:\S+ ){1,4}(?:docstrings?|docs?|documentation|doc comments?|comments?|readme|changelog)$/i,
}

/**
 * Returns whether a subject says that a commit is mainly about texts, their form, or tests. If such a commit changed
 * code as well, the body may give the reason: "Fix docs of the option …".
 */
export function isAboutText(subject: string): boolean {
  return isOnlyAboutText(subject) || matchesPhrase(MAINLY_TEXT_SUBJECTS, subject)
}

const CHECKS =
  /^(?:tests?|ci|travis|appveyor)(?:\([^)]*\))?!?\s*[:/]|\b(?:tests?|ci|travis|appveyor|github actions?|workflows?)\b/i
const DOCUMENTS = /\b(?:typos?|docs?|documentation|readme|changelog|spelling)\b/i

/** Returns whether a subject about texts, their form or tests is about tests or the services that run them. */
export function isAboutChecks(subject: string): boolean {
  return CHECKS.test(subject) && !DOCUMENTS.test(subject)
}
