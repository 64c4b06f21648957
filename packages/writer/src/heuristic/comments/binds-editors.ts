/** A subordinate clause that gives the reason or the case. A `must` in it is not part of the rule. */
const SUBORDINATE =
  /(?:\bbecause|(?:^|[,;(] ?)(?:since|as it|in (?:the )?cases? (?:where|when)|although|though|while|whereas))\b[^,;.]*/gi

/** Sentences that describe what the code does or what its input looks like, which a reader of the code sees anyway. */
const NARRATES: readonly RegExp[] = [
  // `We must still print a value`: a description of the lines below.
  /\b(?:we|I) (?:must|have to|need to)\b(?! (?:not|never|always)\b)/i,
  /\b(?:we|I|that|which|it|can't|cannot|can|don't|should|infrastructure) (?:also |can |only |then |therefore )*assumes?\b/i,
  /^assume then\b|\bif\b[^.]*, (?:then )?assume\b/i,
  /\b(?:is|are|was|were) assumed\b|\bunder the assumption\b|\bfor this to (?:happen|be|occur)\b/i,
  // A conclusion from a test, or a description of valid input.
  /\bif\b[^,]*, (?:it|this|that|there|they) must be\b/i,
  /^(?:check|compute|decide|detect|determine|figure out|find out|see|test) (?:if|whether|which|how)\b/i,
  /\bmust (?:also |still |either |only |then |currently )*(?:be (?:able|an?\b|either|one of|valid|at (?:least|most)|between|\W)|match(?! (?:the |its )?`)|appear|contain|include|consist|exist|start with|begin with|end with|have (?:an?|at least|the same|valid|been)\b|start and end)/i,
  /\b(?:should|could|can|will|would|may) never (?:fail|happen|be reached|occur|panic|get here|be (?:the case|true|hit|called here))\b/i,
]

/**
 * Something that must be called, kept, held or done in time. `must use a list`, in contrast, describes the code below.
 */
const MUST =
  /\bmust(?:n't)? (?:also |still |then |therefore |either )*(?:not\b|never\b|always\b|only\b|be\b|run\b|happen\b|come\b|precede\b|follow\b|stay\b|remain\b|hold\b|keep\b|call\b|override\b|implement\b|return\b|send\b|wait\b|release\b|close\b|free\b|take\b|go\b|agree\b|match (?:the |its )?`|be the\b)/i
const IMPERATIVE = /^(?:please )?(?:never|always)\b/i
/** An imperative describes the code, unless it gives a reason or addresses those who call or edit the code. */
const COMMANDS =
  /\b(?:because|since|as|otherwise|or else|so that|unless|before|after|while|until|from|call\w*|us(?:e|ing)|remov\w+|chang\w+|edit\w*|reorder\w*|renam\w+|pass\w*|hold\w*|lock\w*|it's|it is)\b/i

/** Says itself that it does not always hold or is uncertain. */
const HEDGED =
  /^(?:SAFETY: )?(?:generally|typically|usually|normally|in theory|in general|ideally|as far as i can tell|i think|i believe|probably|there don't appear|perhaps|maybe|for now|general note|standard case|an exception)\b|\b(?:as far as I (?:can tell|know)|probably good enough|I don't think)\b/i

/** Requirements on users in documentation, which are already where users read them. */
const OF_USERS = /\b(?:you|your \w+|users?) (?:must|have to|need to|should|can|may)\b/i

/**
 * Returns whether a rule in a comment binds whoever changes or calls the code. It does not if it only describes the
 * code beside it, its input, or a conclusion from a test. `doc`: the comment is documentation for users.
 */
export function bindsEditors(rule: string, doc: boolean): boolean {
  const main = rule.replace(SUBORDINATE, '')
  if (HEDGED.test(rule) || (doc && OF_USERS.test(rule))) return false
  if (/^SAFETY\b/.test(rule))
    return /\b(?:must|never|only|callers?|invariants?|assum\w+|as long as|hold|guarantee[ds]?|valid)\b/i.test(main)
  if (IMPERATIVE.test(main) && !COMMANDS.test(rule)) return false
  if (/\bmust\b/i.test(main) && !MUST.test(main)) return false
  return BINDS.test(main) && !NARRATES.some((pattern) => pattern.test(main))
}

/** Words that make a sentence a rule. */
const BINDS =
  /\b(?:must(?:n't)?|never|always|assum\w+|do not|don't|dont|avoid|only be|invariants?|safe|in[- ]sync|beware|not change|needs? to|ha(?:s|ve) to)\b/i
