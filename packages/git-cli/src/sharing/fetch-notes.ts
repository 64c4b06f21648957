import type { GitError, NotesFetch, RemoteCallOptions } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { Repository } from '../open-repository.ts'
import { remoteFailure } from './remote-failure.ts'
import { runRemote } from './run-remote.ts'

/** Options that limit a fetch to the requested refs. */
const ALONE = [
  '--quiet',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--refmap=',
]

/** Fetches the notes of a remote into their tracking refs, and removes tracking refs that the remote no longer has. */
export function fetchNotes(
  repository: Repository,
  { remote, prefix, trackingPrefix }: NotesFetch,
  { mayAsk }: RemoteCallOptions = {},
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    const partial = yield* isPartial(repository)
    const whole = partial ? ['--no-filter'] : []
    const refspec = `+${prefix}*:${trackingPrefix}*`
    const args = ['fetch', ...ALONE, '--prune', ...whole, '--', remote, refspec]
    const fetched = yield* runRemote(repository, { remote, args, mayAsk })
    if (fetched.exitCode !== 0) return err(remoteFailure('fetch', remote, fetched.stderr))
    return partial ? fetchMissingNotes(repository, { remote, trackingPrefix }, mayAsk) : ok()
  })
}

function isPartial({ run }: Repository): ResultAsync<boolean, GitError> {
  const args = ['config', '--get-regexp', '^(extensions[.]partialclone|remote[.].*[.]promisor)$']
  return run({ args, configuration: 'as it is', exitCodes: [0, 1] }).map(({ exitCode }) => exitCode === 0)
}

/**
 * Fetches the note contents into a partial clone. A plain `git fetch` omits them, and git would then fetch each one
 * separately when it is read.
 */
function fetchMissingNotes(
  repository: Repository,
  { remote, trackingPrefix }: Pick<NotesFetch, 'remote' | 'trackingPrefix'>,
  mayAsk: boolean | undefined,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    const refs = yield* repository.run({ args: ['for-each-ref', '--format=%(objectname)', `${trackingPrefix}*`] })
    const tips = refs.stdout.toString('latin1').split('\n').slice(0, -1)
    if (tips.length === 0) return ok()
    const listed = yield* repository.run({
      args: ['rev-list', '--objects', '--no-walk', '--missing=print', '--stdin'],
      input: `${tips.join('\n')}\n`,
    })
    const missing = listed.stdout
      .toString('latin1')
      .split('\n')
      .flatMap((line) => (line.startsWith('?') ? [line.slice(1)] : []))
    if (missing.length === 0) return ok()
    const args = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...ALONE, '--no-filter', '--stdin', '--', remote]
    const input = `${missing.join('\n')}\n`
    const fetched = yield* runRemote(repository, { remote, args, input, mayAsk })
    return fetched.exitCode === 0 ? ok() : err(remoteFailure('fetch', remote, fetched.stderr))
  })
}
