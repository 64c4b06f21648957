import { leansBack } from './split-sentences.ts'

/** Says what comes of something, or what it is for, and leaves out what that is. */
const WITHOUT_SUBJECT =
  /^(?:(?:also |thus )?(?:allows|avoids|causes|enables|ensures|gives|helps|improves|lets|makes|prevents|reduces|saves|simplifies|speeds)\b|(?:all|mainly|mostly|only|partly|simply|solely) (?:because|due|for|in|so|to)\b|(?:based|caused|inspired|motivated|needed|required|suggested|useful|helpful|handy|necessary) (?:as|because|by|for|if|in|on|since|to|when|where)\b)/i

/** Something that the subject names, and the sentence does not: `The new flag`, `this option`. */
const NAMED_BEFORE =
  /^(?:\S+ ){0,5}?(?:(?:this|these|those) (?:new |old )?|the (?:new|old|former|previous|same|whole) )(?:approach|behaviou?r|case|check|class|code|crate|error|feature|field|file|flag|function|helper|logic|method|module|name|option|parameter|pattern|property|setting|syntax|type|variable|version|way)s?\b/i

/** Returns whether a text of a message is told with the subject of the message: it points back, or leaves out what it is about. */
export function leansOnSubject(text: string): boolean {
  return leansBack(text) || WITHOUT_SUBJECT.test(text) || NAMED_BEFORE.test(text)
}
