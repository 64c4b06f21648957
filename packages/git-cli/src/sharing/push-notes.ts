import {
  codedError,
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

/** Pushes notes refs by name, without force. The remote moves a ref only if it still has the tip that it advertised. */
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
    const pushed = yield* runRemote(repository, { remote, args, mayAsk }).mapErr((error) =>
      error.code === 'aborted' ? codedError('aborted', ABORTED) : error,
    )
    const outcomes = parseOutcomes(pushed.stdout.toString('utf8'))
    const stderr = pushed.stderr
    const answers: PushedRef[] = []
    for (const { ref } of refs) {
      const outcome = outcomes.get(ref)
      if (outcome === undefined) {
        return err(remoteFailure('push', remote, `${stderr}\n${pushed.stdout.toString('utf8')}`))
      }
      answers.push({ ref, ...toPushedRef(outcome, stderr) })
    }
    const recorded = await record(repository, { remote, refs }, answers)
    // The remote has the notes all the same.
    return recorded.isOk() ? ok(answers) : ok(answers.map((answer) => withFailure(answer, recorded.error)))
  })
}

const ABORTED = 'The push was aborted. The remote may have the notes already; the next push finds out.'

function isAtRemote({ outcome }: PushedRef): boolean {
  return outcome === 'pushed' || outcome === 'up_to_date'
}

function withFailure(answer: PushedRef, { message }: GitError): PushedRef {
  return isAtRemote(answer) ? { ...answer, trackingFailure: message } : answer
}

interface Outcome {
  readonly outcome: PushedRef['outcome']
  readonly reason: string
}

/** Parses `<flag> TAB <from>:<to> TAB <summary> (<reason>)`, one line per ref. */
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

/** Git's messages for a ref that is not at the expected tip, here or at the remote. */
const LOST_RACE =
  /fetch first|non-fast-forward|stale info|already exists|failed to update ref|cannot lock ref|failed to lock|incorrect old value|needs force|remote ref updated since checkout|not atomically/i

function reasonOf(summary: string): string {
  const text = summary.trim()
  const open = text.indexOf('(')
  return open >= 0 && text.endsWith(')') ? text.slice(open + 1, -1).trim() : text
}

/** Returns the messages of the remote's hooks and host. */
function remoteWords(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => (line.startsWith('remote: ') ? [line.slice(8)] : []))
  return lines.length === 0 ? '' : summarise(lines.join('\n'))
}

/** Returns the outcome for the caller, with the remote's message if it failed. */
function toPushedRef({ outcome, reason }: Outcome, stderr: string): Omit<PushedRef, 'ref'> {
  if (outcome === 'pushed' || outcome === 'up_to_date') return { outcome }
  const words = remoteWords(stderr)
  const clean = withoutCredentials(reason)
  return { outcome, reason: words === '' ? clean : `${clean}: ${words}` }
}

/** Updates the tracking refs. Git itself does so only if a refspec is configured. */
function record(
  repository: Repository,
  { refs }: NotesPush,
  answers: readonly PushedRef[],
): ResultAsync<unknown, GitError> {
  const there = new Set(answers.filter(isAtRemote).map(({ ref }) => ref))
  const updates = refs.filter(({ ref }) => there.has(ref))
  if (updates.length === 0) return okAsync(undefined)
  const input = updates.map(({ tracking, tip }) => `update ${tracking}\0${tip}\0\0`).join('')
  // Not aborted with the call: the remote has the notes, and the tracking refs must reflect that.
  return repository.during(undefined).run({ args: ['update-ref', '-m', 'chronicle: push', '-z', '--stdin'], input })
}
