const CUE =
  /\b(?:because|so that|otherwise|work-?around|hack|must(?:n't)?|never|always|important|avoid|in order to|due to|since|beware|careful|unless|deliberate(?:ly)?|intentional(?:ly)?|on purpose|note|nb|todo|fixme|xxx|deprecated|legacy|compat(?:ibility)?|do(?:n't| not)|cannot|can't)\b/i

const MIN_LENGTH = 20
const MAX_LENGTH = 1_200

/** Whether a comment gives a reason, a rule or a warning, as far as its words tell. */
export function isRationale(comment: string): boolean {
  if (comment.length < MIN_LENGTH || comment.length > MAX_LENGTH) return false
  return CUE.test(comment)
}
