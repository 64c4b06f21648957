/** Models and review bots whose output people paste, by name or kind. */
const MODEL =
  '@?(?:(?:github )?copilot|claude(?: code)?|chat ?gpt|gpt-?\\d[\\w.]*|openai|gemini|codex|cursor bot|coderabbit(?:ai)?|sourcery|greptile|qodo|devin|deepseek|mistral|grok|llama|sonar(?:qube|cloud)|snyk|dependabot|renovate|the (?:ai|bot|llm|robot|rabbit|linter bot)|an? (?:ai|llm)|ai|llm|bots?)(?:\\[bot\\])?'
const SAYS =
  '(?:says?|said|wrote|writes|writing|states?|claims?|claimed|thinks?|suggests?|suggested|suggestions?|recommends?|recommended|answers?|answered|repl(?:y|ies|ied)|responds?|responded|responses?|tells?|told|explains?|explained|explanation|summary|summarized|overview|review(?:ed)?|analysis|output|description|opinion|comments?|commented|complains?|complained|verdict|take)'

/** A line that introduces a program's text: `Copilot summary:`, `ChatGPT says:`, `From Claude:`. */
const LEADS = new RegExp(
  `^[#>*_ \\t-]{0,20}(?:(?:[\\w'’]{1,40}[, ]{1,3}){0,6}?${MODEL}(?:['’]s)?[, ]+(?:[\\w'’]+[, ]+){0,4}?${SAYS}(?:[ ][\\w'’]+){0,5}|(?:from|via|by|according to|quoting|pasted from|straight from) ${MODEL}|${MODEL}|(?:[\\w'’]+ ){0,4}${SAYS}(?: \\w+)? (?:by|of|from) ${MODEL}|what ${MODEL} ${SAYS})[*_]*:[*_]*[^\\S\\n]*\\n[^]*`,
  'im',
)
/** The same within a sentence, with the program's text in quotation marks. */
const SAID = new RegExp(
  `(?<![\\w@])${MODEL}(?:['’]s)? (?:[\\w'’]+ ){0,4}?${SAYS}\\b[^"“”\\n.]{0,40}(?:"[^"\\n]{10,}"|“[^”\\n]{10,}”)[.,;:]*`,
  'gi',
)

/** Returns a text without the parts that a person pasted and attributes to a program. `gap` replaces each of them. */
export function withoutPasted(text: string, gap: string): string {
  return text.replace(SAID, gap).replace(LEADS, '')
}
