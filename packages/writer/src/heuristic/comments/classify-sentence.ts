/** The kind of claim in a comment: a rule to keep, a warning, a coupling to code elsewhere, or a reason. */
export type CommentClaim = 'rule' | 'risk' | 'sync' | 'reason'

/** A quick test before scanning: added lines without any of these words contain no claim. */
export const CLAIM_HINT: RegExp =
  /\b(?:must(?:n't)?|never|always|assum(?:e[sd]?|ing|ption)|in[- ]sync|do not|don't|dont|todo|fixme|hack|xxx|bug|safety|warn(?:ing)?|caution|danger|important|attention|note|because|otherwise|work(?:s|ing)?[- ]?around|invariants?|beware|careful|only be|avoids?|prevents?|so that|thread[- ]safe|goroutine[- ]safe)\b/i

const MARKED =
  /^[@*]*(?:TODO|FIXME|HACK|XXX|BUG|WARN(?:ING)?|CAUTION|DANGER)\b(?!\w)|^(?:todo|fixme|hack|xxx|warning|caution)(?:\([^)]*\))?\s*:/
const IMPORTANT = /^(?:\*\*)?(?:IMPORTANT|ATTENTION|Important|Attention)(?:\*\*)?\s*[:!-]/
const SAFETY = /^SAFETY\s*:/
const NOTE = /^(?:NOTE|N\.?B\.?|Note)\b(?:\([^)]*\))?\s*(?::|that\b)/

const SYNC =
  /\b(?:keep|kept|keeps|stay|stays|be|remain|remains)\b[^.]{0,80}\bin[- ]sync\b|\bin[- ]sync with\b|\b(?:also )?(?:must|should|need to|have to) (?:also )?(?:be )?(?:updated?|change[d]?) (?:too|as well|together|here|also|in)\b/i

const RULES: readonly RegExp[] = [
  /(?<!(?:- |\b(?:so|then|thus),? )(?:it|this|that|they) (?=must be (?!\w+(?:ed|en|t)\b)))\bmust(?:n't| not| never| always| only| also)?\s+(?!have (?:been|had|got|gone|come)|be (?:a bug|because|due to|something|some|from|why|that the)|(?:see|admit|confess|say)\b)[a-z`]/i,
  /(?:^|[;,:] |\b(?:must|should|may|shall|please) )never (?!mind|happen|worked|did|had|been|got|seen|was|were|really|knows?|knew|ending|tested|before)[a-z]/i,
  /^always (?!on\b|returns? (?:a|an|the) (?:copy|new)\b)[a-z]+|\b(?:needs? to|has to|have to) always\b/i,
  /\b(?:this|we|it|code|which|and|function|method|here|implementation|caller) assumes?\b(?! we\b)|\bassum(?:e[sd]?|ing) that\b|^assum(?:es|e|ing)\b|\bassumption (?:is|here|that)\b/i,
  /\b(?:DO NOT|DON'T|DONT)\b/,
  /^(?:please )?(?:do not|don't|avoid) (?:ever )?(?!\w+ (?:that|this|it|them|those|these)\b)(?:remov\w+|chang\w+|edit\w*|modif\w+|us\w+|call\w*|rel\w+|mov\w+|delet\w+|reorder\w*|touch\w*|renam\w+|add\w*|assum\w+|forget|depend\w*|trust\w*|refactor\w*|replac\w+|expos\w+|inherit|import\w*|shar\w+|mutat\w+|access\w*|construct\w*|instantiat\w+|run\w*|merg\w+|upgrad\w+|bump\w*)\b/i,
  /\b(?:can|may|should|must) only be (?:called|used|invoked|accessed|set|modified|created|constructed|changed|run|read|written)\b/i,
  /^invariants?\s*:|\b(?:this|the|an|important|key|following) invariants? (?:that|is|are|here|of|must|holds?)\b|\binvariant that\b/i,
  /\b(?:not|isn't|aren't) (?:thread|goroutine|concurrency|async-signal)[- ]safe\b|\bnot safe (?:for|to)\b/i,
  /^(?:beware|be (?:very |extra )?careful)\b/i,
]

const REASONS: readonly RegExp[] = [
  NOTE,
  /\bbecause\b/i,
  /(?:^|[.;,(] ?|\bor )otherwise,? .*\b(?:would|will|could|might|won't|fails?|breaks?|crash\w*|hangs?|leaks?|panics?|cannot|can't)\b/i,
  /\bwork(?:s|ing)? ?around (?:for|a|an|the|this|that|that|issues?|bugs?|https?|[A-Z#])|\bworkaround for\b/i,
  /\b(?:in order )?to (?:avoid|prevent) (?!it\.|this\.)/i,
  /\bso that\b/i,
]

/** Describes what the code below does or returns, which nobody has to keep. */
const NARRATES = /^(?:tests?|checks?|verif(?:y|ies)|asserts?|returns?|yields?|whether|gets?|creates?|computes?)\b/i

/** The reasons to take from documentation. Everything else in it describes the code, and stays beside it. */
const DOC_REASONS: readonly RegExp[] = [/\bbecause\b/i, NOTE]

/** Documents a tag, a parameter or a version rather than the code. */
const DOCUMENTS =
  /^(?:[@\\](?:param|returns?|throws?|type|prop|property|see|since|deprecated|default|link|private|api|public|arg|argument|option)|:(?:param|returns?|raises?|rtype|type|attr|data)|\.\. )/i

const LEGAL =
  /\b(?:copyright|licen[cs]e[ds]?|spdx|warrant(?:y|ies)|redistribut\w+|all rights reserved|apache|gnu general|mit license|liab(?:le|ility)|permission is hereby|AS IS)\b/i

const DIRECTIVE =
  /^(?:eslint|tslint|jshint|jslint|jscs|prettier|biome|istanbul|c8|v8|@ts-|ts-|noqa|type:\s*ignore|pylint|flake8|mypy|pyright|pragma|fmt:|isort|nolint|go:|\+build|rustfmt|clippy|allow\(|coding[:=]|-\*-|vim?:|global\b|globals\b|exported\b|jsdom|@flow|region\b|endregion\b|#region|#endregion|shellcheck|codecov|sourceMappingURL)/i

/** Classifies a sentence of a comment. `undefined`: it claims nothing, or nothing that could be repeated elsewhere. */
export function classifySentence(sentence: string, { doc }: { readonly doc: boolean }): CommentClaim | undefined {
  const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  if (words < 4 || sentence.endsWith('?') || sentence.endsWith(':')) return undefined
  if (LEGAL.test(sentence) || DIRECTIVE.test(sentence) || isCode(sentence)) return undefined
  if (SAFETY.test(sentence)) return 'rule'
  if (MARKED.test(sentence)) return words < 7 ? undefined : 'risk'
  const narrates = NARRATES.test(sentence)
  if (!narrates && SYNC.test(sentence)) return 'sync'
  if (!narrates && RULES.some((pattern) => pattern.test(withoutQuotes(sentence)))) return 'rule'
  if (DOCUMENTS.test(sentence)) return undefined
  if (IMPORTANT.test(sentence)) return 'risk'
  const reasons = doc ? DOC_REASONS : REASONS
  if (words >= 7 && reasons.some((pattern) => pattern.test(sentence))) return 'reason'
  return undefined
}

/** Rule words in quotes or code marks are names, so they are removed. */
function withoutQuotes(sentence: string): string {
  return sentence.replace(/`[^`]*`|"[^"]*"|\*\*[^*]+\*\*|https?:\/\/\S+/g, (quoted) =>
    quoted.startsWith('**') ? '_' : '`',
  )
}

/** Characters that are rare in prose. */
const SIGNS = /[(){}[\];=<>$&|\\+]/g

/** Whether a comment contains commented-out code. */
export function isCode(text: string): boolean {
  const prose = text.replace(/`[^`]*`|https?:\/\/\S+|"[^"]*"|'[^']*'|(?<!\w)\w+\(\)|[-=]>|\(([^()=;{}]*)\)/g, 'x')
  const signs = prose.match(SIGNS)?.length ?? 0
  return (
    signs / Math.max(prose.length, 1) > 0.04 ||
    /[;{}]\s*$|^\s*[})\]]/.test(prose) ||
    /^\s*(?:if|for|while|switch|return|const|let|var|import|from|def|fn|func|use|pub|class|async|await|else|try|assert\w*)\b.*[({=]/.test(
      prose,
    ) ||
    /^[\w.]+\(.*\)$|^[\w.]+\s*[:+-]?=\s/.test(text)
  )
}
