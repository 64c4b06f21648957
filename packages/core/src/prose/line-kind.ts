/** A Markdown code fence. */
const FENCE = /^\s*(?:```|~~~)/
/** A bullet or a number before a list item. */
const BULLET = /^\s*(?:[-*+•‣–]|\d{1,2}[.)]|\(\d{1,2}\))\s+(?=\S)/
const HEADING = /^#{1,6} \S/
const UNDERLINE = /^\s*(?:={3,}|-{3,}|~{3,}|\^{3,})\s*$/
const QUOTE = /^\s*>(?: |$)/

/** Lines of program output, tables, diffs and stack traces, which nobody wrote as prose. */
const LOG: readonly RegExp[] = [
  /^\s*(?:\$ |% |>>> |C:\\|[A-Za-z]:\\\S*>)/,
  /^\s*\.\.\. (?:\s+\S|(?:async|class|def|elif|else|except|finally|for|if|try|while|with)\b.*:$|[\w.]+(?:\[.*\])?(?:\(| ?[-+*/|&]?= ))/,
  /^\s*\|.*\|\s*$/,
  /^\s*at (?:\S+ )?\(?\S+:\d+(?::\d+)?\)?\s*$/,
  /^\s*File "[^"]+", line \d+/,
  /^\s*(?:Traceback|Caused by:|goroutine \d+|thread '[^']*' panicked|panic:|error(?:\[E\d+\])?:|warning:|npm ERR!|[A-Za-z.]*(?:Error|Exception): |[a-z_][\w.]*\.[A-Z]\w+: \S)/,
  /^\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s*(?:--- [ab]\/|\+\+\+ [ab]\/|@@ -|diff --git |index [0-9a-f]{7,}\.\.)/,
  /^\s*\S+:\d+(?::\d+)?: (?:\w*(?:Warning|Error)|warning|error|note): /,
  /^(?:ok|FAIL|PASS|---)\s+\S+\s+[\d.]+s?(?:\s+coverage: .*)?$/,
  /^\s*Benchmark\w+\S*\s+\d/,
  /^\s*(?:real|user|sys)\s+[\dm.s]+$/,
  /\)? \{\s*$|[({=].*;\s*$|^\s*[})\]]+[;,)]?\s*$|^\s*(?:func \w+\(|def \w+\(|import \($|package \w+$|type \w+ (?:struct|interface)\b)/,
]

/** Words that occur in sentences but not in commands. */
const PROSE_WORD =
  /(?:^|\s)(?:an?|the|and|or|to|is|are|was|with|when|if|for|in|of|because|since|that|which|but|not|no|now|only|so|by|from|under|after|before|on|at|as|it|this)(?=\s|$)/i
/** A command that follows a variable assignment. */
const COMMAND_WITH_VARIABLE = /^\s*(?:env )?[A-Z][A-Z\d_]*=\S+ [a-z]\S*(?: |$)/
/** A program and several flags. */
const COMMAND_WITH_FLAGS = /^\s*[a-z][\w./-]*(?: [\w./:-]+)? --?\w\S*(?= (?:.* )?--?\w)[^,;]*[^,;.:]$/

/** Returns whether the first line of a paragraph is a command. */
export function isCommand(line: string): boolean {
  return (COMMAND_WITH_VARIABLE.test(line) || COMMAND_WITH_FLAGS.test(line)) && !PROSE_WORD.test(line)
}

/** Comments, check lists and hints that templates and programs insert into messages, and rules between their parts. */
const TEMPLATE: readonly RegExp[] = [
  /^\s*<!--.*-->\s*$/,
  /^\s*(?:<\/?(?:img|details|summary|br|p|div|table|tr|td)\b[^>]*>\s*)+$|^\s*!\[[^\]]*\]\([^)]*\)\s*$/i,
  /^\s*(?:[-*+] )?\[[ xX]?\] /,
  /^\s*_(?:add|describe|e\.g\.|explain|for example|how|if|include|list|please|provide|required|say|tell us|what|why)\b[^_]*_\s*$/i,
  /^\s*(?:-{3,}|_{3,}|\*{3,}|={3,}|~{3,})\s*$|^\s{0,3}\.{3,}\s*$/,
  /^#.*(?:please enter the commit message|will be ignored|on branch )/i,
  /^#\t/,
  /^HG: /,
  /^\s*(?:conflicts?:|# conflicts:)\s*$/i,
  /^\s*\[\^?[\w. -]+\]:?\s*(?:-\s*)?<?https?:\S+$/,
  /^\s*\[?(?:\d+|\*)\]?:?\s*(?:-\s*)?<?https?:\S+$/,
  /^\s*r\d+ \| \S+ \| \d{4}-/,
  /^\s*(?:updated-dependencies:|-? *dependency-(?:name|version|type|group): \S.*|update-type: \S+)$/,
  /^\s*(?:Bumps|Updates) (?:\[[^\]]+\]\(\S+\)|`[^`]+`|\S+) from \S+ to \S+$|^\s*Bumps the \S+ group\b/,
  /^\s*(?:🤖\s*)?Generated (?:with|by) (?:\[[^\]]+\]\(\S+\)|(?:Claude|Codex|Copilot|Cursor|Gemini)(?: Code| CLI)?)\.?\s*$/u,
  /^\s*- \[(?:Release notes|Changelog|Commits|Upgrade guide)\]\(\S+\)$/i,
]

/** The kind of one line of a message, regardless of its neighbours. */
export type LineKind = 'blank' | 'fence' | 'bullet' | 'heading' | 'underline' | 'quote' | 'log' | 'template' | 'text'

/**
 * Maximum number of characters of a line that is matched against patterns: on a long line of white space they would
 * take minutes.
 */
const MAX_PROSE_LINE = 5000

/** Returns the kind of one line of a message, judged by its first characters. */
export function lineKind(line: string): LineKind {
  if (line.trim() === '') return 'blank'
  if (line.length > MAX_PROSE_LINE) return 'log'
  if (FENCE.test(line)) return 'fence'
  if (UNDERLINE.test(line)) return 'underline'
  if (TEMPLATE.some((pattern) => pattern.test(line))) return 'template'
  if (QUOTE.test(line)) return 'quote'
  if (HEADING.test(line)) return 'heading'
  if (LOG.some((pattern) => pattern.test(line))) return 'log'
  return BULLET.test(line) ? 'bullet' : 'text'
}

/** Returns the mark of a bullet with the spaces around it; `''` when the line is not a bullet. */
export function bulletMark(line: string): string {
  return BULLET.exec(line)?.[0] ?? ''
}

/** Returns the number of white space characters at the beginning of a line; a tab counts as eight. */
export function indentOf(line: string): number {
  return (/^\s*/.exec(line)?.[0] ?? '').replace(/\t/g, '        ').length
}
