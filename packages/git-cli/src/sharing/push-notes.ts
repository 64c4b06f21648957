import {
  withoutCredentials,
  type GitError,
  type NotesPush,
  type PushedRef,
  type RemoteCallOptions,
} from '@chronicle/core/contracts'
import { err, ok, okAsync, safeTry, type ResultAsync } from '@chronicle/schema'
import type { Repository } from '../open-repository.ts'
import { remoteFailure, summarise } from './remote-failure.ts'
import { runRemote } from './run-remote.ts'

/** Pushes refs of notes by name, forward only. The remote moves each only from where it said that it stands. */
export function pushNotes(
  repository: Repository,
  { remote, refs }: NotesPush,
  { mayAsk }: RemoteCallOptions = {},
): ResultAsync<readonly PushedRef[], GitError> {
  return safeTry(async function* () {
    if (refs.length === 0) return ok([])
    const refspecs = refs.map(({ ref, tip }) => `${tip}:${ref}`)
    const alone = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-recurse-submodules', '--no-force-with-lease']
    const args = ['push', ...alone, '--', remote, ...refspecs]
    const pushed = yield* runRemote(repository, { remote, args, mayAsk })
    const outcomes = parseOutcomes(pushed.stdout.toString('utf8'))
    const stderr = pushed.stderr
    const answers: PushedRef[] = []
    for (const { ref } of refs) {
      const outcome = outcomes.get(ref)
      if (outcome === undefined) {
        return err(remoteFailure('push', remote, `${stderr}\n${pushed.stdout.toString('utf8')}`))
      }
      answers.push({ ref, ...told(outcome, stderr) })
    }
    return record(repository, { remote, refs }, answers).map(() => answers)
  })
}

interface Outcome {
  readonly outcome: PushedRef['outcome']
  readonly reason: string
}

/** Reads `<flag> TAB <from>:<to> TAB <summary> (<reason>)`, one line for each ref. */
function parseOutcomes(porcelain: string): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  for (const line of porcelain.split('\n')) {
    const [, flag, to, summary = ''] = /^([ +\-*=!])\t[^\t]*:([^\t:]+)\t(.*)$/.exec(line) ?? []
    if (flag === undefined || to === undefined) continue
    if (flag === '=') outcomes.set(to, { outcome: 'up_to_date', reason: '' })
    else if (flag !== '!') outcomes.set(to, { outcome: 'pushed', reason: '' })
    else outcomes.set(to, { outcome: LOST_RACE.test(summary) ? 'behind' : 'refused', reason: reasonOf(summary) })
  }
  return outcomes
}

/** What git says of a ref that is not where it was thought to be, on this side or on that of the remote. */
const LOST_RACE =
  /fetch first|non-fast-forward|stale info|already exists|failed to update ref|cannot lock ref|failed to lock|incorrect old value|needs force|remote ref updated since checkout|not atomically/i

function reasonOf(summary: string): string {
  return (/\((.*)\)\s*$/.exec(summary)?.[1] ?? summary).trim()
}

/** What hooks and the host of the remote say. */
function remoteWords(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => (line.startsWith('remote: ') ? [line.slice(8)] : []))
  return lines.length === 0 ? '' : summarise(lines.join('\n'))
}

/** An outcome as it is told, with what the remote said where it is a bad one. */
function told({ outcome, reason }: Outcome, stderr: string): Omit<PushedRef, 'ref'> {
  if (outcome === 'pushed' || outcome === 'up_to_date') return { outcome }
  const words = remoteWords(stderr)
  const clean = withoutCredentials(reason)
  return { outcome, reason: words === '' ? clean : `${clean}: ${words}` }
}

/** Git itself does so only where the configuration has a refspec for it. */
function record(
  repository: Repository,
  { refs }: NotesPush,
  answers: readonly PushedRef[],
): ResultAsync<unknown, GitError> {
  const there = new Set(
    answers.filter(({ outcome }) => outcome === 'pushed' || outcome === 'up_to_date').map(({ ref }) => ref),
  )
  const updates = refs.filter(({ ref }) => there.has(ref))
  if (updates.length === 0) return okAsync(undefined)
  const input = updates.map(({ tracking, tip }) => `update ${tracking}\0${tip}\0\0`).join('')
  // Not given up with the call: the remote has the notes, and the record of that belongs to the push.
  return repository.during(undefined).run({ args: ['update-ref', '-m', 'chronicle: push', '-z', '--stdin'], input })
}
