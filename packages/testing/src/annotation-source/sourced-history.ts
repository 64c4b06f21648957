import type { CommitId } from '@chronicle/schema'
import { plantNotes } from '../fixture/fast-import.ts'
import { createFixtureRepository, type FixtureRepository } from '../fixture/fixture-repository.ts'

/** A history with reasons in its messages and in notes, and a commit id that does not exist. */
export interface SourcedHistory {
  readonly repository: FixtureRepository
  /** Oldest first. All of their messages give a reason; the commits at even positions also have a note. */
  readonly commits: readonly CommitId[]
  readonly unknown: CommitId
}

const COMMITS = 8

export async function createSourcedHistory(): Promise<SourcedHistory> {
  const repository = await createFixtureRepository()
  const commits: CommitId[] = []
  for (let position = 0; position < COMMITS; position++) {
    await repository.write({ [`src/store-${position % 3}.ts`]: sourceOf(position) })
    commits.push(await repository.commit(messageOf(position)))
  }
  const annotated = commits.filter((_, position) => position % 2 === 0)
  await plantNotes(
    repository,
    annotated.map((commit, position) => [commit, noteOf(commit, `src/store-${(position * 2) % 3}.ts`)]),
  )
  return { repository, commits, unknown: '0123456789'.repeat(4) as CommitId }
}

function sourceOf(position: number): string {
  return [
    `export function store${position % 3}(name: string): string {`,
    `  const held = takeLock(name, ${position})`,
    `  const written = write(held, 'attempt ${position}')`,
    '  return release(held, written)',
    '}',
    '',
  ].join('\n')
}

function messageOf(position: number): string {
  return [
    `Take the lock before store${position % 3} reads, take ${position}`,
    '',
    `Two processes wrote at once and the second one lost what the first had`,
    `written, because store${position % 3}() held the lock only while it wrote. It must be`,
    'taken before the first read, so that nobody works on a stale state.',
    '',
  ].join('\n')
}

function noteOf(commit: CommitId, file: string): object {
  return {
    ...{ $schema: 'chronicle/v1', commit, timestamp: '2024-01-01T00:00:00Z', summary: `What ${file} holds.` },
    ...{ context_level: 'enhanced', provenance: { operation: 'initial', derived_from: [] } },
    regions: [{ file, intent: 'Two writers must not meet.', constraints: [{ text: 'Lock first.', source: 'author' }] }],
  }
}
