const APPROACH = '(?<approach>[^?]{6,200}?)'
/** An approach that names nothing by itself: `use this one`. */
const POINTS_BACK = /^\S+ (?:this|that|it|them|these|those)(?: ones?)?$/i
const INSTEAD = '(?:\\s+(?:instead|here|then|for this|as well))*'

/** Questions that propose another approach. */
const PROPOSALS: readonly RegExp[] = [
  `\\bwhy (?:not|(?:don['’]?t|didn['’]?t|do not|did not) (?:we|you)) ${APPROACH}${INSTEAD}\\?$`,
  `\\b(?:could|can|should|shouldn['’]?t|couldn['’]?t|can['’]?t) (?:we|you|i) (?:please |not |also |just |simply |maybe |instead )*${APPROACH}${INSTEAD}\\?$`,
  `\\bhow about ${APPROACH}${INSTEAD}\\?$`,
  `\\bwhat about (?<approach>\\w+ing\\b[^?]{4,200}?)${INSTEAD}\\?$`,
  `\\bwould(?:n['’]?t)? it (?:not )?(?:be|make sense) (?:better |simpler |cleaner |easier |possible |nicer |safer |worth )?to ${APPROACH}${INSTEAD}\\?$`,
  `\\bhave you (?:considered|thought (?:about|of)|tried) ${APPROACH}${INSTEAD}\\?$`,
  `\\b(?:is there )?a(?:ny)? reason (?:why )?(?:not to|(?:we|you) (?:don['’]?t|didn['’]?t|can['’]?t)) ${APPROACH}${INSTEAD}\\?$`,
].map((pattern) => new RegExp(pattern, 'i'))

/** Returns the approach that a question proposes, verbatim. `undefined`: it proposes none. */
export function proposedApproach(question: string): string | undefined {
  for (const pattern of PROPOSALS) {
    const approach = pattern.exec(question.trim())?.groups?.['approach']?.trim()
    if (approach !== undefined && approach.split(/\s+/).length >= 2 && !POINTS_BACK.test(approach)) return approach
  }
  return undefined
}
