import { isOffTopic, isUnsafe } from './off-topic.ts'

/**
 * The kind of a statement: a goal, a rule that the code must keep, a choice or refusal, or the reason of one of these
 * beside it.
 */
export type StatementKind = 'goal' | 'rule' | 'choice' | 'reason'

/** Words at the start of a sentence that carry no meaning. */
const FILLERS =
  /^(?:(?:ok(?:ay)?|so|and|also|but|then|now|well|hm+|ah|oh|no|nope|nah|yes|yeah|yep|right|please|pls|actually|btw|note(?: that)?|remember(?: that)?|important|fyi|again|first|second|third|finally|next|plus|one (?:more )?thing|wait|hey|look|listen|alright|sure|good|great|nice|cool|fine|perfect|exactly|just|maybe|keep in mind(?: that)?|be aware(?: that)?)\b[\s,:;!.–-]*)+/i

/** A topic before the sentence about it. */
const TOPIC =
  /^(?:(?:the|for|in|about|re|on|regarding) )?[\w/.-]+(?: [\w/.-]+){0,2}: (?=(?:I|we|it|never|always|must|don't|do not|not|no|use|keep|make|only)\b)/i

/** Verbs that start a sentence about what the code should do. */
const IMPERATIVE =
  /^(?:let's |lets |let us )?(?:add|allow|append|apply|assume|avoid|batch|block|build|cache|call|cap|catch|check|choose|clamp|clear|close|compare|compute|convert|copy|count|create|cut|default|defer|delay|delete|deny|derive|disable|drop|emit|enable|encode|enforce|ensure|escape|evict|expire|expose|fail|fall back|fetch|filter|flush|force|freeze|get rid|go with|group|guard|handle|hard-?code|hash|hide|hold|ignore|include|inline|insert|invalidate|keep|leave|limit|load|lock|log|lower|make|mark|match|measure|merge|move|name|normali[sz]e|omit|order|pass|persist|pick|pin|prefer|preserve|prevent|print|process|put|queue|quote|raise|rate-?limit|read|redact|refuse|reject|release|remove|rename|replace|require|reset|respect|restrict|retry|return|reuse|round|save|scope|send|serve|set|share|show|skip|sort|split|start|stay|stick|stop|store|stream|strip|swallow|switch|sync|take|throttle|throw|time ?out|track|treat|trim|truncate|trust|update|use|validate|wait|warn|wrap|write)\b/i

const MODAL_RULE =
  /\b(?:must(?:n't| not| never| always| only)?|(?:has|have|needs?) to (?!(?:go|leave|run|say|admit|think|look|see|know|check|ask|wait|decide|discuss|talk|figure|do this|do that|work on)\b)|shall(?: not)?|may not|may only|can only|can never|cannot ever|is (?:not allowed|forbidden|required|mandatory)|are (?:not allowed|forbidden|required|mandatory)|(?:is|are) (?:never|always|only) (?:to be )?(?:\w+ed|written|read|sent|set|called|run|held|shown|kept|null|unique|sorted|empty)|should (?:never|always|not|only|stay|remain|keep)|shouldn't|needs? to (?:stay|be|remain|keep|survive|hold)|under no circumstances|at all costs|no matter (?:what|how)|by no means|ever again|(?:nobody|no one|no \w+) (?:is allowed|are allowed|may|can|should|must|shall))\b|(?<!\b(?:this|that|it|there|he|she|you|I) )\b(?:is|are) (?:always|never|only) (?:in|at|by|per|from|within|below|above|between|relative|absolute|one|two|\d|[A-Z]{2,})/i
const CLAUSE_RULE =
  /(?:^|[,;:–(-]\s*|\b(?:so|and|but|please|then|therefore|also|so we|we|they|it|which|that|they can|can|it can|code|callers?|handlers?) )(?:never|always) (?!(?:a|an|the|been|had|was|seen|did|mind|is|are|wanted|works?|happens?|fails?|breaks?|wrong|the|there|forget)\b)[a-z]+\b/i
/** A conclusion from an earlier part of the same sentence. */
const CONSEQUENCE =
  /\bso (?:please |just |we (?:should |must |have to |need to )?|let's )?(?:no (?!one|idea|problem|worries|need|way|luck)\w+|never|always|avoid|only|make sure|ensure|keep|leave|stay|skip|reject|ignore|treat|fail|store|sort|use|compare|check|write|read|send|cap|limit|round|hash|lock|retry|return|throw|start|stop|wait|put|pass|set|call|load|show|mark|log|drop|batch|queue|order|trim|escape|encode|validate|cache|clear|reset)\b/i
const UNABLE =
  /\b(?:can't|cannot|can not|cant|must not|mustn't) (?:just |simply |ever |really )?(?:use|rely|assume|trust|depend|have|store|call|be|change|drop|remove|rename|cache|share|reuse|retry|block|hold|wait|delete|move|add|send|put|go|do)\b/i
const PROHIBITION =
  /(?:^|[,;:–(-]\s*|\b(?:so|and|but|please|then|therefore|also|just|either|or) )(?:don't|do not|dont|let's not|lets not|let us not)(?: ever)? (?!(?:worry|bother|know|think|understand|forget|ask|mind|care|see|remember|be|explain|tell|commit|push|run|stop|overthink|rush|guess|panic|get me|hesitate|have|need|want|like|feel|believe|really|wait|exist|work|show up|seem|look|match|fit|get|make sense|matter|agree|happen)\b)[a-z]+\b/i
const NO_NOUN =
  /^(?:and |but )?no (?!(?:one|wait|need|i|it|that|this|you|we|they|way|more|longer|idea|matter|thanks|problem|worries|luck|change|changes|difference|good|use|clue|rush|hurry|offen[cs]e|big|biggie|doubt|wonder|joke|comment|errors?|questions?|sorry|not|please|never|just|the|a|he|she)\b)[\w-]+/i

const REFUSAL: readonly RegExp[] = [
  /^(?:and |but )?not (?!(?:yet|sure|bad|now|really|quite|that|so|what|working|good|great|exactly|necessarily|urgent|too|only|again|at all|the problem|possible|here|there|much|many|just|because|if|it|this|everything|all|in|me|my|your|you|today|happy|nice|done|ready|found)\b)(?!an? (?:big|good|great|bad|huge|real|problem|fan|bug|priority|blocker|issue|concern|must|deal)\b)\S+[^?]{3,}/i,
  /\b(?:instead of|rather than|in favou?r of|as opposed to)\b/i,
  /\bI(?:'d| would)? (?:rather|prefer)\b|\b(?:we|I) (?:prefer|decided|chose|opted|picked|settled|agreed|ruled|rejected|dropped|went with|gave up on)\b|\b(?:decided|opted|voted) (?:against|not to|for)\b/i,
  /\b(?:we|I)(?:'ve)? (?:already )?(?:tried|considered|evaluated|tested|used|had) (?!(?:to|a (?:look|chat)|lunch|it)\b)[^.]*\b(?:but|and (?:it|that|the|our|they|we|users?|customers?)|because|it (?:was|broke|did|made|took|crash\w*)|too \w+|didn't|failed|which)\b/i,
  /\b(?:I|we) (?:don't|do not|didn't|won't|will not|wouldn't) (?:ever )?(?:want|need|like|use|support|do|allow|accept|care about supporting)\b(?! (?:you|to (?:see|know|talk|discuss|break for|go)))/i,
  /\b(?:overkill|over-?engineered|not worth (?:it|the)|isn't worth|is not worth|yagni|no point in|premature)\b/i,
  /\bgo(?:ing)? with\b.*\b(?:because|since|as|not|over)\b/i,
]

/** A preference with its contrast: `per account, not per IP`. */
const BUT_NOT = /, not (?:by |in |on |per |the |a |an |via |with |from |as )?[\w`]+/i

const GOAL: readonly RegExp[] = [
  /\b(?:reason|point|purpose|idea|goal) (?:for|of|behind|why) [^.]{2,60}? (?:is|was)\b/i,
  /\b(?:the |our |main |my )?(?:goal|aim|idea|point|purpose|intent(?:ion)?|objective|motivation|requirement|use case|background|reason|context|problem|issue|bug|catch|trouble)(?: here)?(?: is|:| was| with this)\b/i,
  /^what (?:I|we) (?:really )?(?:want|need) is\b/i,
  /^(?:I|we)(?:'d| would)? (?:want|need|like|love|have) (?!(?:you|to (?:see|know|understand|look|talk|go|think|ask|check|discuss|leave|run|stop|break|say|thank|test|try|play|start|be sure|read)\b|a (?:break|look|minute|moment|second|coffee|quick)|your|more time|help|it$|this$|that$|an? (?:idea|question|feeling|hunch)))\w+/i,
  /\b(?:customers?|users?|clients?|people|partners?|ops|support|sales|marketing|the team|auditors?|legal|finance|accounting|security|compliance|operators?|admins?|qa|reviewers?|regulators?|the (?:business|board|bank|provider|gateway|tax office)|vendors?|teams?|merchants?|readers?|editors?|analysts?|devs?|developers?)\b[^.?]{0,40}\b(?:want|wants|need|needs|get|gets|got|see|sees|complain\w*|asked|asks|require[sd]?|requires|expect|expects|can't|cannot|keep|keeps|lose|loses|rely|relies|depend|depends|report|reported|are (?:billed|charged|confused|blocked|seeing|getting|losing)|should be able|must be able)\b/i,
  /\bso that\b|\bin order to\b|\bso (?:we|they|it|users|customers|people|callers|one|the \w+) (?:can|could|don't|doesn't|won't|never|always|stays?|survives?|keeps?)\b/i,
]

/** Words of an explanation. */
const EXPLAINS =
  /\b(?:because|bc|cause|cuz|since|otherwise|or else|so that|in case|due to|thanks to|as (?:it|the|we|they|this|that|there|our)|the reason|that's why|which is why|that way|to (?:avoid|prevent|keep|make sure|ensure|stay|not)|given that|turns out|means|so (?:we|it|they|the|users|this|that|a|I|there|nobody|no one)|would|or (?:it|we|they|the)|else (?:it|we|they|the))\b/i
/** A second clause with a subject and a verb, which explains without a word for it. */
const SECOND_CLAUSE =
  /(?:,|;|:| [–—-]|\()\s+(?:because |since |as |otherwise |and |but )?(?:(?:two|three|several|both|\d+|the|our|their|its|your|his|this|that|these|those|some|most|many|every|each|old|all|only|half|a|an|it|they|we|there|nobody|somebody|someone|everyone|users?|customers?|clients?|people|support|ops|legal|sales)\b|[\w'-]+ (?:[\w'-]+ ){0,3}?(?:is|are|was|were|has|have|does|do|can|can't|cannot|could|would|will|won't|needs?|gets?|breaks?|requires?|treats?|relies|rely|depends?|expects?|reads?|writes?|calls?|runs?|uses?|returns?|has|had|don't|doesn't|isn't|aren't|needs)\b)(?:\s+\S+){2,}/i

/** Verbs of leaving something unchanged or out. They imply a reason, whatever the form of the second clause. */
const RESTRAINT =
  /^(?:let's |please )?(?:avoid|keep|leave|skip|drop|prefer|fail|refuse|reject|ignore|omit|stick|stay)\b/i
const ANY_CLAUSE =
  /(?:,|;|:| [–—-]|\()\s+(?!(?:and|then|or|but|please|also|plus|to|in|on|for|with|like|when|if|not|too|as|e\.g|i\.e|ok|thanks|where|which|at|by)\b)(?:\S+\s+){3,}\S+/i

const MAX_LENGTH = 500
const MIN_WORDS = 4
/** A line that introduces a list of rules. */
const RULES_HEADING =
  /\b(?:rules?|constraints?|requirements?|invariants?|conditions?|must|never|always|guarantees?|restrictions?|keep in mind|remember|caveats?|do not|don't)\b/i

/**
 * Returns the kind of statement that a typed sentence makes, if any. `heading` is the line that introduces the list in
 * which it is an item. Sentences about how to work, questions and small talk state nothing.
 */
export function statementKind(sentence: string, heading?: string): StatementKind | undefined {
  if (!canBeStatement(sentence)) return undefined
  const words = sentence.replace(/`[^`]*`|https?:\/\/\S+/g, 'x').trim()
  // `the rate limiter: I want …` names its topic first.
  const core = words.replace(FILLERS, '').replace(TOPIC, '')
  const begins = words.replace(
    /^(?:(?:ok(?:ay)?|so|and|also|but|then|well|hm+|ah|oh|nope|nah|yes|yeah|please|pls|actually)\b[\s,:;!.–-]*)+/i,
    '',
  )
  if (REFUSAL.some((pattern) => pattern.test(begins) || pattern.test(core)) && isFirm(core)) return 'choice'
  const isWanted = IMPERATIVE.test(core) || GOAL.some((pattern) => pattern.test(core))
  if (BUT_NOT.test(core) && isWanted) return 'choice'
  if (NO_NOUN.test(begins) && (SECOND_CLAUSE.test(begins) || EXPLAINS.test(begins) || heading !== undefined))
    return 'choice'
  if ([MODAL_RULE, CLAUSE_RULE, PROHIBITION, CONSEQUENCE].some((pattern) => pattern.test(words))) return 'rule'
  if (UNABLE.test(words) && (SECOND_CLAUSE.test(words) || EXPLAINS.test(words))) return 'rule'
  if (GOAL.some((pattern) => pattern.test(core))) return 'goal'
  if (IMPERATIVE.test(core) && (EXPLAINS.test(core) || SECOND_CLAUSE.test(core))) return 'choice'
  if (RESTRAINT.test(core) && ANY_CLAUSE.test(core)) return 'choice'
  if (heading !== undefined && RULES_HEADING.test(heading)) return 'rule'
  return undefined
}

/**
 * Returns whether a sentence can be the reason of the previous one: it states a fact about the code or the world, and
 * requests nothing.
 */
export function canBeReason(sentence: string): boolean {
  if (!canBeStatement(sentence)) return false
  const core = sentence.replace(FILLERS, '')
  if (IMPERATIVE.test(core) || /^(?:I|I'm|I've|we should|we could|maybe|perhaps|let)\b/i.test(core)) return false
  return /\b(?:is|are|was|were|has|have|had|does|do|doesn't|don't|did|didn't|can|can't|cannot|could|would|wouldn't|will|won't|might|may|needs?|gets?|breaks?|requires?|treats?|takes?|costs?|lasts?|sits?|runs?|calls?|locks?|returns?|reads?|writes?|uses?|expects?|rel(?:y|ies)|depends?|leaves?|lets?|makes?|means|loses?|fails?|crash(?:es)?|stops?|keeps?|sends?|sees?|counts?|holds?|bills?|happens?|ends?|goes|comes?|survives?|caches?|drops?|blocks?|allows?|isn't|aren't|wasn't|contains?|supports?|compares?|shows?|starts?)\b/i.test(
    core,
  )
}

function canBeStatement(sentence: string): boolean {
  if (sentence.length > MAX_LENGTH || isUnsafe(sentence)) return false
  const words = sentence.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word))
  return words.length >= MIN_WORDS && !isOffTopic(sentence)
}

/** Returns whether a sentence asks to leave something unchanged or out, for a reason that may follow. */
export function isRestraint(sentence: string): boolean {
  return (
    RESTRAINT.test(sentence.replace(FILLERS, '')) &&
    sentence.split(/\s+/).length >= 3 &&
    canBeStatement(`${sentence} and so on`)
  )
}

/** A choice needs an object: `not that` and `instead` alone are no choices. */
function isFirm(core: string): boolean {
  return core.split(/\s+/).length >= MIN_WORDS && !/^(?:it|this|that)(?:'s| is)? not\b/i.test(core)
}
