/** Requests to the agent rather than about the code. They are never about a commit. */
const ABOUT_THE_WORK: readonly RegExp[] = [
  // Requests about how to work: tests, version control, questions, tools.
  /\b(?:re-?)?run(?:ning)? (?:the |all |your |my |these |those |it|this|that|npm|pnpm|yarn|cargo|go|make|pytest|prettier|eslint|a |some )?\s*(?:\w+ ){0,2}(?:tests?|suite|lint(?:er)?|build|checks?|script|formatter|prettier|eslint|migrations?|command|benchmarks?|again)?\b(?=.*\b(?:before|after|first|again|when|every|please|pls|done|commit|tests?|lint|now|always|never)\b)/i,
  /\b(?:git (?:add|commit|push|pull|rebase|reset|stash|checkout|log|diff|status)|force[- ]push|conventional commits?|commit messages?|co-?author(?:ed)?|pull requests?|\bPRs?\b|cherry-pick|amend|squash (?:it|them|this|the)|feature branch|(?:new|separate|same|own|this|that|the|a|my) branch|(?:two|three|separate|one|single|small(?:er)?|atomic) commits?)\b/i,
  /\b(?:never|always|don't|do not|please|must|should|can|could|will|lets|let's|to|and|then|ok|before you|without|just|now)[, ]+(?:\w+ly )?(?:commit|push|merge|rebase|deploy|release|ship)(?:ting|ing)?\b(?! (?:the transaction|the tx|offsets?|in (?:a|one|the same) transaction|to (?:the )?(?:database|db|disk|queue)|inside|on close|hash|messages? to|rejected|events?|notifications?))/i,
  /\b(?:commit|push|merge|ship|stage|stash) (?:it|this|that|these|everything|all|now|the changes?|your (?:changes?|work)|what you have|after|before|when|once|as you go|often|early|separately)\b|^commit\b/i,
  /\b(?:ask(?:ing|s)? (?:me|us|first|again|before|for|if|questions?)|without asking|(?:tell|show|remind|give|send|ping|warn|inform|notify|let|walk|help|wait for|check with|confirm with|report(?: back)? to|come back to|get back to|talk to|trust|believe|follow|convince) (?:me|us)\b(?! (?:retry|through a)))/i,
  /(?:^|[,.;:–-] |\b(?:please|and|so|but|if|when|before|after|because|that|what|think|sure|hope|want|need|like|as|then|until|unless|while|why|how) )you(?:'re|'ve|'d|'ll)?\b(?! (?:can't|cannot|can not|never know|get (?:a|an|the|two)|lose|end up|have to (?:\w+ )?(?:the|a|every|each))\b)/i,
  /^(?:you|your)\b|\b(?:can|could|would|will|did|do|have|are|were) you\b/i,
  /\b(?:sub-?agents?|to-?do list|todos?\b|TodoWrite|plan mode|your (?:plan|summary|answer|response|output|context|memory|instructions?|tools?|changes?|approach|work|code|fix|solution|suggestion|idea|version|last|first|previous)|context window|compact|ultra ?think|think (?:hard|harder|carefully|step|about|again|first)|step by step|prompt|CLAUDE\.md|AGENTS\.md|cursor ?rules|skills?\b|slash command|MCP|hallucinat\w*)\b/i,
  // Requests to look, explain, start or stop.
  /^(?:please |pls |ok(?:ay)?,? |now |so |and |then |also |first,? |just |next,? |hey,? |hi,? |morning!? |alright,? |great,? |good,? |cool,? |yes,? |yeah,? |no,? |nice,? |let's |lets )*(?:explain|describe|summari[sz]e|tell|show (?:me|us|how|what|where|the (?:diff|output|code|logs?|plan|results?))|list|look|have a look|take a look|read|open|search|find|grep|investigate|analy[sz]e|research|check (?:if|whether|that|out|the|what|why|how)|review|double-?check|verify|see|think|plan|make (?:a|the|your) plan|outline|draft|propose|suggest|compare|estimate|continue|proceed|go (?:ahead|on|for)|carry on|keep going|resume|start|begin|stop|wait|hold on|pause|abort|cancel|undo|revert|roll back|throw|scrap|discard|forget|ignore (?:that|this|it|me|my|the previous|all|what)|try|test (?:it|this|that)|debug|repeat|redo|retry (?:that|this|it)|remember\b(?! that)|note (?:to self)|commit|push|merge|help|give me|send me|let me|explain)\b(?! (?:over (?:when|if|in|from)|retrying (?:after|when)|at (?:the first|once)))/i,
  /\b(?:be (?:concise|brief|short|quick|careful with your|thorough|honest)|no (?:emojis?|markdown|yapping|fluff|explanations?|preamble|summar(?:y|ies))|answer in|respond (?:in|with)|reply (?:in|with)|(?:answer|respond|reply|talk|write to me) in \w+|keep (?:it|your|the answer|answers) (?:short|brief|concise)|emojis?)\b/i,
  /\b(?:don't|do not|never|always|stop|please) (?:touch|edit|modify|change|delete|remove|read|open|format|reformat|create|write|add|update|mention|refactor|rename|implement|fix|do|start|write|generate|make)\w*\b.*\b(?:yet|for now|right now|until I|unless I|before I|without my|this time|in this (?:session|task|step|turn|commit)|anything else|other files|unrelated|tests?(?! (?:data|mode|env)\w*)|comments?|docs|changelog|readme|markdown files|files? I)\b/i,
  /\b(?:always|never|must|should|don't|do not|please|and|also)\b.{0,20}\b(?:add|write|update|include|format|lint|use) (?:\w+ ){0,3}(?:tests?|unit tests?|comments?|doc(?:string|umentation|s|blocks?)?|changelog|readme|prettier|jsdoc|types?(?= everywhere)|tabs|spaces|emojis?)\b(?! (?:data|mode|env))/i,
  /\b(?:write|touch|change) (?:any|some|more|the|your) code\b|\b(?:the |all |unit |my )tests? (?:have to|has to|must|need to|needs to|should|pass|fail|are|still)\b/i,
  /\b(?:other|unrelated) (?:stuff|things|code|parts|places)\b|\b(?:to|on|off) the task\b|\bso (?:that )?I (?:can|could|don't|do not)\b/i,
  /\b(?:low hanging|one thing at a time|small steps|as (?:usual|discussed|before)|like (?:last time|before|I said)|what I (?:said|meant|asked)|I (?:told|asked|said)|as I said)\b/i,
]

/** Conversation between people, or about anything but the code. */
const CHATTER: readonly RegExp[] = [
  /\b(?:thanks?|thank you|thx|cheers|sorry|congrats|lol|haha|hehe|rofl|omg|wtf|damn|pleasure|good (?:morning|night|evening|job|work)|well done|great job|nice (?:one|work|job)|awesome|lgtm|looks good|brb|afk|see you|bye|good luck|never ?mind|no (?:worries|problem|rush|hurry|idea|clue)|not (?:sure|really sure)|who knows|fingers crossed|my bad)\b/i,
  /\b(?:lunch|coffee|beer|pizza|dinner|breakfast|weekend|holidays?|vacation|my (?:kids?|wife|husband|train)|gym|dentist|birthday|stand-?up|(?:a|my|the|another) (?:meeting|interview|demo)|tired|(?:go to|get some|need) (?:sleep|bed)|my (?:battery|phone|boss|wifi|desk|machine|computer|laptop|colleague'?s?))\b/i,
  /\b(?:today|tomorrow|tonight|this (?:week|afternoon|evening|morning)|next (?:week|month|sprint)|by (?:monday|tuesday|wednesday|thursday|friday|noon|eod)|eod|asap|deadline|in the morning|later today|right now)\b(?!'s)/i,
  // The sender's own habits and moods.
  /\bI(?:'m| am)? (?:always|never|must|have to|need to go|had to|was|am|think I|forgot|forget|hate|love|like|wish|guess|wonder|hope|know|remember|understand|see|saw|feel|keep forgetting|don't (?:know|care|remember|get|understand|see|think|mind)|didn't|haven't|can't (?:remember|see|tell|find|believe)|wasn't|couldn't|tried to|looked|read|heard|noticed|found|thought)\b(?!.*\b(?:because|so (?:we|it|the|I prefer|I want)|must|never|instead of)\b)/i,
  // Assumptions about what must have happened, rather than requirements.
  /\b(?:this|that|it|there|something|someone|somebody|you|he|she) (?:must|has to|have to|gotta) (?:have|be (?:somewhere|inside|(?:a|some) (?:better|other)|the|a|an|some\w*|because|why|what|where|how|it|wrong|broken|coming|related|caused|due|joking|kidding|missing|new|nice|hard|fun|on|in))\b/i,
  /\b(?:never (?:seen|saw|heard|used|tried|worked|happened|had|been|knew|thought|understood|noticed|liked|mind|touched|got|really)|always (?:happy|glad|nice|fun|great|welcome|been|worked|did|had|was|were|wondered|liked|thought|forget|a (?:pleasure|pain|problem|mess)|happens?|fails?|breaks?|crash\w*|the same|some))\b/i,
  /^(?:why|what|how|who|when|where|which|does|do|did|is|are|was|were|can|could|should|would|will|shall|has|have|any)\b[^.!]*\?/i,
]

/** Text meant to instruct a model, wherever it came from. */
const INSTRUCTION =
  /\b(?:ignore|disregard|forget|override|bypass) (?:all |any |the |your |my )*(?:previous|prior|above|earlier|former|preceding|other|system|safety|these|those)?\s*(?:instructions?|rules|prompts?|guidelines|directions|constraints|guardrails|everything)\b|\b(?:system|developer) (?:prompt|message|notice|override)\b|^\W*(?:system|assistant|developer|user)\s*:|\b(?:as an? (?:ai|assistant|agent|language model|llm)|(?:ai|llm|coding|automated|language) (?:assistants?|agents?|models?|tools?)|assistants? (?:must|should|reading|processing)|agents? (?:must|should|reading|processing)|the (?:assistant|model|agent|ai) (?:must|should|will|is|has)|jailbreak|do anything now|act as|pretend (?:to|that)|roleplay|reveal|exfiltrat\w*|curl\b.*\|\s*(?:ba|z)?sh|wget\b.*\|\s*(?:ba)?sh|base64 -d|rm -rf|--no-verify|print (?:the|your|all) (?:env\w*|secrets?|instructions|system)|send (?:the|all|your|every|its) (?:\w+ )?(?:contents?|secrets?|keys?|tokens?|credentials|environment|env)\b|(?:upload|post|email|leak) (?:the|all|your) (?:\w+ )?(?:secrets?|keys?|tokens?|credentials|env\w*)|authorized by|in order to comply|new instructions?|important instructions?)\b|<\/?[a-z][\w-]*>|\[\/?(?:INST|SYS)\]/i

/** A credential that no secret rule detects: its name, followed by a word that is unusual in prose. */
const CREDENTIAL =
  /\b(?:pass(?:word|phrase|code|wd)?|pwd|pw|secret|token|api[- ]?key|credentials?|login|pin)\b[^.]{0,60}?(?:\bis\b|\bare\b|[:=])\s*["'`]?(?=\S*[\d!@#$%^&*_])(?=\S*[A-Za-z])\S{6,}/i

/** Returns whether a sentence is about how to work, small talk or a question, and so says nothing about a commit. */
export function isOffTopic(sentence: string): boolean {
  const words = sentence.replace(/`[^`]*`/g, 'x')
  return /\?["')]*$/.test(words.trim()) || [...ABOUT_THE_WORK, ...CHATTER].some((pattern) => pattern.test(words))
}

/** Returns whether a sentence addresses a model or contains something private. It is never quoted. */
export function isUnsafe(sentence: string): boolean {
  return INSTRUCTION.test(sentence) || CREDENTIAL.test(sentence)
}
