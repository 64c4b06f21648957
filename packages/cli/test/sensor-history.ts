import { importCommits, type FixtureRepository } from '@chronicle/testing'

/** Makes commits in a line that each say why, over so many files. */
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
