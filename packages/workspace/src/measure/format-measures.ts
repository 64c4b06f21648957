import type { CodeLines } from './code-lines.ts'
import type { CommandStart } from './command-start.ts'
import type { FailureStyles } from './failure-styles.ts'
import type { ImportCycles } from './import-cycles.ts'
import type { InstallSize } from './install-size.ts'
import type { OwnImplementation } from './own-implementations.ts'
import type { TouchedFiles } from './recipes.ts'
import type { RepeatedDeclaration } from './repeated-declarations.ts'
import type { NameUse } from './worst-names.ts'

/** All measures of one checkout. */
export interface Measures {
  readonly lines: readonly CodeLines[]
  readonly cycles: ImportCycles
  readonly failures: FailureStyles
  readonly repeated: readonly RepeatedDeclaration[]
  readonly touched: readonly TouchedFiles[]
  readonly own: readonly OwnImplementation[]
  readonly names: readonly NameUse[]
  /** Measures that need a build; absent unless requested. */
  readonly installs?: readonly InstallSize[]
  readonly starts?: readonly CommandStart[]
  readonly tests?: TestTime
}

/** The time of a run of all tests. */
export interface TestTime {
  readonly seconds: number
  /** Whether the tests ran with their maximum number of repetitions. */
  readonly isThorough: boolean
}

/** Formats measures as Markdown. */
export function formatMeasures(measures: Measures): string {
  const sections = [
    lineSection(measures.lines),
    cycleSection(measures.cycles),
    failureSection(measures.failures),
    repeatedSection(measures.repeated),
    touchedSection(measures.touched),
    ownSection(measures.own),
    nameSection(measures.names),
    ...(measures.installs === undefined ? [] : [installSection(measures.installs)]),
    ...(measures.starts === undefined ? [] : [startSection(measures.starts)]),
    ...(measures.tests === undefined ? [] : [testTime(measures.tests)]),
  ]
  return `# Measures\n\n${sections.join('\n\n')}\n`
}

function testTime({ isThorough, seconds }: TestTime): string {
  return `## Tests\n\n\`npm test\` takes ${seconds} s, with ${isThorough ? 'all' : 'few'} repetitions.`
}

function lineSection(lines: readonly CodeLines[]): string {
  const cells = (name: string, each: Omit<CodeLines, 'packageName'>): readonly (string | number)[] => [
    name,
    each.sourceFiles,
    each.sourceLines,
    each.testFiles,
    each.testLines,
  ]
  const sum = (key: Exclude<keyof CodeLines, 'packageName'>): number => lines.reduce((all, each) => all + each[key], 0)
  const total = {
    sourceFiles: sum('sourceFiles'),
    sourceLines: sum('sourceLines'),
    testFiles: sum('testFiles'),
    testLines: sum('testLines'),
  }
  const rows = [...lines.map((each) => cells(each.packageName, each)), cells('all', total)]
  return `## Lines\n\n${table(['Package', 'Files', 'Lines', 'Test files', 'Test lines'], rows)}`
}

function cycleSection({ files, packages }: ImportCycles): string {
  const inAll = files.reduce((sum, group) => sum + group.length, 0)
  const group = (members: readonly string[]): string => `- ${members.map((each) => `\`${each}\``).join(', ')}`
  return [
    `## Import cycles\n\nGroups of files that import each other: ${files.length}, with ${inAll} files. Groups of packages: ${packages.length}.`,
    [...packages, ...files].map(group).join('\n'),
  ]
    .join('\n\n')
    .trimEnd()
}

function failureSection(styles: FailureStyles): string {
  const rows: readonly (readonly (string | number)[])[] = [
    ['`if (x.isErr()) return err(x.error)`', styles.returnedByHand],
    ['`safeTry`', styles.safeTry],
    ['`try … catch`', styles.tryCatch],
    ['`throw`', styles.throws],
    ['functions named `attempt…`', styles.attempts.length],
    ['`condition ? { … } : {}`', styles.emptyObjectBranches],
  ]
  return `## Failure styles\n\n${table(['Style', 'Count'], rows)}`
}

function repeatedSection(repeated: readonly RepeatedDeclaration[]): string {
  const three = repeated.filter(({ places }) => places.length > 2).length
  const rows = repeated.slice(0, 10).map(({ name, places }) => [`\`${name}\``, places.join('<br>')])
  return `## Declared more than once\n\nTypes of documents whose fields are listed at two places or more: ${repeated.length}; at three or more: ${three}. The first ten:\n\n${table(['Type', 'Places'], rows)}`
}

function touchedSection(touched: readonly TouchedFiles[]): string {
  const rows = touched.map(({ what, example, byHand, tests }) => [what, `\`${example}\``, byHand.length, tests.length])
  const lists = touched.map(({ what, byHand }) => `- ${what}: ${byHand.map((path) => `\`${path}\``).join(', ')}`)
  return `## Files that an addition touches\n\n${table(['Adding', 'Counted by', 'Files by hand', 'Tests'], rows)}\n\n${lists.join('\n')}`
}

function ownSection(own: readonly OwnImplementation[]): string {
  const replaced = own.filter(({ remainingFiles }) => remainingFiles.length === 0).length
  const rows = own.map(({ part, library, remainingFiles }) => [
    part,
    library,
    remainingFiles.length === 0 ? 'library' : remainingFiles.join('<br>'),
  ])
  return `## Own implementations\n\nReplaced by a library: ${replaced} of ${own.length}.\n\n${table(['Part', 'Library', 'Now'], rows)}`
}

function nameSection(names: readonly NameUse[]): string {
  const left = names.filter(({ uses }) => uses > 0)
  const rows = left.map(({ name, files, uses }) => [`\`${name}\``, files, uses])
  return `## Worst names\n\nLeft: ${left.length} of ${names.length}.\n\n${table(['Name', 'Files', 'Uses'], rows)}`
}

function installSection(installs: readonly InstallSize[]): string {
  const rows = installs.map(({ packageName, packed, unpacked, installed, packages }) => [
    packageName,
    kib(packed),
    kib(unpacked),
    kib(installed),
    packages,
  ])
  return `## Install sizes\n\n${table(['Package', 'Packed, KiB', 'Unpacked, KiB', 'With dependencies, KiB', 'Packages'], rows)}`
}

function startSection(starts: readonly CommandStart[]): string {
  const rows = starts.map(({ command, modules, bytes, milliseconds }) => [
    `\`${command}\``,
    modules,
    kib(bytes),
    milliseconds ?? '',
  ])
  return `## Start of the command\n\n${table(['Command', 'Modules loaded', 'KiB loaded', 'Milliseconds'], rows)}`
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(0)
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
