import { importCommits, type FixtureRepository } from '@chronicle/testing'

/** Creates a linear history of commits that give reasons, over the given number of files. */
export async function importSensorHistory(repository: FixtureRepository, count: number, files: number): Promise<void> {
  await importCommits(
    repository,
    Array.from({ length: count }, (_, number) => ({
      ref: 'refs/heads/main',
      parents: number === 0 ? [] : [number - 1],
      date: 1_704_067_200 + number,
      message: `Change ${number}\n\nValue ${number} is needed because customer ${number} has so many sensors in the field.\n`,
      changes: [
        { path: `src/f${number % files}.ts`, content: `export function f(): number {\n  return ${number}\n}\n` },
      ],
    })),
  )
}
