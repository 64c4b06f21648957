import { Instrumenter } from '@stryker-mutator/instrumenter'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { MutationPlan, PlannedMutant } from './session.ts'

/** The log of the instrumenter is not needed. */
const ignore = () => undefined
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
}

/** Makes every mutant of the sources that StrykerJS knows, each behind a switch. */
export async function planMutants(
  root: string,
  sources: readonly string[],
): Promise<Pick<MutationPlan, 'mutants' | 'instrumented'>> {
  const files = sources.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const result = await new Instrumenter(logger).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    mutationLevel: undefined,
  } as never)
  const texts = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  const mutants = result.mutants
    .filter((mutant) => mutant.status !== 'Ignored')
    .map((mutant): PlannedMutant => {
      const { start, end } = mutant.location
      return {
        id: mutant.id,
        file: relative(root, mutant.fileName).replaceAll('\\', '/'),
        line: start.line + 1,
        mutator: mutant.mutatorName,
        original: textBetween(texts.get(mutant.fileName) ?? [], start, end),
        replacement: mutant.replacement,
      }
    })
  return { mutants, instrumented: Object.fromEntries(result.files.map(({ name, content }) => [name, content])) }
}

interface Position {
  readonly line: number
  readonly column: number
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const part = lines.slice(start.line, end.line + 1)
  const last = part.length - 1
  return part
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join('\n')
}
