import { median } from './measure.ts'

/** A table of the report. */
export interface Section {
  readonly title: string
  /** What is compared with what, in a sentence or two. */
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly claims: readonly Claim[]
}

/** Something the measured numbers must show. */
export interface Claim {
  readonly text: string
  readonly holds: boolean
  /** What was measured. */
  readonly measured: string
}

/** Writes a number. */
type Show = (value: number) => string

/** That a measured number is no larger than a bound. */
export function atMost(text: string, value: number, bound: number, show: Show = milliseconds): Claim {
  return { text, holds: value <= bound, measured: show(value) }
}

/** That a measured number is no smaller than a bound. */
export function atLeast(text: string, value: number, bound: number, show: Show): Claim {
  return { text, holds: value >= bound, measured: show(value) }
}

/** That a measured number is smaller than a bound. */
export function below(text: string, value: number, bound: number, show: Show = milliseconds): Claim {
  return { text, holds: value < bound, measured: show(value) }
}

/** That the median of measured numbers is no larger than a bound. */
export function medianAtMost(text: string, values: readonly number[], bound: number, show: Show = milliseconds): Claim {
  return atMost(text, median(values), bound, (value) => `median ${show(value)}`)
}

/** That none of some processes, by their megabytes, was larger than a bound. */
export function smallProcesses(sizes: readonly number[], bound: number): Claim {
  return atMost(`no such process takes more than ${bound} MB`, Math.max(...sizes), bound, megabytes)
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`
}

export function megabytes(value: number): string {
  return `${value.toFixed(0)} MB`
}

export function ratio(value: number): string {
  return value.toFixed(2)
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

/** A section as markdown, with its claims below the table. */
export function formatSection({ title, about, columns, rows, claims }: Section): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    `## ${title}`,
    '',
    about,
    '',
    line(columns),
    line(columns.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(line),
    '',
    ...claims.map(({ text, holds, measured }) => `- ${holds ? 'Holds' : '**Does not hold**'}: ${text} (${measured})`),
  ]
    .join('\n')
    .trimEnd()
}

/** A page with these sections in place of those of the same titles; the others stay, and new ones come last. */
export function replaceSections(page: string, sections: readonly Section[]): string {
  const [head = '', ...parts] = page.trimEnd().split(/\n+(?=## )/)
  const written = new Map(parts.map((part) => [/^## (.*)/.exec(part)?.[1] ?? '', part]))
  for (const section of sections) written.set(section.title, formatSection(section))
  return `${[head, ...written.values()].join('\n\n')}\n`
}
