import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObjectId, ok, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Commit, RepositoryInfo } from '@chronicle/core/contracts'
import { undefinedIfMissing } from '../host/absent-files.ts'
import { attempt } from './attempt.ts'
import { isRebasing } from './is-rebasing.ts'
import type { GitHookContext } from './git-hook-context.ts'

/** The commits that are squashed into the next commit. */
interface SquashSources {
  /** The head of the branch when the sources were saved. */
  readonly head: string
  /** Oldest first. */
  readonly sources: readonly CommitId[]
}

/**
 * Saves the sources of `git merge --squash`. Git forgets them once the commit is made, and lists them in the message
 * only until somebody writes another.
 */
export function keepSquashSources({ session, args }: GitHookContext): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { info, repository, call } = session
    const { gitDir } = info
    // `commit <id>` amends a commit instead of making a new one.
    if (gitDir === undefined || args[1] === 'commit' || (await isRebasing(info))) return ok(undefined)
    const message = yield* attempt('SQUASH_MSG could not be read', () => readText(join(gitDir, 'SQUASH_MSG')))
    const sources = squashedCommits(message ?? '')
    const head = yield* repository.git.resolve('HEAD', call)
    if (sources.length === 0 || head === undefined) return ok(undefined)
    const kept: SquashSources = { head, sources }
    const path = pathOf(gitDir)
    return attempt('The sources of the squash could not be kept', async () => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, `${JSON.stringify(kept)}\n`)
    })
  })
}

/** Returns the saved sources of a commit, or else those that its message lists, and deletes the saved ones. */
export function takeSquashSources(
  { parents, message }: Commit,
  { gitDir }: RepositoryInfo,
): ResultAsync<readonly CommitId[], CodedError> {
  return safeTry(async function* () {
    if (gitDir === undefined) return ok([])
    const path = pathOf(gitDir)
    return attempt('The sources of the squash could not be read', async () => {
      const kept = parseSources(await readText(path))
      if (kept !== undefined) await rm(path, { force: true })
      return kept !== undefined && kept.head === parents[0] ? kept.sources : squashedCommits(message)
    })
  })
}

/** Parses the commits that git lists in a squash message, newest first, and returns them oldest first. */
function squashedCommits(message: string): readonly CommitId[] {
  if (!/^Squashed commit of the following:$/mu.test(message)) return []
  return [...message.matchAll(/^commit ([0-9a-f]{40}|[0-9a-f]{64})$/gmu)].map(([, id]) => id as CommitId).reverse()
}

function pathOf(gitDir: string): string {
  return join(gitDir, 'chronicle', 'squash-sources.json')
}

function parseSources(text: string | undefined): SquashSources | undefined {
  try {
    const { head, sources } = JSON.parse(text ?? '') as Partial<Record<keyof SquashSources, unknown>>
    if (typeof head !== 'string' || !Array.isArray(sources)) return undefined
    return { head, sources: sources.filter((id): id is CommitId => typeof id === 'string' && isObjectId(id)) }
  } catch {
    return undefined
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(undefinedIfMissing)
}
