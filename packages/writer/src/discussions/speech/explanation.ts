import { passageRuns, unspacedWords } from '@chronicle/core/prose'
import type { MessageReason } from '../../heuristic/message/message-reason.ts'
import { passagesOf, type ClassifiedRemark } from './classified-remark.ts'
import { replyKind } from './reply-kind.ts'

/** Asks for a reason or about a case, or proposes another approach. */
const WANTS_REASON =
  /\b(?:why|what (?:happens|if|about)|how (?:do|does|come|about|will)|should(?:n['’]?t)?|could(?:n['’]?t)?|can(?:['’]?t)? (?:we|you|this|it)|do(?:es)?(?:n['’]?t)? (?:we|this|it|that)|is(?:n['’]?t)? (?:this|it|that|there|\w+)|would(?:n['’]?t)?|will|are you (?:really )?sure|any reason|have you (?:considered|tried)|don['’]?t we|does(?:n['’]?t)|won['’]?t)\b|^\W*(?:and |but |so )?not \w/i
/** Asks for a reason, with or without a question mark, in common languages of reviews. */
const ASKS_WHY =
  /(?<![\p{L}])(?:why|how come|warum|wieso|weshalb|pourquoi|por qu[eé]|perch[eé]|waarom|dlaczego|почему|зачем)(?![\p{L}])|为什么|為什麼|为何|なぜ|どうして|왜/iu
/** Says that another approach would be as good or better, which asks for the reason of this one. */
const CHALLENGES =
  /\b(?:i(?: would|['’]d) (?:have |rather |just |prefer|use|expect)|(?:we|you|this|it|one) (?:should|could|can)\b|does(?: not|n['’]?t) (?:know|support|work|have|handle|like)\b|prefer|please (?:use|do|call|put|keep|make)|instead|better|cleaner|simpler|nicer|easier|faster|cheaper|arbitrary|unnecessary|overkill|redundant|i think (?:we|you|this|it)|expected|i suggest|has? (?:a|an) \S+ (?:for|that) (?:this|does)|which does this|breaks?|too (?:low|high|short|long|big|small|much|many)|scares?|racy|unsafe)\b|^\W*(?:should (?:be|go|live|stay|not)\b|low|high|short|long|slow|risky|odd|weird|strange|surprising)\b/i
/** Says what was or will be done, or that somebody does not know, which explains nothing. */
const EXPLAINS_NOTHING =
  /^\W*(?:(?:ah|oh|oops|ok(?:ay)?|sure|yes|yep|wow|damn|hm+)[,.! ]+)*(?:done|fixed|added|updated|will\b|i['’]?ll|let me|good (?:question|point|catch|idea)|true\b|maybe|not sure|no idea|(?:wow |damn )?you(?:['’]re| are| were) (?:\w+ )?right|i (?:was|am) (?:wrong|mistaken)|my (?:bad|mistake)|i (?:think so|guess|don['’]?t know|agree|hope|wonder))|^\W*right\W*(?:$|i\b|let\b|will\b)|\b(?:in the (?:next|last) (?:push|commit)|next push|follow[- ]?up|not sure|i['’]?ll (?:add|fix|change|do|check|look|see|rename|move)|if you (?:want|like|prefer|insist|feel|wish)|happy to|feel free|(?:i|we) can (?:also )?(?:change|rename|move|remove|add|revert|split)|copied (?:it|this|that)? ?(?:over )?from)\b/i
/** Reports progress or testing, which is obsolete after the merge. */
const STATUS =
  /\b(?:(?:is|are|am|['’]m|['’]re) (?:still )?(?:on|working on) (?:it|this|that)|promised|waiting (?:for|on)|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|by (?:eod|tonight|tomorrow)|tomorrow|(?:next|this) (?:week|month|sprint)|(?:runs?|ran|works?|worked|passe[sd]|green|tested|builds?|built) (?:fine|well|ok|for me|locally|here|on my|in (?:the )?(?:tests?|ci|staging)))\b|^\W*(?:yes\W+)?(?:i (?:ran|tested|verified|checked it|tried it)|it (?:ran|works?|worked|passe[sd]) (?:fine|for me))\b/i
/** An aside, or a question whether something was tested. */
const BESIDE =
  /^\W*(?:btw|by the way|off[- ]?topic|unrelated|ot)\b|\bdid you (?:\w+ )?(?:run|test|try (?:it|this|that|to)|check|verify)\b/i
/** A yes or no before the explanation. */
const YES_OR_NO =
  /^\W*(?:yes|yep|yeah|no|nope|right|correct|sure|it does(?: not|n['’]t)?|they do(?: not|n['’]t)?)(?![\w'’])[\s.,!:;–—-]*(?:[:;]-?\S\s+)?/i
/** Says what would happen without it, after agreeing: `Good idea, added. Without it the writer waits.` */
const GROUND_OF_ASSENT = /^[^.!]{1,60}[.!] +(?:without|otherwise|because|since|else)\b/i
/** Words that give a ground, rather than say where something is or what it does. */
const GROUNDS =
  /\b(?:so|but|not|no|nobody|nothing|never|only|without|cannot|until|unless|while|whenever|anyway|otherwise|already|would|than|needs?|has to|have to|must|breaks?|fails?|loses?|which|everyone|somebody|means)\b|n['’]t\b|:/i
/** Says that an answer was sufficient. */
const CONVINCED =
  /^(?:\W|\b(?:ah|oh|ugh|hm+|wow|ok(?:ay)?|ty|thx|right|then|but|well)\b)*(?:$|(?:fair|makes sense|that makes sense|got it|convinced|i see|understood|til|sold|alright|good (?:reason|to know|enough)|that(?:['’]s| is) a good reason|thanks|thank you|agreed|works for me|fine|nice|cool|great|perfe[ck]t|yes|verstanden|passt|d['’]accord|entendu|vale|de acuerdo|ага|понял\w*|明白|好的|了解)(?![\p{L}]))/iu

const MIN_WORDS = 8
/** Minimum number of words in an answer to which no explicit question led. */
const MIN_ANSWER = 10

/**
 * Treats an answer of a change's author as a reason, even without words that say so: someone who is asked why, or told
 * that another approach is better, and answers in whole sentences, explains. `next` is the other person's reply.
 * `undefined`: the answer is short, asks back, or says what was or will be done, or there was nothing to explain.
 */
export function explanation(
  answer: ClassifiedRemark,
  asked: ClassifiedRemark,
  next?: ClassifiedRemark,
): MessageReason | undefined {
  const words = wordCount(answer.text)
  const isGroundOfAssent = answer.kind === 'accepts' && GROUND_OF_ASSENT.test(answer.text)
  const tellsNothing =
    (!isGroundOfAssent && EXPLAINS_NOTHING.test(answer.text)) || STATUS.test(answer.text) || isAside(asked)
  if (words < MIN_WORDS || answer.questions.length > 0 || tellsNothing) return undefined
  const kind = answer.kind === 'thanks' ? replyKind(answer.text.replace(YES_OR_NO, '')) : answer.kind
  if (kind === 'defers' || (kind === 'accepts' && !isGroundOfAssent) || kind === 'thanks') return undefined
  if (!isGroundOfAssent && !isAsked(answer, asked, next)) return undefined
  const argument = passagesOf(answer.text)
  return argument.length === 0 ? undefined : { intent: '', argument, quotes: passageRuns(argument) }
}

function isAsked(answer: ClassifiedRemark, asked: ClassifiedRemark, next: ClassifiedRemark | undefined): boolean {
  if (asked.kind === 'thanks') return false
  if (asked.questions.some((question) => ASKS_WHY.test(question))) return true
  if (wordCount(answer.text) < MIN_ANSWER) return false
  if (asksForReason(asked)) return true
  if (!GROUNDS.test(answer.text)) return false
  return CHALLENGES.test(asked.text) || (next !== undefined && acceptsAnswer(next))
}

/** Returns whether a remark is not about the code or asks whether it was tested. An answer to it is no reason. */
export function isAside({ text }: ClassifiedRemark): boolean {
  return BESIDE.test(text)
}

/** Returns whether a remark asks for a reason or about a case, or proposes another approach. */
export function asksForReason({ questions }: ClassifiedRemark): boolean {
  return questions.some((question) => ASKS_WHY.test(question) || WANTS_REASON.test(question))
}

/** Returns whether a remark says that the answer before it was sufficient. */
export function acceptsAnswer({ text, kind }: ClassifiedRemark): boolean {
  return kind !== 'refuses' && kind !== 'defers' && (CONVINCED.test(text) || replyKind(text) === 'thanks')
}

function wordCount(text: string): number {
  return text.split(/\s+/).length + unspacedWords(text)
}
