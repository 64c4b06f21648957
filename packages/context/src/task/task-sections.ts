/** Sections of a task, which differ in how much their words reveal about the code in question. */
export interface TaskSections {
  /** The first line. */
  readonly title: string
  /** The author's own words, without form headings. */
  readonly prose: string
  /** Code in fences. */
  readonly code: string
}

/** Maximum number of characters of a task to read. Longer text is a log. */
const MAX_TASK = 60_000
/** Maximum number of characters of a line to test for a heading. */
const MAX_HEADING = 200

const FENCE = /^(?<fence>```+|~~~+)[\s\S]*?(?:^\k<fence>\s*$|(?![\s\S]))/gm
const HIDDEN = /<!--[\s\S]*?(?:-->|$)/g
const HEADING = /^\s*(?:#{1,6}\s*(?<hashed>.*?)|\*\*(?<bold>[^*]+)\*\*:?|(?<plain>[A-Z][\w' ]{2,40}):?)\s*$/
/** Headings of sections whose words say little about the problem. */
const ASIDE = /^(?:your )?(?:setup|project|screenshots?|additional context|checklist|tools)\b/i
/** Headings of sections about the author's machine. */
const ABOUT_MACHINE =
  /^(?:your )?(?:environment|system|platform|versions?|os)(?: (?:and \w+|info|information|details|used|versions?))?:?$|^(?:browser|sphinx|vs ?code) extensions$|\b(?:environment|version|versions) (?:info|information|details|used)\b|\bversions?$/i
/** Headings of the issue forms of repository hosts. */
const FORM =
  /^(?:describe|to reproduce|how to reproduce|reproduc|steps|expected|actual|observed|current|desired|environment|your project|screenshots?|additional|problem|bug|issue|description|context|summary|versions?|feature request|is your|proposal|solution|alternatives|motivation|what|checklist|system|output|logs?)\b/i
/** Matches lines such as `- OS: Linux` and `Python version: 3.9`. */
const MACHINE_LINE =
  /^\s*[-*]?\s*\**(?:OS|Operating system|Platform|Browser|Node|Python|Go|Rust|npm|[\w.-]+ [Vv]ersions?|Versions?|Extra tools|[\w-]+ extensions)\**\s*:/

/** Returns the part of a task that is read, with line feeds as line endings. */
function readPart(description: string): string {
  return description.slice(0, MAX_TASK).replaceAll('\r\n', '\n')
}

/** The text of a task and its details of the author's machine, both without hidden comments. */
export interface TaskText {
  readonly prose: string
  readonly machine: string
}

/** Divides a task into the text in which names and paths count, and the details of the author's machine. */
export function taskText(description: string): TaskText {
  const { title, lines } = readLines(description)
  const textOf = (wanted: boolean): readonly string[] =>
    lines.filter(({ kind }) => (kind === 'machine') === wanted).map(({ text }) => text)
  return { prose: [title, ...textOf(false)].join('\n'), machine: textOf(true).join('\n') }
}

/** Divides a task into sections. Form headings, hidden comments and details of the author's machine are omitted. */
export function taskSections(description: string): TaskSections {
  const { title, lines } = readLines(description)
  const prose = lines.filter(({ kind, isFenced }) => kind === 'prose' && !isFenced)
  const code = lines.filter(({ isFenced }) => isFenced)
  const textOf = (parts: readonly Line[]): string => parts.map(({ text }) => text).join('\n')
  return { title, prose: textOf(prose), code: textOf(code) }
}

/** A line, or a whole fence. */
interface Line {
  readonly text: string
  /** An aside is of a section that is not about the problem, but may name its places. */
  readonly kind: 'prose' | 'heading' | 'aside' | 'machine'
  readonly isFenced: boolean
}

function readLines(description: string): { readonly title: string; readonly lines: readonly Line[] } {
  const text = readPart(description).replace(HIDDEN, ' ').trimStart()
  const end = text.indexOf('\n')
  const title = (end === -1 ? text : text.slice(0, end)).trim()
  const body = end === -1 ? '' : text.slice(end)
  const lines: Line[] = []
  let section: 'prose' | 'aside' | 'machine' = 'prose'
  let isMarked = false
  const read = (line: string): void => {
    const heading = headingOf(line)
    // Below a marked heading, a short line such as `Windows` is an answer, unless it is a heading of the form.
    const isAnswer = isMarked && section !== 'prose' && heading?.marked === false && !FORM.test(heading.text)
    const isHeading = heading !== undefined && !isAnswer
    if (isHeading) {
      section = ASIDE.test(heading.text) ? 'aside' : ABOUT_MACHINE.test(heading.text) ? 'machine' : 'prose'
      isMarked = heading.marked
    }
    const isOfForm = isHeading && (FORM.test(heading.text) || section !== 'prose')
    const kind = isOfForm ? 'heading' : MACHINE_LINE.test(line) ? 'machine' : section
    lines.push({ text: line, kind, isFenced: false })
  }
  let from = 0
  for (const { 0: fenced, index } of body.matchAll(FENCE)) {
    for (const line of body.slice(from, index).split('\n')) read(line)
    lines.push({ text: fenced, kind: section, isFenced: true })
    from = index + fenced.length
  }
  for (const line of body.slice(from).split('\n')) read(line)
  return { title, lines }
}

function headingOf(line: string): { readonly text: string; readonly marked: boolean } | undefined {
  const { hashed, bold, plain } = HEADING.exec(line.slice(0, MAX_HEADING).trim())?.groups ?? {}
  const text = hashed ?? bold ?? plain
  return text === undefined ? undefined : { text: text.trim(), marked: plain === undefined }
}
