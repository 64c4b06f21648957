/*
 * Content words: the words of a text without grammar words and without words that describe any change and any code.
 * They are compared by stem, so that `retries`, `retrying` and `maxRetry` share one.
 */

const GRAMMAR =
  'a an the this that these those it its they them their we our you your i he she who which what when where while ' +
  'as at by for from in into of on onto off out over to up down with within via per and or but nor if then than so ' +
  'is are was were be been being am do does did done has have had having will would can could may might shall should ' +
  'must not no yes also only just more most some any all each every both either neither other another such same own ' +
  'there here now too very via etc eg ie because since otherwise unless until never always still already ' +
  'before after during about above below between through again once how why whether without'

const CHANGES =
  'add added remove delete drop update upgrade change modify alter introduce implement create make refactor rename ' +
  'move extract replace fix improve clean cleanup adjust tweak rework rewrite simplify extend enhance include ensure ' +
  'provide support allow handle use set get call return pass put give take need want work new old existing additional ' +
  'extra current previous several various appropriate proper correct better good necessary relevant respective ' +
  'feat chore docs style perf build ci revert wip misc instead rather following related based'

const CODE =
  'code file function method class struct type interface enum module package import export parameter param argument ' +
  'arg option variable value field property constant object array list string number boolean bool int null undefined ' +
  'void line block statement expression definition declaration signature helper logic behavior behaviour ' +
  'functionality implementation commit change patch diff test spec case name named const let var def fn func self'

const WORD = /[\p{L}\p{N}]+/gu

/** Returns the distinct stems of a text's content words, in order of appearance. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [run] of text.matchAll(WORD)) {
    for (const part of splitCases(run)) {
      const word = part.toLowerCase()
      if (word.length < 2 && word.charCodeAt(0) < 0x3000) continue
      const stem = stemOf(word)
      if (!ORDINARY.has(word) && !ORDINARY.has(stem)) words.add(stem)
    }
  }
  return words
}

/** Splits `maxRetryCount` into `max`, `Retry`, `Count`, and `HTTPServer` into `HTTP`, `Server`. */
function splitCases(run: string): readonly string[] {
  return run.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
}

function stemOf(word: string): string {
  let stem = word
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 3 && stem.endsWith('s') && !stem.endsWith('ss')) stem = stem.slice(0, -1)
  for (const ending of ['ing', 'ed', 'er', 'ly']) {
    if (stem.length > ending.length + 3 && stem.endsWith(ending)) {
      stem = stem.slice(0, -ending.length)
      break
    }
  }
  if (stem.length > 3 && stem.at(-1) === stem.at(-2) && !stem.endsWith('ss')) stem = stem.slice(0, -1)
  if (stem.endsWith('i')) stem = `${stem.slice(0, -1)}y`
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

const ORDINARY: ReadonlySet<string> = new Set(
  [GRAMMAR, CHANGES, CODE].flatMap((list) => list.split(' ').flatMap((word) => [word, stemOf(word)])),
)
