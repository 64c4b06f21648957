import { dirname } from 'node:path'
import type { PlannedMutant, ProgressEntry } from './session.ts'

/** The outcome for one mutant. */
type Outcome = 'killed' | 'lived' | 'not covered'

/** Prints the mutants that lived, by file, and the share of mutants that a test found, by folder. */
export function printReport(mutants: readonly PlannedMutant[], progress: readonly ProgressEntry[]): string {
  const killed = new Set<string>()
  const covered = new Set<string>()
  for (const entry of progress) {
    if (entry.event === 'killed') killed.add(entry.mutant)
    if (entry.event === 'covered') for (const id of entry.mutants) covered.add(id)
  }
  const outcome = ({ id }: PlannedMutant): Outcome =>
    killed.has(id) ? 'killed' : covered.has(id) ? 'lived' : 'not covered'

  const survivors = mutants.filter((mutant) => outcome(mutant) !== 'killed')
  const lines = survivors.map((mutant) => describeMutant(mutant, outcome(mutant)))
  const slow = new Set(
    progress.flatMap((entry) => (entry.event === 'slow' ? [`${entry.testFile}: ${entry.test}`] : [])),
  )
  const failed = new Set(progress.flatMap((entry) => (entry.event === 'failed' ? [entry.testFile] : [])))
  return [
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    ...[...failed].map(
      (file) => `A test of ${file} fails without any mutant, or with 20 cases of a property alone, and was left out.`,
    ),
    ...(slow.size === 0 ? [] : [`Too slow to be run for each mutant: ${String(slow.size)} tests.`, ...slow, '']),
    '| Folder | Mutants | Found | Lived | Met by no test | Score |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...[...folders(mutants), undefined].map((folder) => {
      const of = mutants.filter(({ file }) => folder === undefined || dirname(file) === folder)
      const count = (wanted: Outcome) => of.filter((mutant) => outcome(mutant) === wanted).length
      const found = count('killed')
      const score = of.length === 0 ? '–' : `${((100 * found) / of.length).toFixed(1)} %`
      const cells = [of.length, found, count('lived'), count('not covered')].join(' | ')
      return `| ${folder ?? 'together'} | ${cells} | ${score} |`
    }),
  ].join('\n')
}

function folders(mutants: readonly PlannedMutant[]): readonly string[] {
  return [...new Set(mutants.map(({ file }) => dirname(file)))].toSorted()
}

function describeMutant(mutant: PlannedMutant, outcome: Outcome): string {
  const met = outcome === 'lived' ? '' : ', met by no test'
  const change = `${shortened(mutant.original)} → ${shortened(mutant.replacement)}`
  return `${mutant.file}:${String(mutant.line)} ${mutant.mutator}${met}: ${change}`
}

const MAX_SHOWN = 90

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}…`
}
