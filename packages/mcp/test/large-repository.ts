import { createFixtureRepository, FIXTURE_EPOCH, type FixtureRepository } from '@chronicle/testing'
import { openChronicle, type Chronicle } from '@chronicle/node'
import { gitEnvironment } from './station.ts'

const UNITS = 40
const COMMITS = 4

/** A repository with more annotations than an answer can contain. */
export interface LargeRepository {
  readonly repository: FixtureRepository
  readonly chronicle: Chronicle
}

/**
 * Creates forty functions that four commits annotated, where each function depends on the next and half of them were
 * edited since.
 */
export async function createLargeRepository(): Promise<LargeRepository> {
  const repository = await createFixtureRepository()
  let hours = 0
  const clock = (): number => (FIXTURE_EPOCH + 60 + 3600 * hours++) * 1000
  const chronicle = openChronicle({ dir: repository.dir, env: gitEnvironment, clock })
  for (let commit = 0; commit < COMMITS; commit++) {
    await repository.write({ 'src/large.ts': source((unit) => `${unit * COMMITS + commit}`), 'src/größe.ts': source() })
    await repository.commit(`Change everything, ${commit}`)
    const stored = await chronicle.annotate(annotation(commit))
    if (stored.isErr()) throw new Error(stored.error.message)
  }
  await repository.write({ 'src/large.ts': source((unit) => (unit % 2 === 0 ? 'edited()' : `${unit * COMMITS + 3}`)) })
  return { repository, chronicle }
}

function source(body: (unit: number) => string = String): string {
  return Array.from(
    { length: UNITS },
    (_, unit) => `export function unit${unit}() {\n  return ${body(unit)}\n}\n`,
  ).join('\n')
}

/** Contains quotes, line ends and other scripts, which take more space in a message than in a text. */
function annotation(commit: number): object {
  const file = 'src/large.ts'
  return {
    summary: `Round ${commit}: "everything" moves`,
    regions: Array.from({ length: UNITS }, (_, unit) => ({
      file: unit % 8 === 7 ? 'src/größe.ts' : file,
      anchor: `unit${unit}`,
      intent: `Says "${unit}" in round ${commit}\nand nothing else; der Größe nach, 大きさの順`,
      reasoning: `The "other" ${'way '.repeat(unit)}was \\slower\\ in round ${commit}.`,
      constraints: [`Stays above ${unit} in round ${commit}`, `"${commit}" is no name`],
      rejected_alternatives: [{ approach: `a table of ${unit}`, reason: 'too large' }],
      semantic_dependencies: [{ file, anchor: `unit${(unit + 1) % UNITS}`, nature: `is larger than ${unit}` }],
      tags: ['order', `unit-${unit}`],
    })),
    cross_cutting: [{ description: 'One order', regions: [`${file}:unit0`, `${file}:unit1`] }],
  }
}

export async function disposeLargeRepository({ repository, chronicle }: LargeRepository): Promise<void> {
  await chronicle.close()
  await repository.dispose()
}
