/** Something that the words of a sentence show about what it does. */
export type SentenceCue = 'reason' | 'rule' | 'choice' | 'failure' | 'consequence' | 'rejected' | 'behaviour'

const CUES: Readonly<Record<SentenceCue, readonly RegExp[]>> = {
  /** Why something is so, or was done. */
  reason: [
    /\bbecause\b|\b(?:in order|so as) (?:to|that|not)\b|\bso that\b|\bdue to\b|\bowing to\b|\bthanks to the\b/i,
    /\b(?:the|this|that|one|main|only|another|for|some|no|which) reasons?\b|\breason(?:s|ed|ing)?\b|\brationale\b|\b(?:that|this|which) is why\b|\bthat's why\b/i,
    /(?<!\bever )\bsince\s+(?:it|its|this|that|they|we|you|there|those|these|not|otherwise|the (?!last|first|release|beginning|start|commit|introduction|previous|merge|change|update|upgrade)\w+|an?|no|all|some|most|many|each|every|any|\w+(?:'s)? (?:is|are|was|were|has|have|does|do|can|cannot|could|will|would|already|only|now|no longer)|`)(?! (?:commit|release|version|change|day|year|month)s?\b)/i,
    /\bas (?:it|this|that|they|we|the \w+|there) (?:is|are|was|were|has|have|does|do|can|cannot|can't|could|will|would|may|might|already|only)\b|(?<!\bas \w{1,20} )\bas (?:some|many|most|several|older|newer|other|all) (?!as\b|of (?:you|us)\b)[^,;]{1,60}?\b(?:is|are|was|were|has|have|do|does|don't|doesn't|still|already|only|can|cannot|can't|will|would)\b|\bthere(?:'s| is| was) no (?:need|point) (?:to|in|for)\b|\benough that\b|\b(?:is|are|be) (?:\w+ly )?(?:useful|helpful|handy) (?:if|when|for|because|as|where)\b|\bgiven (?:that|the|how)\b|\bconsidering\b|\bin case\b|\bnot worth\b|\bit (?:makes|made) (?:more |no )?sense\b|\b(?:is|are|was|were) (?:also |only |still )?(?:needed|necessary|required) (?:by|for|to|as|when|if|in)\b|\bfor (?:the sake of|(?:better |improved )?(?:consistency|performance|simplicity|clarity|security|safety|convenience|readability|compatibility|efficiency|robustness|symmetry)|historical|(?:backwards?|forwards?)[- ]compat\w+)\b/i,
    /\b(?:to|that|which|also|and|will|would|helps?|it|this) (?:avoids?|prevents?)\b|^(?:avoids?|prevents?|ensures?)\b|\bto (?:make sure|ensure|guarantee|allow|keep|preserve|support|let|enable|be able to|protect|reduce|lessen|minimi[sz]e|simplify|match|speed up|improve|make (?:it|this|that|the|sure|\w+'?s? (?:\w+ )?(?:consistent|possible|easier|work|clear(?:er)?))|work around)\b|\b(?:preventing|avoiding|ensuring|guaranteeing)\b|\bto (?:actually )?be (?:more |able to |consistent|compatible|in line)\b|\bso (?:it|they|we|you|one|users?|callers?|people|the \w+) (?:\w+ly )?(?:can|could|will|would|do|does|don't|doesn't|is|are|won't|[a-z]+s)\b/i,
    /\bturns? out\b|\bcaused by\b|\broot cause\b|\bstems? from\b|\bthe (?:problem|issue|bug|cause|trouble|catch|trick|idea|intent(?:ion)?|motivation|goal|point|purpose|assumption) (?:here |is|was|being|with|behind|of)\b|\bmotivat\w+\b|\bwork(?:s|ed|ing)?[- ]?around\b/i,
    /(?:^|[.;,(–—-] ?|\bor )(?:otherwise,?|else,?)\s+(?!if\b|known|noted|stated|specified|indicated|mentioned|identical|equivalent|unused)\w/i,
    /\b(?:faster|slower|cheaper|more (?:efficient|robust|consistent|readable|reliable|secure|flexible)|less (?:efficient|robust|code|memory|error-prone)|safer|simpler|easier|(?:better|good|bad) (?:for|because|idea|practice))\b/i,
  ],
  /** What must hold, or hold on. */
  rule: [
    /\b(?:must(?:n't)?|never|shall|always|has to|have to|needs? to|required?|requires|requirement|mandatory|guarantee[sd]?|assum(?:e[sd]?|ing|ption)|invariants?|not allowed|forbidden|forbids?|disallow\w*|prohibit\w*|may not|cannot be|can only|may only|must only|should only|only (?:if|when|be|ever|works?|safe|valid|applies|allowed)|should (?:not|never|always|be|only)|shouldn't|safe to|unsafe|in sync|at least|at most|exactly once)\b/i,
    /^(?:please )?(?:do not|don't)\b/i,
  ],
  /** What was decided or done. */
  choice: [
    /\binstead\b|\brather than\b|\bin favou?r of\b|\bprefer(?:s|red|ably)?\b|\bdecid(?:e[sd]?|ing)\b|\bdecision\b|\b(?:chose|choose[sn]?|choosing|opt(?:s|ed)? (?:for|to|in|out)|settled? (?:for|on)|picked)\b|\bwe (?:now|also|therefore|thus|simply|just|only|can now|use|make|do|switch|add|fix|move|remove|keep|let|call|need|want|should)\b|\blet's\b/i,
    /\b(?:this|the) (?:commit|patch|change|pr|pull request|fix|diff|solution|approach|new \w+|series|rewrite|refactor\w*)\b/i,
    /\b(?:now|fix(?:es|ed)? (?:it|this|that|the|by)|solves?|solved|solution|resolves?|addresses|mitigat\w+|by (?:using|making|adding|removing|moving|calling|checking|passing|only|not|always|setting|having|ensuring|skipping|returning|introducing|replacing|splitting|keeping|storing|letting))\b/i,
    /^(?:so )?(?:to (?:fix|solve|avoid|address|prevent|support|handle|do) (?:this|that|it|these|the)\b|(?:use|make|add|teach|avoid|stop|move|fix|drop|remove|let|keep|allow|ensure|introduce|replace|rename|switch|convert|change|check|handle|treat|store|return|pass|skip|ignore|extract|split|merge|rework|refactor|rewrite|simplify|prevent|call|set|turn|put|take|give|do|don't|do not|detect|disable|enable|restrict|limit|implement|provide|expose|support|defer|delay|cache|reset|restore|revert|raise|throw|catch|normali[sz]e|validate|reject|accept|require|default)\b)/i,
    /^(?:adds?|fix(?:es|ed)?|chang(?:es|ed)|makes|remov(?:es|ed)|replac(?:es|ed)|us(?:es|ed|ing)|introduc(?:es|ed)|switch(?:es|ed)|updates?|mov(?:es|ed)|implement(?:s|ed)|improv(?:es|ed)|revert(?:s|ed)|refactor(?:s|ed)|(?:also|this) (?:adds?|fix(?:es)?|changes?|makes?|removes?|replaces?|uses?|introduces?|switch(?:es)?|updates?|moves?|implements?|improves?|reverts?|allows?|lets?|(?:re-?)?enables?|restores?))\b/i,
  ],
  /** What was wrong. */
  failure: [
    /\b(?:fail(?:s|ed|ing|ures?)?|crash\w*|panic\w*|leak\w*|deadlock\w*|races?|race condition|racy|hangs?|hung|stuck|infinite|loops? forever|wrong(?:ly)?|incorrect(?:ly)?|invalid|broken?|breaks|bugs?|buggy|regress\w*|errors?|erroneous\w*|exceptions?|unable|missing|lost|loses|slow|expensive|quadratic|confus\w+|surpris\w+|unexpected\w*|unfortunately|problem\w*|issues?|trouble|vulnerab\w+|exploit\w*|security|unsafe|corrupt\w*|degrad(?:e[sd]?|ing)|truncat\w+|overflow\w*|undefined|stale|inconsisten\w+|useless|annoying|painful|flak(?:y|iness)|mistake\w*|accident\w*|oversight|forgot\w*|overlooked|raised|throws?|threw|nonsens\w+|violat\w+|conflict\w*|ambigu\w+|outdated|deprecated|hard to|difficult|impossible|limitation|complain\w*|warnings?|unhelpful|unnecessar\w+|needless\w*|redundant|burden|overhead|wasteful|awkward|ugly|misleading|mismatch\w*|clash\w*|collid\w+|unlikely|unsupported|unreliable|unusable|unreadable|tedious|fragile|brittle|bad|worse|too (?:many|much|large|big|small|long|late|early|strict|slow|eager\w*|broad|narrow)|picked up by|illegal|unmaintained|breakage|obsolete|harm\w*|suffer\w*)\b/i,
    /(?:^|[,;] )(?:but|yet)\b|\b(?:however|although|(?:even )?though|despite|nevertheless|whereas|in spite of)\b/i,
    /\b(?:cannot|can't|can not|couldn't|could not|doesn't|does not|didn't|did not|don't (?!want)|do not (?!want)|isn't|is not|aren't|are not|wasn't|was not|weren't|were not|won't|will not|hasn't|has not|haven't|wouldn't|would not|(?:might|may) not|not (?:possible|supported|handled|enough|able|correct\w*|work\w*))\b/i,
    /\b(?:previously|before this|prior to|used to|currently|at present|presently|at the moment|until now|so far|up to now|as of now|right now|today)\b/i,
  ],
  /** What follows from it. */
  consequence: [
    /\b(?:therefore|hence|thus|consequently|accordingly|as a (?:result|consequence)|for that reason|which means|this means|that means|meaning that|means (?:that|we|you|it)|in turn|thereby|effectively|resulting in|it follows)\b/i,
    /\bcaus(?:es|ed|ing)\b|\b(?:may|can|could|would|will) (?:lead to|result in)\b|\bthe (?:effect|result|consequence) (?:is|was|being)\b|\bwithout this (?:commit|change|patch|fix)\b/i,
    /\b(?:this|which|that|it|they|these)(?: (?:change|commit|patch|pr|fix))? (?:also )?(?:can |could |would |will |may |might |does |do |did |then |only )*(?:causes?d?|clarif(?:y|ies)|fix(?:es)? (?!it\b|this\b|that\b|#|\w*\d)|means|leads?|led|results?|resulted|breaks?|broke|makes?|made|lets?|allows?|enables?|ensures?|gives?|saves?|reduces?|improves?|avoids?|prevents?|helps?|forces?|forced|requires?)\b/i,
    /(?:^|[,;:–—-] |\band )so,? (?!that|far|on|much|many|called)|\bso (?:it|we|they|the \w+|this|that|you) (?:can|cannot|can't|could|will|would|is|are|was|does|do|doesn't|don't|has|have|must|should|need)\b/i,
  ],
  /** What was not done. */
  rejected: [
    /\b(?:I|we) (?:also |initially |first |originally |briefly |have |had |'ve )*(?:tried|considered|thought (?:about|of)|experimented|toyed|attempted|looked (?:at|into))\b|\b(?:was|were|been) (?:also )?(?:tried|considered|rejected|ruled out|discarded|dismissed)\b|\brefrain(?:s|ed|ing)? (?:from|to)\b/i,
    /\balternativ(?:e|es|ely)\b|\banother (?:approach|option|way|possibility|solution|idea|alternative)\b|\bother (?:approaches|options|ways|possibilities|solutions)\b/i,
    /\b(?:we|one|you|I) could (?:also |instead |just |simply |have )|\bcould have (?:also |just |simply )?(?:been )?\w+(?:ed|t|de|n)\b|\bit (?:would|might|may) (?:also )?(?:be|have been) (?:nice|nicer|better|possible|tempting|simpler|easier|preferable|ideal)\b|\btempt(?:ing|ed)\b|\bideally\b/i,
    /\b(?:decided|chose|opted|prefer(?:red)?|better|best) (?:not to|against)\b|\bnot worth\b|\boverkill\b|\b(?:don't|do not|didn't|did not) want (?:to|it|the|users?|them|us)\b|\b(?:wouldn't|won't|would not|will not|doesn't|does not|didn't) (?:work|help|scale|suffice|be enough)\b|\bruled out\b|\b(?:can't|cannot|can not|couldn't) (?:just|simply)\b/i,
    /\b(?:instead of|rather than)\b.*\b(?:because|since|as (?:it|that|this)|which (?:would|could|is|are|was))\b|\bdeliberately\b|\bintentional(?:ly)?\b|\bon purpose\b|\bpurposely\b/i,
  ],
  /** How what users or callers see changes. */
  behaviour: [
    /\bbehaviou?rs?\b|\bno longer\b|\bany ?more\b|\bfrom now on\b|\b(?:backwards?|forwards?)[- ](?:in)?compat\w+\b|\bcompatib\w+\b|\bbreaking\b|\bBREAKING\b|\bby default\b|\bthe default\b|\bsemantics?\b|\b(?:API|ABI|public) (?:change|break)\w*\b|\bdeprecat\w+\b/i,
    /\b(?:is|are|will be|was|were|can be|can|will|does|would) now\b|\bnow (?:returns?|accepts?|raises?|throws?|uses?|allows?|requires?|works?|supports?|emits?|prints?|ignores?|treats?|respects?|takes?|defaults?|fails?|always|also|only|calls?|checks?|handles?|reports?|sets?|be|has|have|we|it|the)\b|\bpreviously\b.*\bnow\b/i,
    /\b(?:users?|callers?|clients?) (?:who|that|of|will|can|may|must|should|now|are|need|have|expect)\b|\bopt(?:ing|s|ed)?[- ](?:in|out)\b/i,
  ],
}

/** Returns what the words of a sentence show about what it does; several cues may stand in one sentence. */
export function sentenceCues(sentence: string): ReadonlySet<SentenceCue> {
  const words = withoutCode(sentence)
  const told = words.replace(FIXED, ' ')
  const found = (Object.keys(CUES) as SentenceCue[]).filter((cue) =>
    CUES[cue].some((pattern) => pattern.test(cue === 'failure' ? told : words)),
  )
  return new Set(found)
}

/** `fixed the issue with unicode` says that something was wrong, and not what. */
const FIXED =
  /\b(?:fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|solv(?:e[sd]?|ing)|address(?:e[sd]|ing)?|correct(?:s|ed|ing)?) (?:(?:an?|the|this|that|some|all|these|those|any) )?(?:issues?|bugs?|problems?|errors?)\b/giu

/** Says that something was wrong, and neither what nor when. */
const UNNAMED =
  /\b(?:bugs?|errors?|issues?|mistakes?|problems?|violations?|warnings?)\b(?! (?:that|which|when|whenever|if|where|while|after|before|because|due|caused|is|are|was|were)\b)/giu

/** The words of a subject without those that say only that something was wrong, as `description error` does. */
export function withoutUnnamedFailures(subject: string): string {
  return subject.replace(UNNAMED, 'something')
}

/** Words of grammar, and the type of a conventional commit. */
const GRAMMAR = /^\w+(?:\([^)]*\))?!?: |\b(?:an?|the|some|all|any|and|or|by|for|from|in|of|on|to|with)\b/gi
/** Words beside its verb by which a subject says what was wrong. */
const MIN_NAMING = 3

/** Returns whether a subject says that something was wrong, and next to nothing beside its verb. */
export function namesNoFailure(subject: string): boolean {
  const words = subject.replace(UNNAMED, ' ').replace(GRAMMAR, ' ').split(/\s+/)
  return words.filter((word) => /\p{L}{2}/u.test(word)).length - 1 < MIN_NAMING
}

/** Names in code marks are no words of the sentence: `must()` binds nobody. Quotation marks stay: people stress with them. */
export function withoutCode(sentence: string): string {
  return sentence.replace(/`[^`]*`|https?:\/\/\S+|\b\w+\(\)/g, 'x')
}
