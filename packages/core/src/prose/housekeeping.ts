import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'

/** Sentences that say only that code was tidied or a record of changes extended, which nobody needs to know later. */
export const HOUSEKEEPING: PhraseRules = {
  'Adjust the code':
    /^(?:also )?(?:adapt|adjust|ajust|chang|clean|fix|improv|moderni[sz]|modif|polish|refactor|reformat|reorgani[sz]|restructur|rewrit|rework|simplif|tid|tweak|updat)(?:e[sd]?|ed|ing|s|y|ied|ies)?(?: up)? (?:(?:some|the|my|of) )*(?:code|code ?style|formatting|indentation|names?|naming|layout|style|variables?|whitespace|test ?(?:suite|case|model)s?)[.!]?$/iu,
  'Unnecessary definition of variable':
    /^(?:also )?(?:(?:delet|drop|kill|remov|strip)\w* )?(?:(?:an?|the|some|all|several|few) )*(?:dead|duplicated?|extra|leftover|moot|obsolete|redundant|stray|superfluous|unneeded|unnecessary|unused|useless) (?:definitions? of )?(?:else|mut|pass|(?:\p{Ll}+ )?(?:assertions?|blank lines?|casts?|code|commas?|comments?|console\.log|definitions?|imports?|lines?|paren(?:s|theses)|semi-?colons?|spaces?|variables?|whitespace))(?: (?:of|from|in) \S+)?(?: \([A-Z]*#?[\d, #]+\))?[.!]?$/iu,
  'We also do a few minor touchups in build.rs':
    /^(?:(?:this|the|we|I|it)(?: (?:commit|change|patch|PR))? )?(?:also )?(?:do|doe|make|include|contain|perform)s? (?:(?:a|few|bit|little|smidge|couple|of|just|some|more|minor|small|other|general|various) )*(?:clean(?:ing|s)?[ -]?ups?|polish(?:ing)?|tidying(?: up)?|touch[ -]?ups?|tweaks)\b(?!.*\b(?:because|since|so|to)\b)[^,;:]{0,50}$/iu,
  'fix: added history.md entry':
    /^(?:\w+(?:\([^)]*\))?: )?(?:also )?(?:add|extend|fix|updat|writ)\w* (?:(?:an?|the|to) )*(?:change ?log|changes|history|news|release notes?)(?:\.\w+)?(?: (?:entry|entries|file|item|note)s?)?[.!]?$/iu,
}

/** Returns whether a sentence says only that code was tidied, or that a record of changes has a new entry. */
export function isHousekeeping(sentence: string): boolean {
  return matchesPhrase(HOUSEKEEPING, sentence.replace(/^[*-] /u, ''))
}
