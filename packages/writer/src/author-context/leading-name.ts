/** Verbs that follow the subject of a rule. A noun after the first word leaves open whether that is a name. */
const PREDICATE =
  /^(?:must|should|shall|may|might|can|cannot|could|will|would|needs?|has|have|is|are|was|does|do|never|always|only|returns?|expects?|assumes?|relies|depends)\b/u

/** Words that begin many sentences about something else. */
const COMMON =
  /^(?:all|any|both|callers?|code|each|everything|it|keys|main|nothing|one|that|they|this|users?|values?|we)$/u

/**
 * Returns the name with which a rule begins, as written: the word before a colon, or the subject of a sentence that
 * begins in lower case. English begins with a capital letter or an article, so "set must be sorted" is about a unit
 * `set`, and "Set the limit" and "rate each call" are about none.
 */
export function leadingName(text: string): string | undefined {
  const [, name = '', colon = '', rest = ''] =
    /^\s*([\p{L}_$][\p{L}\p{N}_$]*)(?:(:)(?!:)|\s)\s*(.*)$/su.exec(text) ?? []
  const isSubject = name !== '' && !/^\p{Lu}\p{Ll}*$/u.test(name) && PREDICATE.test(rest)
  return (colon !== '' || isSubject) && !COMMON.test(name) ? name : undefined
}
