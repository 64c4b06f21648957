import { openChronicle } from '@chronicle/node'
import type { Region } from '@chronicle/schema'
import { placeOfRegion, regionContent } from '../region-content.ts'
import { buildDiscussedRepository } from './discussed-repository.ts'
import { answersOf } from './host-answers.ts'
import type { ScriptedDiscussion } from './parse-discussions.ts'

/** A region that an import recorded from one discussion. */
export interface RecordedStatement {
  /** `#12` or `!12`. */
  readonly change: string
  /** `path — unit (lines 4-9)`, at the commit. Empty when the region is about the commit as a whole. */
  readonly place: string
  readonly region: ReturnType<typeof regionContent>
}

/**
 * Imports discussions into temporary repositories and returns all recorded statements in the order of the discussions,
 * GitHub before GitLab.
 */
export async function recordStatements(
  discussions: readonly ScriptedDiscussion[],
): Promise<readonly RecordedStatement[]> {
  const hosts = ['github', 'gitlab'] as const
  const recorded: RecordedStatement[] = []
  for (const host of hosts) {
    const written = discussions.filter((each) => each.host === host)
    if (written.length > 0) recorded.push(...(await importAll(host, written)))
  }
  return recorded
}

async function importAll(
  kind: 'github' | 'gitlab',
  discussions: readonly ScriptedDiscussion[],
): Promise<readonly RecordedStatement[]> {
  const { ids, ...built } = await buildDiscussedRepository(discussions)
  await using repository = built.repository
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const files = discussions.flatMap((each) => answersOf(each, ids.get(each.number) ?? absent(each)))
  const source = await chronicle.openDiscussionSource({ kind, repository: 'acme/shop', files })
  if (source.isErr()) throw new Error(source.error.message)
  const found = new Map<number, readonly RecordedStatement[]>()
  for await (const event of chronicle.importDiscussions(source.value)) {
    if (event.kind === 'stopped') throw new Error(event.error.message)
    if (event.kind !== 'change') continue
    const { change, commits, error, status } = event.receipt
    if (status === 'failed' || status === 'lost') throw new Error(error?.message ?? `${change.label} is lost.`)
    const statements = commits.flatMap(({ regions }) => regions.map((region) => statementOf(change.label, region)))
    found.set(change.number, statements)
  }
  return discussions.flatMap(({ number }) => found.get(number) ?? [])
}

function statementOf(change: string, region: Region): RecordedStatement {
  return { change, place: placeOfRegion(region), region: regionContent(region) }
}

function absent({ number }: ScriptedDiscussion): never {
  throw new Error(`${number} was not merged.`)
}
