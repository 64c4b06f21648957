/** A paragraph of prose that the sender typed rather than pasted. */
export interface OwnParagraph {
  readonly text: string
  /** Whether it is a list item, below the line that introduces the list. */
  readonly item: boolean
  /** The line before a list, which ends with a colon. */
  readonly heading?: string
}

const FENCE = /^\s*(?:```|~~~)/
const BULLET = /^\s*(?:[-*+•‣–]|\d{1,2}[.)]|\(\d{1,2}\)|[a-e][.)])\s+(?=\S)/

/** Program output, code, tables and diffs, which nobody types as sentences. */
const NO_PROSE: readonly RegExp[] = [
  /^\s*(?:>|\||\$ |% |>>> |\.\.\. |# |#{2,6} |<\/?\w)/,
  /^\s*(?:at \S+ \(|at (?:async )?\S+:\d+|File "[^"]+", line \d+|\S+:\d+:\d+:?(?:\s|$)|\s*\^+\s*$)/,
  /^\s*(?:Traceback|Caused by:|goroutine \d+|thread '[^']*' panicked|panic:|(?:fatal |npm |build )?err(?:or)?(?:\[\w+\])?:|warn(?:ing)?(?:\[\w+\])?:|info:|debug:|npm ERR!|[A-Za-z.]*(?:Error|Exception)(?:: | at ))/i,
  /^\s*\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d)/,
  /^\s*\[?(?:ERROR|WARN|INFO|DEBUG|TRACE|FATAL|NOTICE|FAIL|PASS)\b[\]:\s]/,
  /^\s*(?:--- |\+\+\+ |@@ -|diff --git |index [0-9a-f]{7,}\.\.|[+-] ?[\w@#{}()].*[;{}(]\s*$)/,
  /[{};]\s*$|^\s*[{}[\]()]+[;,)]?\s*$|^\s*["'][\w-]+["']\s*:/,
  /^\s*(?:import\b.*\bfrom\b|from \S+ import\b|export (?:const|function|class|default)|(?:const|let|var|public|private|static) \w+.*[=(]|def \w+\(|func \w*\(|fn \w+|class \w+.*[:{]$|return\b.*[;)]$|if \(.*\)|for \(.*\)|SELECT\b.*\bFROM\b|INSERT INTO|curl -|sudo |export \w+=)/,
  /^\s*(?:https?:\/\/\S+|\S+@\S+)\s*$/,
  /^\s*[-=_*~#]{3,}\s*$/,
]

/** Introduces text of another person or a program. */
const ANNOUNCES_PASTE =
  /\b(?:tickets?|issues?|bug ?reports?|reports?|logs?|output|errors?|stack ?trace|trace|backtrace|e-?mails?|mails?|messages?|slack|chat|thread|comments?|review(?:s|er)?|feedback|docs|documentation|readme|wiki|article|blog|page|spec(?:ification)?|rfc|paste[ds]?|snippet|prompt|answer|response|reply|quote[ds]?|transcript|copied|description|customer|changelog|diff|patch|code|file|looks like this|(?:he|she|they|it|who|\w+) (?:wrote|writes|says|said|told (?:me|us)|posted|sent|replied|reads|suggested|commented|returned|prints|printed|gives|gave|shows))\b[^:]{0,60}:\s*$/i
/** Introduces points of the sender's own, whatever else the line mentions. */
const ANNOUNCES_OWN =
  /\b(?:rules?|constraints?|requirements?|things|points|notes?|goals?|reasons?|conditions?|invariants?|decisions?|wishes|caveats?|keep in mind|remember|important|want|need|should|must)\b[^:]{0,40}:\s*$/i

/** The first line of a mail or of a mail quotation. */
const MAIL_START =
  /^\s*(?:(?:From|Sent|To|Cc|Subject|Date|Von|Betreff|Reported by|Reporter|Assignee|Labels?): \S|On .{4,80} wrote:\s*$|-+ ?(?:Forwarded|Original) )/i
const MAIL_END =
  /^\s*(?:(?:best|kind|warm)? ?(?:regards|wishes)|best|cheers|thanks|thx|sincerely|greetings|br)\s*,?\s*(?:[-–—]?\s*\p{Lu}\w*\.?)?\s*$|\b(?:Best|Cheers|Regards|Thanks),\s+\p{Lu}\w+\s*\.?$|^\s*-- ?\p{L}*\s*$/u
/** A user story in the form that issue trackers use. */
const STORY =
  /^\s*(?:As an? [\w -]{2,40}, ?I (?:want|need|can|would)|As an? [\w -]{2,30} I (?:want|need|can|would)|Given .+|When .+ then |Acceptance criteria\b|Steps to reproduce|Expected (?:behaviou?r|result)|Actual (?:behaviou?r|result)|Description\s*:?$|Summary\s*:?$|Environment\s*:)/i

const MAX_LINE_LENGTH = 1_200
/**
 * Maximum number of characters that somebody types at once. A longer message was pasted after at most a short typed
 * beginning.
 */
const MAX_MESSAGE_LENGTH = 6_000
const TYPED_BEFORE_PASTE = 1_500
/** Minimum length of a line that the program may have wrapped during typing. */
const MIN_WRAPPED_LENGTH = 60

/** Returns the paragraphs that the sender typed as prose, without quotes, mails, logs, code and pasted texts. */
export function ownParagraphs(message: string): readonly OwnParagraph[] {
  const isLong = message.length > MAX_MESSAGE_LENGTH
  const lines = (isLong ? message.slice(0, TYPED_BEFORE_PASTE) : message).split('\n')
  if (isLong) lines.pop()
  const paragraphs: { text: string; item: boolean; heading?: string }[] = []
  let [isFenced, isPasted, isMail, isOpen] = [false, false, false, false]
  let quote: string | undefined
  let heading: string | undefined
  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) {
      isFenced = !isFenced
      isOpen = false
      // A fenced paste ends with the fence.
      if (!isFenced) isPasted = false
      continue
    }
    if (isFenced) continue
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined
      continue
    }
    if (isPasted) {
      if (isMail ? MAIL_END.test(line) : /^\s*(?:-{3,}|={3,}|_{3,}|\*{3,})\s*$/.test(line))
        [isPasted, isMail] = [false, false]
      continue
    }
    if (line.trim() === '') {
      isOpen = false
      // A list continues after a blank line, but prose after it does not belong to it.
      if (!BULLET.test(lines[index + 1] ?? '')) heading = undefined
      continue
    }
    // A heading starts a document.
    if (/^#{1,6} \S/.test(line) || STORY.test(line) || MAIL_START.test(line)) {
      ;[isPasted, isMail, isOpen] = [true, MAIL_START.test(line), false]
      continue
    }
    const isItem = BULLET.test(line)
    const text = line.replace(BULLET, '').trim()
    const opening = /^(?:"""|["“'‘«](?=\S))/.exec(text)?.[0]
    if (opening !== undefined) {
      const closing = opening === '“' ? '”' : opening === '‘' ? '’' : opening === '«' ? '»' : opening
      const end = text.indexOf(closing, opening.length)
      // Quoted text of another person, unless it is a name at the start of a sentence.
      if (end === -1 && lines.slice(index + 1).some((later) => later.includes(closing))) quote = closing
      if (end === -1 || end >= text.length - 2 || end > 60) {
        isOpen = false
        continue
      }
    }
    if (line.length > MAX_LINE_LENGTH || (!isItem && NO_PROSE.some((pattern) => pattern.test(line)))) {
      isOpen = false
      continue
    }
    if (
      ANNOUNCES_PASTE.test(text) &&
      !ANNOUNCES_OWN.test(text) &&
      lines.slice(index + 1).some((later) => later.trim() !== '')
    ) {
      // Text before the introduction, on the same line, was typed.
      const before = /^(.*[.!?])\s+[^.!?]*:\s*$/.exec(text)?.[1]
      if (before !== undefined) paragraphs.push({ text: before, item: isItem })
      ;[isPasted, isOpen] = [true, false]
      continue
    }
    const last = paragraphs.at(-1)
    const wraps =
      isOpen &&
      !isItem &&
      last !== undefined &&
      (lines[index - 1] ?? '').length >= MIN_WRAPPED_LENGTH &&
      /^[\p{Ll}(]/u.test(text) &&
      !/[.!?:;]$/.test(last.text)
    if (wraps) last.text += ` ${text}`
    else if (text.endsWith(':')) {
      heading = text
      paragraphs.push({ text, item: isItem })
    } else paragraphs.push({ text, item: isItem, ...(isItem && heading !== undefined && { heading }) })
    if (!isItem && !text.endsWith(':')) heading = undefined
    isOpen = true
  }
  return paragraphs.map((each) => ({ ...each, text: each.text.replace(/\s+/g, ' ') }))
}
