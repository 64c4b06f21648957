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
/** Headings of sections about the author's machine. */
const ABOUT_MACHINE =
  /^(?:your )?(?:environment|system|platform|versions?|os|setup|project|screenshots?|additional context|checklist|tools)\b|\b(?:environment|version|versions) (?:info|information|details|used)\b|\bversions?$/i
/** Headings of the issue forms of repository hosts. */
const FORM =
  /^(?:describe|to reproduce|how to reproduce|reproduc|steps|expected|actual|observed|current|desired|environment|your project|screenshots?|additional|problem|bug|issue|description|context|summary|versions?|feature request|is your|proposal|solution|alternatives|motivation|what|checklist|system|output|logs?)\b/i
/** Matches lines such as `- OS: Linux` and `Python version: 3.9`. */
const MACHINE_LINE =
  /^\s*[-*]?\s*\**(?:OS|Operating system|Platform|Browser|Node|Python|Go|Rust|npm|[\w.-]+ [Vv]ersions?|Versions?|Extra tools|[\w-]+ extensions)\**\s*:/

/** Returns the part of a task that is read, with line feeds as line endings. */
export function readPart(description: string): string {
  return description.slice(0, MAX_TASK).replaceAll('\r\n', '\n')
}

/** Divides a task into sections. Form headings, hidden comments and details of the author's machine are omitted. */
export function taskSections(description: string): TaskSections {
  const text = readPart(description).trimStart()
  const end = text.indexOf('\n')
  const title = (end === -1 ? text : text.slice(0, end)).trim()
  const code: string[] = []
  const body = (end === -1 ? '' : text.slice(end)).replace(HIDDEN, ' ').replace(FENCE, (fenced) => {
    code.push(fenced)
    return ' '
  })
  const lines: string[] = []
  let aboutMachine = false
  let isMarked = false
  for (const line of body.split('\n')) {
    const heading = headingOf(line)
    // Below a marked heading, a short line such as `Windows` is an answer, unless it is a heading of the form.
    const isAnswer = isMarked && aboutMachine && heading?.marked === false && !FORM.test(heading.text)
    if (heading !== undefined && !isAnswer) {
      aboutMachine = ABOUT_MACHINE.test(heading.text)
      isMarked = heading.marked
      if (FORM.test(heading.text) || aboutMachine) continue
    }
    if (!aboutMachine && !MACHINE_LINE.test(line)) lines.push(line)
  }
  return { title, prose: lines.join('\n'), code: code.join('\n') }
}

function headingOf(line: string): { readonly text: string; readonly marked: boolean } | undefined {
  const { hashed, bold, plain } = HEADING.exec(line.slice(0, MAX_HEADING).trim())?.groups ?? {}
  const text = hashed ?? bold ?? plain
  return text === undefined ? undefined : { text: text.trim(), marked: plain === undefined }
}
