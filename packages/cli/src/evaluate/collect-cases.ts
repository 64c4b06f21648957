import { createSeededRandom, mineCases, readEvaluationCases, type EvaluationCase } from '@chronicle/context/evaluate'
import { codedError, type CallOptions, type GitBackend } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { CommandHost } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { readTask, readTextFile } from '../retrieve/read-task.ts'
import type { EvaluateFlags } from './evaluate-flags.ts'
import { minedRepositories, type RepositoryPlaces } from './find-repositories.ts'

/** Returns the cases of the file, followed by the mined ones. */
export function collectCases(
  host: CommandHost,
  flags: EvaluateFlags,
  places: RepositoryPlaces,
  call: CallOptions,
): ResultAsync<readonly EvaluationCase[], CodedError> {
  return safeTry(async function* () {
    if (flags.cases === undefined && flags.mine === undefined) {
      const how = 'Give --cases <file>, or --mine <n> to make some of past commits. See: git chronicle evaluate -h'
      return err(codedError('usage', `There are no tasks. ${how}`))
    }
    const cases: EvaluationCase[] = []
    if (flags.cases !== undefined) {
      const text =
        flags.cases === '-' ? await readTask(['-'], undefined, host.io) : await readTextFile(flags.cases, host.io)
      const read = yield* text.andThen((given) => readEvaluationCases(given, { file: flags.cases ?? 'the cases' }))
      cases.push(...read)
    }
    if (flags.mine === undefined) return ok(cases)
    for (const [name, folder] of yield* minedRepositories(places)) {
      const { repository } = yield* openRepository(host, { ...flags, C: folder })
      try {
        const mined = yield* mine(repository.git, name, flags, call)
        cases.push(...mined)
      } finally {
        await repository.close()
      }
    }
    if (cases.length > 0) return ok(cases)
    const why =
      'These are not used: merges, releases, bots, short messages, and commits that change no code of an existing file.'
    return err(codedError('usage', `No commit of the history can be made a task. ${why}`))
  })
}

function mine(
  git: GitBackend,
  repository: string,
  { mine: count, seed }: EvaluateFlags,
  call: CallOptions,
): ResultAsync<readonly EvaluationCase[], CodedError> {
  return safeTry(async function* () {
    const head = yield* git.resolve('HEAD', call)
    if (head === undefined) return ok([])
    const mined = await mineCases(git, {
      ...call,
      ...{ from: head, repository, random: createSeededRandom(seed) },
      ...omitUndefined({ count }),
    })
    return mined.map(({ cases }) => cases)
  })
}
