import { withoutScope } from './without-scope.ts'

/** Subjects that can be about nothing else, whatever the commit changed beside texts. */
const ONLY_TEXT = [
  /^(?:docs?|style|tests?|ci)(?:\([^)]*\))?!?:|^(?:[\w-]+\/(?:docs?|readme)|\w+\((?:docs?|readme|comments?|typos?)\))!?: |^(?:[\w/-]+: )?document(?:ed|ing)? |\b(?:typos?|misspell\w*|(?:spelling|grammar) (?:errors?|fix(?:es)?|issues?|mistakes?|nits?)|grammatical|gofmt|rustfmt|clippy)\b|\b(?:updated?|fix(?:ed)?|correct(?:ed)?|reword(?:ed)?) (?:an?|the|this)(?: \p{Ll}+)? comment\b|\bin (?:an? |the |some )?(?:code |source )?comments?$/iu,
  /^(?:fix|silence|appease|satisfy|address|resolve|please|pacify)(?:e?s|e?d|ing)? (?:the |all |some )?(?:lint(?:er|ing)?|mypy|pyright|flake8|pylint|pep8|eslint|golint|golangci-lint|errcheck|vet|compiler)(?: type)?(?: (?:errors?|warnings?|issues?|complaints?|violations?))?(?: \([^)]*\))?$/iu,
  /^(?:[\w/-]+: )?(?:clean(?:ed|ing)? ?up|correct(?:ed|ing)?|updat(?:ed?|ing)|improv(?:ed?|ing)|fix(?:ed|ing)?|edit(?:ed|ing)?|reword(?:ed)?|expand(?:ed)?|clarif(?:y|ied|ying)) [^,;:]*\b(?:docs?|documentation|docstrings?|readme|change ?log)$/iu,
  /^(?:updat(?:ed?|ing)|fix(?:ed|ing)?|improv(?:ed?|ing)|correct(?:ed)?) (?:the |an? |some |missing )?(?:documentation|docstrings?|readme)\b/iu,
  /(?<!\b(?:and|also|with) )\b(?:increased?|improved?|add(?:ed)?) (?:test |code )?coverage\b|^(?:more |fix(?:ed)? )?(?:unit |integration )?tests?$/iu,
]

/**
 * Returns whether a subject speaks of spelling, documents, comments, linters or tests and cannot mean code. Words that
 * code may be about, such as white space or grammar, are not enough.
 */
export function isOnlyAboutText(subject: string): boolean {
  return ONLY_TEXT.some((pattern) => pattern.test(subject))
}

/** Subjects that say what part of the project is polished, annotated or worded, or that something was wrong, and nothing of what the code does. */
const ONLY_FORM = [
  /^(?:(?:some |more |small |minor |general |various |slight |misc(?:ellaneous)? )*(?:code )?(?:polish(?:ing|ed)?|clean(?:ing|ed)?[ -]?ups?|tidy(?:ing)?(?:[ -]?ups?)?|reformat(?:ting|ted)?|restyl(?:e|ing))(?: (?:up|some|all|code|things|stuff|style|a (?:bit|little)|(?:the|in|of|to) \S+))*|(?:add(?:s|ed|ing)?|fix(?:e[sd]|ing)?|improve[sd]?|correct(?:ed)?|update[sd]?|more|better) (?:(?:some|the|more|initial|missing|wrong|incorrect|basic) )*(?:typ(?:e|ing)[ -]?(?:hints?|annotations?)|typing|annotations))[.!]*$/iu,
  /^(?:add|better|chang|clarif|improv|reword|tweak|updat)\w* (?:(?:an?|the|some|more|botched|\w+ly) )*(?:(?:\w+ )?(?:error|warning|exception|assert(?:ion)?|help|log|deprecation) messages?|docstring wording)\b/iu,
  /^fix(?:e[sd]|ing)? (?:various|several|some|many|a few|a couple of|minor|more|other|remaining)(?: \w+)? (?:issues?|bugs?|problems?|errors?)\b/iu,
]

/**
 * Returns whether a subject speaks of the form of code, of its type annotations or of the wording of messages alone, or of
 * failures that it does not name.
 */
export function isOnlyAboutForm(subject: string): boolean {
  return ONLY_FORM.some((pattern) => pattern.test(withoutScope(subject)))
}

/** What is no code: texts, their form, tests, and what checks them. */
const TEXTS =
  '(?:typos?|docs?|documentation|docstrings?|doc (?:comments?|strings?)|godocs?|rustdocs?|comments?|read ?me|(?:help and )?man ?pages?|changelog|change ?log|changes file|release notes|spelling|grammar|wording|tests?|test (?:cases?|suites?|coverage)|unit tests?|tests? for|coverage|ci|travis|appveyor|codecov|github actions?|workflows?|lint\\w*|linting (?:errors?|issues?)|golint|mypy|flake8|clippy|rustfmt|gofmt|code ?style|formatting|white ?space|indentation|examples?)'
const MAINLY_TEXT = [
  new RegExp(
    `^(?:(?:docs?|tests?|style|ci|lint|readme|changelog|changes|man|travis|examples?|website)(?:\\([^)]*\\))?!?\\s*[:/]|(?:\\w+(?:\\([^)]*\\))?:\\s*)?(?:(?:fix(?:e[sd]|ing)?|add(?:s|ed|ing)?|updat(?:es?|ed|ing)|improv(?:es?|ed|ing)|correct(?:s|ed|ing)?|clarif(?:y|ies|ied)|rewor(?:d|k)(?:s|ed)?|remov(?:es?|ed)|drop|clean(?: ?up)?|tweak|polish|enable|disable|run|more|some|minor|small|new|better|missing|broken|failing|a|an|the|few|various|several|in|up)\\s+)*${TEXTS}(?:\\s+(?:and|for|in|of|on|to|about|with|from|fix(?:es)?|updates?|errors?|issues?|warnings?|failures?|file|config\\w*|improvements?|clean ?up|changes|again)\\b|[\\s.!,]*$)|(?:document|reword|reformat|spell|typo)\\b|(?:[\\w*]+ ){1,3}tests?$)`,
    'i',
  ),
  /^(?:\w+(?:\([^)]*\))?!?: )?(?:(?:fix|correct)\w* (?:\w+ )?typos?\b|(?:update|fix|improve|clarify|correct|expand|revise|tweak)\w* (?:\S+ ){1,4}(?:docstrings?|docs?|documentation|doc comments?|comments?|readme|changelog)$)/i,
]

/**
 * Returns whether a subject says that a commit is mainly about texts, their form, or tests, by what its verb acts on.
 * What else such a commit changed may have its reason in the body: "Fix docs of the option …".
 */
export function isAboutText(subject: string): boolean {
  return isOnlyAboutText(subject) || MAINLY_TEXT.some((pattern) => pattern.test(subject))
}

const CHECKS =
  /^(?:tests?|ci|travis|appveyor)(?:\([^)]*\))?!?\s*[:/]|\b(?:tests?|ci|travis|appveyor|github actions?|workflows?)\b/i

/** Returns whether a subject about texts, their form or tests speaks of tests or of what runs them. */
export function isAboutChecks(subject: string): boolean {
  return CHECKS.test(subject) && !/\b(?:typos?|docs?|documentation|readme|changelog|spelling)\b/i.test(subject)
}
