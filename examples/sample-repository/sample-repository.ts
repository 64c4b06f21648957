import { openChronicle, type Chronicle } from '@chronicle/node'
import { createFixtureRepository } from '@chronicle/testing'

/** An open repository in which one reason is recorded. */
export interface SampleRepository {
  readonly chronicle: Chronicle
  /** Returns the subjects and notes of its commits, newest first, as git prints them. */
  log(): Promise<string>
  dispose(): Promise<void>
}

/** Creates two commits in a temporary folder. The first has an annotation about `retry` in `src/retry.ts`. */
export async function createSampleRepository(): Promise<SampleRepository> {
  const repository = await createFixtureRepository()
  const chronicle = openChronicle({ dir: repository.dir })
  await repository.write({
    'src/retry.ts': 'export function retry(attempt: number): number {\n  return 1000 * 2 ** attempt\n}\n',
  })
  await repository.commit('Back off exponentially')
  const stored = await chronicle.annotate({
    summary: 'Leave the broker time to recover',
    regions: [
      {
        file: 'src/retry.ts',
        anchor: 'retry',
        intent: 'Leave the broker time to recover after a restart.',
        constraints: ['Never below one second: the broker bans clients that are quicker.'],
        rejected_alternatives: [{ approach: 'A fixed delay', reason: 'All clients came back in the same second.' }],
      },
    ],
  })
  if (stored.isErr()) throw new Error(stored.error.message)
  await repository.write({ 'README.md': '# Sample\n' })
  await repository.commit('Say what this is')
  return {
    chronicle,
    log: () => repository.git('log', '--notes=chronicle', '--format=%s%n%N'),
    async dispose() {
      await chronicle.close()
      await repository.dispose()
    },
  }
}
