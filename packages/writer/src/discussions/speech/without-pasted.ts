/** Models and reviewing programs that people paste from, by name or by kind. */
const MODEL =
  '@?(?:(?:github )?copilot|claude(?: code)?|chat ?gpt|gpt-?\\d[\\w.]*|openai|gemini|codex|cursor bot|coderabbit(?:ai)?|sourcery|greptile|qodo|devin|deepseek|mistral|grok|llama|sonar(?:qube|cloud)|snyk|dependabot|renovate|the (?:ai|bot|llm|robot|rabbit|linter bot)|an? (?:ai|llm)|ai|llm|bots?)(?:\\[bot\\])?'
const SAYS =
  '(?:says?|said|wrote|writes|writing|states?|claims?|claimed|thinks?|suggests?|suggested|suggestions?|recommends?|recommended|answers?|answered|repl(?:y|ies|ied)|responds?|responded|responses?|tells?|told|explains?|explained|explanation|summary|summarized|overview|review(?:ed)?|analysis|output|description|opinion|comments?|commented|complains?|complained|verdict|take)'

/** A line that leads to what a program wrote: `Copilot summary:`, `ChatGPT says:`, `From Claude:`. */
const LEADS = new RegExp(
  `^[#>*_ \\t-]{0,20}(?:(?:[\\w'’]{1,40}[, ]{1,3}){0,6}?${MODEL}(?:['’]s)?[, ]+(?:[\\w'’]+[, ]+){0,4}?${SAYS}(?:[ ][\\w'’]+){0,5}|(?:from|via|by|according to|quoting|pasted from|straight from) ${MODEL}|${MODEL}|(?:[\\w'’]+ ){0,4}${SAYS}(?: \\w+)? (?:by|of|from) ${MODEL}|what ${MODEL} ${SAYS})[*_]*:[*_]*[^\\S\\n]*\\n[^]*`,
  'im',
)
/** The same within a sentence, with what was said in quotation marks. */
const SAID = new RegExp(
  `(?<![\\w@])${MODEL}(?:['’]s)? (?:[\\w'’]+ ){0,4}?${SAYS}\\b[^"“”\\n.]{0,40}(?:"[^"\\n]{10,}"|“[^”\\n]{10,}”)[.,;:]*`,
  'gi',
)

/** A text without what a person pasted into it and says to be a program's. `gap` stands where something was left out. */
export function withoutPasted(text: string, gap: string): string {
  return text.replace(SAID, gap).replace(LEADS, '')
}
