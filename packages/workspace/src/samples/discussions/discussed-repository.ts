import { createFixtureRepository, FIXTURE_EPOCH, importCommits, type FixtureRepository } from '@chronicle/testing'
import type { CommitId } from '@chronicle/schema'
import type { ScriptedDiscussion } from './parse-discussions.ts'

/** The commit ids of a merged change. */
export interface MergedIds {
  readonly proposed: readonly CommitId[]
  /** The resulting commit on the main branch, which the host records. */
  readonly merged: CommitId
  /** Time of the merge, in Unix seconds. */
  readonly at: number
}

/** A repository with the discussed changes merged in order. */
export interface DiscussedRepository {
  readonly repository: FixtureRepository
  readonly ids: ReadonlyMap<number, MergedIds>
}

const DAY = 86_400

/** Builds the history: one commit with all files as they were before, then each change in the way it was merged. */
export async function buildDiscussedRepository(
  discussions: readonly ScriptedDiscussion[],
): Promise<DiscussedRepository> {
  const repository = await createFixtureRepository()
  const planned: Parameters<typeof importCommits>[1][number][] = []
  const add = (commit: (typeof planned)[number]): number => planned.push(commit) - 1
  const before = new Map<string, string>()
  for (const { path, before: content } of discussions.flatMap(({ commits }) => commits.flatMap(({ files }) => files))) {
    if (content !== '' && !before.has(path)) before.set(path, content)
  }
  const changes = [...before].map(([path, content]) => ({ path, content }))
  let main = add({ ref: 'refs/heads/main', parents: [], message: 'Begin', date: FIXTURE_EPOCH, changes })
  let base = main
  const marks = new Map<
    number,
    { readonly proposed: readonly number[]; readonly merged: number; readonly at: number }
  >()
  for (const [index, discussion] of discussions.entries()) {
    const opened = FIXTURE_EPOCH + (index + 1) * DAY
    const at = opened + DAY / 2
    // A branch to be rebased starts before the previous change was merged.
    let tip = discussion.manner === 'rebase' ? base : main
    const proposed = discussion.commits.map(({ message, files }, nth) => {
      const written = files.map(({ path, after }) => ({ path, content: after }))
      const ref = `refs/heads/topic-${discussion.number}`
      return (tip = add({ ref, parents: [tip], message, date: opened + nth * 60, changes: written }))
    })
    base = main
    main = merge(discussion, { main, tip, opened, at, add })
    marks.set(discussion.number, { proposed, merged: main, at })
  }
  const ids = await importCommits(repository, planned)
  const idOf = (mark: number): CommitId => ids[mark] as CommitId
  await repository.git('update-ref', 'refs/heads/main', idOf(main))
  return {
    repository,
    ids: new Map(
      [...marks].map(([number, { proposed, merged, at }]) => [
        number,
        { proposed: proposed.map(idOf), merged: idOf(merged), at },
      ]),
    ),
  }
}

interface Merging {
  readonly main: number
  readonly tip: number
  readonly opened: number
  readonly at: number
  readonly add: (commit: Parameters<typeof importCommits>[1][number]) => number
}

/** Returns the new tip of the main branch. */
function merge(
  { host, manner, number, title, commits }: ScriptedDiscussion,
  { main, tip, opened, at, add }: Merging,
): number {
  const ref = 'refs/heads/main'
  const all = commits.flatMap(({ files }) => files.map(({ path, after }) => ({ path, content: after })))
  if (manner === 'squash') {
    const message =
      host === 'github' ? `${title} (#${number})\n` : `${title}\n\nSee merge request acme/shop!${number}\n`
    return add({ ref, parents: [main], message, date: at, changes: all })
  }
  if (manner === 'merge') {
    const message =
      host === 'github'
        ? `Merge pull request #${number} from acme/topic-${number}\n\n${title}\n`
        : `Merge branch 'topic-${number}' into 'main'\n\n${title}\n\nSee merge request acme/shop!${number}\n`
    return add({ ref, parents: [main, tip], message, date: at, changes: all })
  }
  return commits.reduce(
    (parent, { message, files }, nth) =>
      add({
        // A rebase keeps the author date.
        ...{ ref, parents: [parent], message, date: opened + nth * 60 },
        changes: files.map(({ path, after }) => ({ path, content: after })),
      }),
    main,
  )
}
