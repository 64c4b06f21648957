import type { NotesFetch, RemoteCallOptions } from '@chronicle/core/contracts'
import type { Repository } from '../open-repository.ts'
import { remoteFailure } from './remote-failure.ts'
import { runRemote } from './run-remote.ts'

/** Options that keep a fetch to what it is asked for. */
const ALONE = [
  '--quiet',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--refmap=',
]

/** Fetches the notes of a remote into their tracking refs, and removes those that the remote no longer has. */
export async function fetchNotes(
  repository: Repository,
  { remote, prefix, trackingPrefix }: NotesFetch,
  { mayAsk }: RemoteCallOptions = {},
): Promise<void> {
  const partial = await isPartial(repository)
  const whole = partial ? ['--no-filter'] : []
  const refspec = `+${prefix}*:${trackingPrefix}*`
  const args = ['fetch', ...ALONE, '--prune', ...whole, '--', remote, refspec]
  const fetched = await runRemote(repository, { remote, args, mayAsk })
  if (fetched.exitCode !== 0) throw remoteFailure('fetch', remote, fetched.stderr)
  if (partial) await completeNotes(repository, { remote, trackingPrefix }, mayAsk)
}

async function isPartial({ run }: Repository): Promise<boolean> {
  const { exitCode } = await run({
    args: ['config', '--get-regexp', '^(extensions[.]partialclone|remote[.].*[.]promisor)$'],
    configuration: 'as it is',
    exitCodes: [0, 1],
  })
  return exitCode === 0
}

/**
 * A plain `git fetch` into a partial clone leaves the notes themselves out, and every one of them would then be fetched
 * alone when it is read.
 */
async function completeNotes(
  repository: Repository,
  { remote, trackingPrefix }: Pick<NotesFetch, 'remote' | 'trackingPrefix'>,
  mayAsk: boolean | undefined,
): Promise<void> {
  const refs = await repository.run({ args: ['for-each-ref', '--format=%(objectname)', `${trackingPrefix}*`] })
  const tips = refs.stdout.toString('latin1').split('\n').slice(0, -1)
  if (tips.length === 0) return
  const listed = await repository.run({
    args: ['rev-list', '--objects', '--no-walk', '--missing=print', '--stdin'],
    input: `${tips.join('\n')}\n`,
  })
  const missing = listed.stdout
    .toString('latin1')
    .split('\n')
    .flatMap((line) => (line.startsWith('?') ? [line.slice(1)] : []))
  if (missing.length === 0) return
  const args = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...ALONE, '--no-filter', '--stdin', '--', remote]
  const input = `${missing.join('\n')}\n`
  const fetched = await runRemote(repository, { remote, args, input, mayAsk })
  if (fetched.exitCode !== 0) throw remoteFailure('fetch', remote, fetched.stderr)
}
