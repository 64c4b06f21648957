import { median } from './measure.ts'

/** A table of the report. */
export interface Section {
  readonly title: string
  /** What is compared, in one or two sentences. */
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly claims: readonly Claim[]
}

/** A bound that the measured numbers must meet. */
export interface Claim {
  readonly text: string
  readonly holds: boolean
  /** The measured value. */
  readonly measured: string
}

/** Formats a number. */
type NumberFormat = (value: number) => string

/** Claims that a measured number is no larger than a bound. */
export function atMost(text: string, value: number, bound: number, show: NumberFormat = milliseconds): Claim {
  return { text, holds: value <= bound, measured: show(value) }
}

/** Claims that a measured number is no smaller than a bound. */
export function atLeast(text: string, value: number, bound: number, show: NumberFormat): Claim {
  return { text, holds: value >= bound, measured: show(value) }
}

/** Claims that a measured number is smaller than a bound. */
export function below(text: string, value: number, bound: number, show: NumberFormat = milliseconds): Claim {
  return { text, holds: value < bound, measured: show(value) }
}

/** Claims that the median of measured numbers is no larger than a bound. */
export function medianAtMost(
  text: string,
  values: readonly number[],
  bound: number,
  show: NumberFormat = milliseconds,
): Claim {
  return atMost(text, median(values), bound, (value) => `median ${show(value)}`)
}

/** Claims that no process used more megabytes than a bound. */
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

/** Formats a section as Markdown, with its claims below the table. */
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

/**
 * Returns a page in which these sections replace those with the same titles. Other sections are kept, and new ones are
 * appended.
 */
export function replaceSections(page: string, sections: readonly Section[]): string {
  const [head = '', ...parts] = page.trimEnd().split(/\n+(?=## )/)
  const written = new Map(parts.map((part) => [/^## (.*)/.exec(part)?.[1] ?? '', part]))
  for (const section of sections) written.set(section.title, formatSection(section))
  return `${[head, ...written.values()].join('\n\n')}\n`
}
