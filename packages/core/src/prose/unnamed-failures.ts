/** A word for a failure, without a following clause that says which or when. */
const UNNAMED_FAILURE =
  /\b(?:bugs?|errors?|issues?|mistakes?|nits?|problems?|violations?|warnings?)\b(?! (?:that|which|when|whenever|if|where|while|after|before|because|due|caused|is|are|was|were)\b)/giu

/**
 * Returns a subject in which words for unspecified failures, as in `fix lint errors`, are replaced with a placeholder.
 */
export function withoutUnnamedFailures(subject: string): string {
  return subject.replace(UNNAMED_FAILURE, 'something')
}

/** The type of a conventional commit, and function words. */
const GRAMMAR = /^\w+(?:\([^)]*\))?!?: |\b(?:an?|the|some|all|any|and|or|by|for|from|in|of|on|to|with)\b/gi
/** Minimum number of words, besides its verb, with which a subject describes a failure. */
const MIN_DESCRIBING_WORDS = 3

/** Returns whether a subject is too short to describe the failure it is about. */
export function describesNoFailure(subject: string): boolean {
  const words = subject.replace(UNNAMED_FAILURE, ' ').replace(GRAMMAR, ' ').split(/\s+/)
  return words.filter((word) => /\p{L}{2}/u.test(word)).length - 1 < MIN_DESCRIBING_WORDS
}
