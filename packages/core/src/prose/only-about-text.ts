import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'

/** Subjects about spelling, documents, comments, linters or tests, whatever else the commit changed. */
export const TEXT_ONLY_SUBJECTS: PhraseRules = {
  'docs(api): describe the retry option': /^(?:docs?|style|tests?|ci)(?:\([^)]*\))?!?:/iu,
  'cli/docs: list all options': /^(?:[\w-]+\/(?:docs?|readme)|\w+\((?:docs?|readme|comments?|typos?)\))!?: /iu,
  'client: document the timeout': /^(?:[\w/-]+: )?document(?:ed|ing)? /iu,
  'Fix typo in the parser':
    /\b(?:typos?|misspell\w*|(?:spelling|gramm[ae]r?) (?:errors?|fix(?:es)?|issues?|mistakes?|nits?)|grammatical)\b/iu,
  'Run gofmt over all packages': /\b(?:gofmt|rustfmt|clippy)\b/iu,
  'Update an outdated comment in the parser':
    /\b(?:updated?|fix(?:ed)?|correct(?:ed)?|reword(?:ed)?) (?:an?|the|this)(?: \p{Ll}+)? comment\b/iu,
  'Use the new name in comments': /\bin (?:an? |the |some )?(?:code |source )?comments?$/iu,
  'Fix flake8 warnings':
    /^(?:fix|silence|appease|satisfy|address|resolve|please|pacify)(?:e?s|e?d|ing)? (?:the |all |some )?(?:lint(?:er|ing)?|mypy|pyright|(?:flake8|pylint|pep8)(?: [A-Z]{1,4}\d+)?|eslint|golint|golangci-lint|errcheck|vet|compiler)(?: type)?(?: reported)?(?: lint(?:ing)?)?(?: (?:errors?|failures?|warnings?|issues?|complaints?|violations?))?(?: \([^)]*\))?$/iu,
  'Improve the installation docs':
    /^(?:[\w/-]+: )?(?:clean(?:ed|ing)? ?up|correct(?:ed|ing)?|updat(?:ed?|ing)|improv(?:ed?|ing)|fix(?:ed|ing)?|edit(?:ed|ing)?|reword(?:ed)?|expand(?:ed)?|clarif(?:y|ied|ying)) [^,;:]*\b(?:docs?|documentation|docstrings?|readme|change ?log)$/iu,
  'Fix docstring of the router':
    /^(?:updat(?:ed?|ing)|fix(?:ed|ing)?|improv(?:ed?|ing)|correct(?:ed)?) (?:the |an? |some |missing )?(?:documentation|docstrings?|readme)\b/iu,
  'Add coverage for the error handler':
    /(?<!\b(?:and|also|with) )\b(?:increased?|improved?|add(?:ed)?) (?:test |code )?coverage\b/iu,
  'More unit tests': /^(?:more |fix(?:ed)? )?(?:unit |integration )?tests?$/iu,
}

/**
 * Returns whether a subject is about spelling, documents, comments, linters or tests and cannot be about code. Words
 * that may be about code too, such as white space or grammar, are not enough.
 */
export function isOnlyAboutText(subject: string): boolean {
  return matchesPhrase(TEXT_ONLY_SUBJECTS, subject)
}
