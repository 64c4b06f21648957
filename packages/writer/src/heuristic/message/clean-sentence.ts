/** Talk between people, and about the making of the commit rather than the code. */
const CHATTER =
  /\b(?:sorry|thanks?|thank you|cheers|hopefully someone|native english|my (?:first|bad|editor|fork|other)|our (?:company|team|project)|pull requests?|this PR|code review|reviewers?|rebased?|merge conflicts?|(?:other|before|previous|next|future|follow-?up|last|separate) commit\w*|I (?:dropped|haven't|was (?:making|working)|am fixing|think|guess|hope|suppose|believe)|I(?:'m| am| was) (?:not|lazy|going|too|new|fixing|surprised)|lol|hehe|@\w+ (?:said|suggested|mentioned|pointed)|\$reasons|on my (?:machine|system|laptop|computer)|my system|hyperfine|benchmark(?:s|ed|ing)?|I've used)\b|(?:^|\s)[:;]-?[)D(](?:\s|$)/i

/** Whether a sentence may be repeated: complete, no question, and not said to somebody. */
export function isClean(sentence: string): boolean {
  return !CHATTER.test(sentence) && !sentence.endsWith('?') && !/[:,]$/.test(sentence)
}

const ELSEWHERE: readonly RegExp[] = [
  /\b(?:tests?|testing|test suite|tested|fixtures?|assert(?:ions?)?)\b/i,
  /\b(?:docs?|documentation|documented|docstrings?|godoc|rustdoc|readme|changelog|typos?|man ?page|comments?|descriptions?|examples?)\b/i,
  /\b(?:travis|appveyor|CI|github actions?|circleci|codecov|coverage|lint(?:er|ers|ing)?|golint|mypy|flake8|clippy|xo|rustfmt|gofmt|formatt(?:er|ing))\b/i,
]

/** Whether a sentence speaks of the code, and not of tests, documents and what checks them. */
export function isAboutCode(sentence: string): boolean {
  return !ELSEWHERE.some((pattern) => pattern.test(sentence))
}

const ABOUT_TEXT =
  /\b(?:document(?:s|ed|ing|ation)?|docs?|docstrings?|comments?|typos?|readme|changelog|clarify|spelling|grammar|reword|wording|format(?:ted|ting|ter)?|gofmt|rustfmt|lint(?:ing|er)?|golint|tests?)\b/i

/** Whether a commit is about texts, their form, or tests: what reasons it gives are no reasons of the code. */
export function isAboutText(subject: string): boolean {
  return ABOUT_TEXT.test(subject)
}
