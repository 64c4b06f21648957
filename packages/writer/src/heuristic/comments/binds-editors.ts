/** A clause that only gives the ground or the case: a `must` in it is none of the rule. */
const SUBORDINATE =
  /(?:\bbecause|(?:^|[,;(] ?)(?:since|as it|in (?:the )?cases? (?:where|when)|although|though|while|whereas))\b[^,;.]*/gi

/** In these the code tells what it does or what its input looks like; whoever reads the code sees both. */
const NARRATES: readonly RegExp[] = [
  // `We must still print a value`: what the lines below do.
  /\b(?:we|I) (?:must|have to|need to)\b(?! (?:not|never|always)\b)/i,
  /\b(?:we|I|that|which|it|can't|cannot|can|don't|should|infrastructure) (?:also |can |only |then |therefore )*assumes?\b/i,
  /\b(?:is|are|was|were) assumed\b|\bunder the assumption\b|\bfor this to (?:happen|be|occur)\b/i,
  // What is concluded from a test, and what a valid input is.
  /\bif\b[^,]*, (?:it|this|that|there|they) must be\b/i,
  /^(?:check|compute|decide|detect|determine|figure out|find out|see|test) (?:if|whether|which|how)\b/i,
  /\bmust (?:also |still |either |only |then |currently )*(?:be (?:able|an?\b|either|one of|valid|at (?:least|most)|between|\W)|match(?! (?:the |its )?`)|appear|contain|include|consist|exist|start with|begin with|end with|have (?:an?|at least|the same|valid|been)\b|start and end)/i,
  /\b(?:should|could|can|will|would|may) never (?:fail|happen|be reached|occur|panic|get here|be (?:the case|true|hit|called here))\b/i,
]

/** What must be called, kept, held or done in time; `must use a list` tells what the code below does. */
const MUST =
  /\bmust(?:n't)? (?:also |still |then |therefore |either )*(?:not\b|never\b|always\b|only\b|be\b|run\b|happen\b|come\b|precede\b|follow\b|stay\b|remain\b|hold\b|keep\b|call\b|override\b|implement\b|return\b|send\b|wait\b|release\b|close\b|free\b|take\b|go\b|agree\b|match (?:the |its )?`|be the\b)/i
const IMPERATIVE = /^(?:please )?(?:never|always)\b/i
/** A bare command tells what the code does, unless it gives a reason or speaks of those who call or edit the code. */
const COMMANDS =
  /\b(?:because|since|as|otherwise|or else|so that|unless|before|after|while|until|from|call\w*|us(?:e|ing)|remov\w+|chang\w+|edit\w*|reorder\w*|renam\w+|pass\w*|hold\w*|lock\w*|it's|it is)\b/i

/** Says itself that it does not always hold, or is not sure. */
const HEDGED =
  /^(?:SAFETY: )?(?:generally|typically|usually|normally|in theory|in general|ideally|as far as i can tell|i think|i believe|probably|there don't appear|perhaps|maybe|for now|general note|standard case|an exception)\b|\b(?:as far as I (?:can tell|know)|probably good enough|I don't think)\b/i

/** What documentation asks of whoever uses the code stands there for them. */
const OF_USERS = /\b(?:you|your \w+|users?) (?:must|have to|need to|should|can|may)\b/i

/**
 * Returns whether a rule in a comment binds whoever changes or calls the code, and does not only tell in words what the
 * code beside it does, what input it takes, or what is concluded from a test. `doc`: it documents for users.
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

/** The words that make a rule of a sentence. */
const BINDS =
  /\b(?:must(?:n't)?|never|always|assum\w+|do not|don't|dont|avoid|only be|invariants?|safe|in[- ]sync|beware|not change|needs? to|ha(?:s|ve) to)\b/i
