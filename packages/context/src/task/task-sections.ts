/** Parts of a task, by how much their words tell about the code that is meant. */
export interface TaskSections {
  /** The first line. */
  readonly title: string
  /** What its author says, without headings of a form. */
  readonly prose: string
  /** Fenced code, logs and traces. */
  readonly code: string
}

/** Characters of a task that are read. What is longer is a log. */
const MAX_TASK = 60_000
/** Characters of a line that is still read as a heading. */
const MAX_HEADING = 200

const FENCE = /^(?<fence>```+|~~~+)[\s\S]*?(?:^\k<fence>\s*$|(?![\s\S]))/gm
const HIDDEN = /<!--[\s\S]*?(?:-->|$)/g
const HEADING = /^\s*(?:#{1,6}\s*(?<hashed>.*?)|\*\*(?<bold>[^*]+)\*\*:?|(?<plain>[A-Z][\w' ]{2,40}):?)\s*$/
/** Sections that tell about the author's machine. */
const ABOUT_MACHINE =
  /^(?:your )?(?:environment|system|platform|versions?|os|setup|project|screenshots?|additional context|checklist|tools)\b|\b(?:environment|version|versions) (?:info|information|details|used)\b|\bversions?$/i
/** Headings of the forms that hosts of repositories put before their authors. */
const FORM =
  /^(?:describe|to reproduce|how to reproduce|reproduc|steps|expected|actual|observed|current|desired|environment|your project|screenshots?|additional|problem|bug|issue|description|context|summary|versions?|feature request|is your|proposal|solution|alternatives|motivation|what|checklist|system|output|logs?)\b/i
/** `- OS: Linux`, `Python version: 3.9`. */
const MACHINE_LINE =
  /^\s*[-*]?\s*\**(?:OS|Operating system|Platform|Browser|Node|Python|Go|Rust|npm|[\w.-]+ [Vv]ersions?|Versions?|Extra tools|[\w-]+ extensions)\**\s*:/

/** Returns the part of a task that is read, its lines ended by line feeds alone. */
export function readPart(description: string): string {
  return description.slice(0, MAX_TASK).replaceAll('\r\n', '\n')
}

/** Takes a task apart. Form headings, hidden comments and what tells about the author's machine are left out. */
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
    // Below a marked heading, a short line is an answer, `Windows`, unless the form has it.
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
