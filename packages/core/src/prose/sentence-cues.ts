import { createRecentMap } from '../contracts/recent-map.ts'
import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'
import { withoutCode } from './without-code.ts'

/** A property of a sentence that its words show. */
export type SentenceCue = 'reason' | 'rule' | 'choice' | 'failure' | 'consequence' | 'rejected' | 'behaviour'

/** The words that show each cue. */
export const CUE_PHRASES: Readonly<Record<SentenceCue, PhraseRules>> = {
  /** The reason for something. */
  reason: {
    'Rebuild the page because the template changed.':
      /\bbecause\b|\b(?:in order|so as) (?:to|that|not)\b|\bso that\b|\bdue to\b|\bowing to\b|\bthanks to the\b/i,
    'That is why the reason is kept.':
      /\b(?:the|this|that|one|main|only|another|for|some|no|which) reasons?\b|\breason(?:s|ed|ing)?\b|\brationale\b|\b(?:that|this|which) is why\b|\bthat's why\b/i,
    'Removed the lock since it is unreliable.':
      /(?<!\bever )\bsince\s+(?:it|its|this|that|they|we|you|there|those|these|not|otherwise|the (?!last|first|release|beginning|start|commit|introduction|previous|merge|change|update|upgrade)\w+|an?|no|all|some|most|many|each|every|any|\w+(?:'s)? (?:is|are|was|were|has|have|does|do|can|cannot|could|will|would|already|only|now|no longer)|`)(?! (?:commit|release|version|change|day|year|month)s?\b)/i,
    'There is no need for a recipe, as it was unused before.':
      /\bas (?:it|this|that|they|we|the \w+|there) (?:is|are|was|were|has|have|does|do|can|cannot|can't|could|will|would|may|might|already|only)\b|(?<!\bas \w{1,20} )\bas (?:some|many|most|several|older|newer|other|all) (?!as\b|of (?:you|us)\b)[^,;]{1,60}?\b(?:is|are|was|were|has|have|do|does|don't|doesn't|still|already|only|can|cannot|can't|will|would)\b|\bthere(?:'s| is| was) no (?:need|point) (?:to|in|for)\b|\benough that\b|\b(?:is|are|be) (?:\w+ly )?(?:useful|helpful|handy) (?:if|when|for|because|as|where)\b|\bgiven (?:that|the|how)\b|\bnow that\b|\bconsidering\b|\bin case\b|\bnot worth\b|\bit (?:makes|made) (?:more |no )?sense\b|\b(?:is|are|was|were) (?:also |only |still )?(?:needed|necessary|required) (?:by|for|to|as|when|if|in)\b|\bfor (?:the sake of|(?:better |improved )?(?:consistency|performance|simplicity|clarity|security|safety|convenience|readability|compatibility|efficiency|robustness|symmetry)|historical|(?:backwards?|forwards?)[- ]compat\w+)\b/i,
    'Hold a weak reference to avoid a cycle.':
      /\b(?:to|that|which|also|and|will|would|helps?|it|this) (?:avoids?|prevents?)\b|^(?:avoids?|prevents?|ensures?)\b|\bto (?:make sure|ensure|guarantee|allow|keep|preserve|support|let|enable|be able to|protect|reduce|lessen|minimi[sz]e|simplify|match|speed up|improve|make (?:it|this|that|the|sure|\w+'?s? (?:\w+ )?(?:consistent|possible|easier|work|clear(?:er)?))|work around)\b|\b(?:preventing|avoiding|ensuring|guaranteeing)\b|\bto (?:actually )?be (?:more |able to |consistent|compatible|in line)\b|\bso (?:it|they|we|you|one|users?|callers?|people|the \w+) (?:\w+ly )?(?:can|could|will|would|do|does|don't|doesn't|is|are|won't|[a-z]+s)\b/i,
    'To link container types, this adds their module.':
      /^(?:so |and |in order )?to [a-z]{2,}(?! (?:the |this |that )?(?:issue|bug|problem|error)s?\b)\s[^,;]{8,120}, (?:this|we|I|it|they|let's|the)\b/i,
    'The problem is caused by a stale header.':
      /\bturns? out\b|\bcaused by\b|\broot cause\b|\bstems? from\b|\bthe (?:problem|issue|bug|cause|trouble|catch|trick|idea|intent(?:ion)?|motivation|goal|point|purpose|assumption) (?:here |is|was|being|with|behind|of)\b|\bmotivat\w+\b|\bwork(?:s|ed|ing)?[- ]?around\b/i,
    'Check first; otherwise the parser hangs.':
      /(?:^|[.;,(–—-] ?|\bor )(?:otherwise,?|else,?)\s+(?!if\b|known|noted|stated|specified|indicated|mentioned|identical|equivalent|unused)\w/i,
    'It is faster on large files.':
      /\b(?:faster|slower|cheaper|more (?:efficient|robust|consistent|readable|reliable|secure|flexible)|less (?:efficient|robust|code|memory|error-prone)|safer|simpler|easier|(?:better|good|bad) (?:for|because|idea|practice))\b/i,
  },
  /** A rule that must hold, now or always. */
  rule: {
    'The header must be set before the body.':
      /\b(?:must(?:n't)?|never|shall|always|has to|have to|needs? to|required?|requires|requirement|mandatory|guarantee[sd]?|assum(?:e[sd]?|ing|ption)|invariants?|not allowed|forbidden|forbids?|disallow\w*|prohibit\w*|may not|cannot be|can only|may only|must only|should only|(?:available|honou?red|possible|valid) only|only (?:available|honou?red|possible|supported) (?:by|for|from|in|on|with)|only (?:if|when|be|ever|works?|safe|valid|applies|allowed)|should (?:not|never|always|be|only)|shouldn't|safe to|unsafe|in sync|at least|at most|exactly once)\b/i,
    'Do not call this twice.': /^(?:please )?(?:do not|don't)\b/i,
  },
  /** A decision or an action. */
  choice: {
    'Call the router instead of the handler.':
      /\binstead\b|\brather than\b|\bin favou?r of\b|\bprefer(?:s|red|ably)?\b|\bdecid(?:e[sd]?|ing)\b|\bdecision\b|\b(?:chose|choose[sn]?|choosing|opt(?:s|ed)? (?:for|to|in|out)|settled? (?:for|on)|picked)\b|\bwe (?:now|also|therefore|thus|simply|just|only|can now|use|make|do|switch|add|fix|move|remove|keep|let|call|need|want|should)\b|\blet's\b/i,
    'This commit changes the order.':
      /\b(?:this|the) (?:commit|patch|change|pr|pull request|fix|diff|solution|approach|new \w+|series|rewrite|refactor\w*)\b/i,
    'Solved by checking the length first.':
      /\b(?:now|fix(?:es|ed)? (?:it|this|that|the|by)|solves?|solved|solution|resolves?|addresses|mitigat\w+|by (?:using|making|adding|removing|moving|calling|checking|passing|only|not|always|setting|having|ensuring|skipping|returning|introducing|replacing|splitting|keeping|storing|letting))\b/i,
    'Use a map of names.':
      /^(?:so )?(?:to (?:fix|solve|avoid|address|prevent|support|handle|do) (?:this|that|it|these|the)\b|(?:use|make|add|teach|avoid|stop|move|fix|drop|remove|let|keep|allow|ensure|introduce|replace|rename|switch|convert|change|check|handle|treat|store|return|pass|skip|ignore|extract|split|merge|rework|refactor|rewrite|simplify|prevent|call|set|turn|put|take|give|do|don't|do not|detect|disable|enable|restrict|limit|implement|provide|expose|support|defer|delay|cache|reset|restore|revert|raise|throw|catch|normali[sz]e|validate|reject|accept|require|default)\b)/i,
    'Adds a timeout to the client.':
      /^(?:adds?|fix(?:es|ed)?|chang(?:es|ed)|makes|remov(?:es|ed)|replac(?:es|ed)|us(?:es|ed|ing)|introduc(?:es|ed)|switch(?:es|ed)|updates?|mov(?:es|ed)|implement(?:s|ed)|improv(?:es|ed)|revert(?:s|ed)|refactor(?:s|ed)|(?:also|this) (?:adds?|fix(?:es)?|changes?|makes?|removes?|replaces?|uses?|introduces?|switch(?:es)?|updates?|moves?|implements?|improves?|reverts?|allows?|lets?|(?:re-?)?enables?|restores?))\b/i,
  },
  /** A failure. */
  failure: {
    'The parser crashes on an empty file.':
      /\b(?:fail(?:s|ed|ing|ures?)?|crash\w*|panic\w*|leak\w*|deadlock\w*|races?|race condition|racy|hangs?|hung|stuck|infinite|loops? forever|wrong(?:ly)?|incorrect(?:ly)?|invalid|broken?|breaks|bugs?|buggy|regress\w*|errors?|erroneous\w*|exceptions?|unable|missing|lost|loses|slow|expensive|quadratic|confus\w+|surpris\w+|unexpected\w*|unfortunately|problem\w*|issues?|trouble|vulnerab\w+|exploit\w*|security|unsafe|corrupt\w*|degrad(?:e[sd]?|ing)|truncat\w+|overflow\w*|undefined|stale|inconsisten\w+|useless|annoying|painful|flak(?:y|iness)|mistake\w*|accident\w*|oversight|forgot\w*|overlooked|raised|(?<!\b(?:check|ensure|test|verify)s? (?:if|that|whether) .{0,60})raises (?:an? )?\w*(?:Error|Exception)s?|throws?|threw|nonsens\w+|violat\w+|conflict\w*|ambigu\w+|outdated|deprecated|hard to|difficult|impossible|limitation|complain\w*|warnings?|unhelpful|unnecessar\w+|needless\w*|redundant|burden|overhead|wast(?:e[sd]?|eful|ing)|hinder\w*|awkward|ugly|misleading|mismatch\w*|clash\w*|collid\w+|unlikely|unsupported|unreliable|unusable|unreadable|tedious|fragile|brittle|bad|worse|too (?:many|much|large|big|small|long|late|early|strict|slow|eager\w*|broad|narrow)|picked up by|illegal|unmaintained|breakage|obsolete|harm\w*|suffer\w*)\b/i,
    'It works, but only for ASCII.':
      /(?:^|[,;] )(?:but|yet)\b|\b(?:however|although|(?:even )?though|despite|nevertheless|whereas|in spite of)\b/i,
    'The value is not escaped.':
      /\b(?:cannot|can't|can not|couldn't|could not|doesn't|does not|didn't|did not|don't (?!want)|do not (?!want)|isn't|is not|aren't|are not|wasn't|was not|weren't|were not|won't|will not|hasn't|has not|haven't|wouldn't|would not|(?:might|may) not|not (?:possible|supported|handled|enough|able|correct\w*|work\w*))\b/i,
    'Previously the cache was never cleared.':
      /\b(?:previously|before this|prior to|used to|currently|at present|presently|at the moment|until now|so far|up to now|as of now|right now|today)\b/i,
  },
  /** A consequence. */
  consequence: {
    'Therefore all readers see the change.':
      /\b(?:therefore|hence|thus|consequently|accordingly|as a (?:result|consequence)|for that reason|which means|this means|that means|meaning that|means (?:that|we|you|it)|in turn|thereby|effectively|resulting in|it follows)\b/i,
    'This can result in an infinite loop.':
      /\bcaus(?:es|ed|ing)\b|\b(?:may|can|could|would|will) (?:lead to|result in)\b|\bthe (?:end |net |practical )?(?:effect|result|consequence|upshot) (?:is|was|being)\b|\bwithout this (?:commit|change|patch|fix)\b/i,
    'This makes it possible to stream the answer.':
      /\b(?:this|which|that|it|they|these)(?: (?:change|commit|patch|pr|fix))? (?:also )?(?:can |could |would |will |may |might |does |do |did |then |only )*(?:causes?d?|clarif(?:y|ies)|fix(?:es)? (?!it\b|this\b|that\b|#|\w*\d)|means|leads?|led|results?|resulted|breaks?|broke|makes?|made|lets?|allows?|enables?|ensures?|gives?|saves?|reduces?|improves?|avoids?|prevents?|helps?|forces?|forced|requires?)\b/i,
    'The name is quoted, so it can hold a blank.':
      /(?:^|[,;:–—-] |\band )so,? (?!that|far|on|much|many|called)|\bso (?:it|we|they|the \w+|this|that|you) (?:can|cannot|can't|could|will|would|is|are|was|does|do|doesn't|don't|has|have|must|should|need)\b/i,
  },
  /** Something that was not done. */
  rejected: {
    'We tried a queue first.':
      /\b(?:I|we) (?:also |initially |first |originally |briefly |have |had |'ve )*(?:tried|considered|thought (?:about|of)|experimented|toyed|attempted|looked (?:at|into))\b|\b(?:was|were|been) (?:also )?(?:tried|considered|rejected|ruled out|discarded|dismissed)\b|\brefrain(?:s|ed|ing)? (?:from|to)\b/i,
    'Another approach is to retry.':
      /\balternativ(?:e|es|ely)\b|\banother (?:approach|option|way|possibility|solution|idea|alternative)\b|\bother (?:approaches|options|ways|possibilities|solutions)\b/i,
    'We could have pinned the version.':
      /\b(?:we|one|you|I) could (?:also |instead |just |simply |have )|\bcould have (?:also |just |simply )?(?:been )?\w+(?:ed|t|de|n)\b|\bit (?:would|might|may) (?:also )?(?:be|have been) (?:nice|nicer|better|possible|tempting|simpler|easier|preferable|ideal)\b|\btempt(?:ing|ed)\b|\bideally\b/i,
    'A full parser is overkill here.':
      /\b(?:decided|chose|opted|prefer(?:red)?|better|best) (?:not to|against)\b|\bnot worth\b|\boverkill\b|\b(?:don't|do not|didn't|did not) want (?:to|it|the|users?|them|us)\b|\b(?:wouldn't|won't|would not|will not|doesn't|does not|didn't) (?:work|help|scale|suffice|be enough)\b|\bruled out\b|\b(?:can't|cannot|can not|couldn't) (?:just|simply)\b/i,
    'The check was left out deliberately.':
      /\b(?:instead of|rather than)\b.*\b(?:because|since|as (?:it|that|this)|which (?:would|could|is|are|was))\b|\bdeliberately\b|\bintentional(?:ly)?\b|\bon purpose\b|\bpurposely\b/i,
  },
  /** A change in what users or callers see. */
  behaviour: {
    'The option no longer exists.':
      /\bbehaviou?rs?\b|\bno longer\b|\bany ?more\b|\bfrom now on\b|\b(?:backwards?|forwards?)[- ](?:in)?compat\w+\b|\bcompatib\w+\b|\bbreaking\b|\bBREAKING\b|\bby default\b|\bthe default\b|\bsemantics?\b|\b(?:API|ABI|public) (?:change|break)\w*\b|\bdeprecat\w+\b/i,
    'The hook now returns an array.':
      /\b(?:is|are|will be|was|were|can be|can|will|does|would) now\b|\bnow (?:returns?|accepts?|raises?|throws?|uses?|allows?|requires?|works?|supports?|emits?|prints?|ignores?|treats?|respects?|takes?|defaults?|fails?|always|also|only|calls?|checks?|handles?|reports?|sets?|be|has|have|we|it|the)\b|\bpreviously\b.*\bnow\b/i,
    'Handlers are called in reverse order.':
      /\b(?:applied|called|checked|evaluated|executed|invoked|loaded|ordered|processed|resolved|runs?|sorted|tried) (?:before|after|first|last|once|in (?:the )?(?:\w+ )?(?:order|sequence)|from \w+ to)\b/i,
    'Unlike other lists, this one is ordered.':
      /(?:^|[,;(] ?|\bbut )(?:in contrast (?:to|with)|contrary to|as opposed to|unlike)\b/i,
    'Users can opt out.':
      /\b(?:users?|callers?|clients?) (?:who|that|of|will|can|may|must|should|now|are|need|have|expect)\b|\bopt(?:ing|s|ed)?[- ](?:in|out)\b/i,
  },
}

/** `fixed the issue with unicode` says that something was wrong, but not what. */
const FIXED_SOMETHING =
  /\b(?:fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|solv(?:e[sd]?|ing)|address(?:e[sd]|ing)?|correct(?:s|ed|ing)?) (?:(?:an?|the|this|that|some|all|these|those|any) )?(?:issues?|bugs?|problems?|errors?)\b/giu

/** Number of sentences whose cues are kept: grouping, choosing and ranking passages each ask for them several times. */
const KEPT = 512
const kept = createRecentMap<string, ReadonlySet<SentenceCue>>(KEPT)

/** Returns the cues that the words of a sentence show. A sentence may have several. */
export function sentenceCues(sentence: string): ReadonlySet<SentenceCue> {
  const known = kept.get(sentence)
  if (known !== undefined) return known
  const cues = findCues(sentence)
  kept.set(sentence, cues)
  return cues
}

function findCues(sentence: string): ReadonlySet<SentenceCue> {
  const words = withoutCode(sentence)
  const namedFailures = words.replace(FIXED_SOMETHING, ' ')
  const cues = Object.keys(CUE_PHRASES) as SentenceCue[]
  return new Set(cues.filter((cue) => matchesPhrase(CUE_PHRASES[cue], cue === 'failure' ? namedFailures : words)))
}
