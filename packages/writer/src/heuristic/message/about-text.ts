/** What is no code: texts, their form, tests, and what checks them. */
const TEXTS =
  '(?:typos?|docs?|documentation|docstrings?|doc (?:comments?|strings?)|godocs?|rustdocs?|comments?|read ?me|(?:help and )?man ?pages?|changelog|change ?log|changes file|release notes|spelling|grammar|wording|tests?|test (?:cases?|suites?|coverage)|unit tests?|tests? for|coverage|ci|travis|appveyor|codecov|github actions?|workflows?|lint\\w*|linting (?:errors?|issues?)|golint|mypy|flake8|clippy|rustfmt|gofmt|code ?style|formatting|white ?space|indentation|examples?)'
const SUBJECT = new RegExp(
  `^(?:(?:docs?|tests?|style|ci|lint|readme|changelog|changes|man|travis|examples?|website)(?:\\([^)]*\\))?!?\\s*[:/]|(?:\\w+(?:\\([^)]*\\))?:\\s*)?(?:(?:fix(?:e[sd]|ing)?|add(?:s|ed|ing)?|updat(?:es?|ed|ing)|improv(?:es?|ed|ing)|correct(?:s|ed|ing)?|clarif(?:y|ies|ied)|rewor(?:d|k)(?:s|ed)?|remov(?:es?|ed)|drop|clean(?: ?up)?|tweak|polish|enable|disable|run|more|some|minor|small|new|better|missing|broken|failing|a|an|the|few|various|several|in|up)\\s+)*${TEXTS}(?:\\s+(?:and|for|in|of|on|to|about|with|from|fix(?:es)?|updates?|errors?|issues?|warnings?|failures?|file|config\\w*|improvements?|clean ?up|changes|again)\\b|[\\s.!,]*$)|(?:document|reword|reformat|spell|typo)\\b|(?:[\\w*]+ ){1,3}tests?$)`,
  'i',
)

const OF_TEXTS =
  /^(?:\w+(?:\([^)]*\))?!?: )?(?:(?:fix|correct)\w* (?:\w+ )?typos?\b|(?:update|fix|improve|clarify|correct|expand|revise|tweak)\w* (?:\S+ ){1,4}(?:docstrings?|docs?|documentation|doc comments?|comments?|readme|changelog)$)/i

/** Returns whether a subject says that a commit is about texts, their form, or tests, by what its verb acts on. */
export function isAboutText(subject: string): boolean {
  return SUBJECT.test(subject) || OF_TEXTS.test(subject)
}

const CHECKS =
  /^(?:tests?|ci|travis|appveyor)(?:\([^)]*\))?!?\s*[:/]|\b(?:tests?|ci|travis|appveyor|github actions?|workflows?)\b/i

/** Returns whether a subject about texts, their form or tests speaks of tests or of what runs them. */
export function isAboutChecks(subject: string): boolean {
  return CHECKS.test(subject) && !/\b(?:typos?|docs?|documentation|readme|changelog|spelling)\b/i.test(subject)
}
