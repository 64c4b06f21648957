import { type NotesRef, ok, type RemainingCopy, type ResultAsync, safeTry } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { ConfigSection, GitBackend, GitError } from '../contracts/git-backend.ts'
import { trackingRef } from '../share/shared-refs.ts'
import { quoteWord } from '../text/quote-word.ts'
import { tipDigest } from './scrub-message.ts'

/** Files of the folder `chronicle` that are not caches, as patterns for a shell. */
const DATA_FILES = ['pending-context.json', 'squash-sources.json', "'rewrites*'", 'failed.log']
const DATA_FOLDERS = ["'*/unrecorded/*'", "'*/acknowledgements/*'"]

/**
 * Lists where content may remain that was scrubbed from refs; no copy disappears by itself. Old objects come after the
 * refs that hold them, because git removes only unreachable ones. `scrubbed`: the refs, with the digests of the remote
 * tips that were in them.
 */
export function remainingCopies(
  scrubbed: ReadonlyMap<NotesRef, ReadonlySet<string>>,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<readonly RemainingCopy[], GitError> {
  return safeTry(async function* () {
    const refs = [...scrubbed.keys()]
    const info = yield* git.describe(call)
    const remotes = yield* (await git.readConfig?.('remote', call)) ?? ok<ConfigSection>(new Map())
    const copies: RemainingCopy[] = []
    const { chronicleDir } = info
    if (chronicleDir !== undefined) {
      const message =
        'Caches may hold names and tags from the notes. They can be deleted at any time. The command spares files that ' +
        'are not caches: statements that are not recorded yet, acknowledgements, rewrites to carry over, and failed.log.'
      const tests = [
        ...DATA_FILES.map((name) => `-not -name ${name}`),
        ...DATA_FOLDERS.map((name) => `-not -path ${name}`),
      ]
      const command = `find ${quoteWord(chronicleDir)} -type f ${tests.join(' ')} -delete`
      copies.push({ place: 'cache', message, command })
    }
    for (const remote of remoteNames(remotes.keys())) {
      const leases: string[] = []
      const tracked: RemainingCopy[] = []
      let isBehind = false
      for (const [ref, included] of scrubbed) {
        const tracking = trackingRef(ref, remote)
        const tip = yield* git.notesTip(tracking, call)
        // Without a tip, the lease says that the ref must not exist there.
        leases.push(`--force-with-lease=${quoteWord(ref)}:${tip ?? ''}`)
        if (tip === undefined) continue
        if (!included.has(tipDigest(tip))) isBehind = true
        const message = `${tracking} holds the notes as they were fetched.`
        tracked.push({ place: 'remote_tracking_ref', message, command: `git update-ref -d ${quoteWord(tracking)}` })
      }
      const message = `If the notes were pushed to ${remote}, they have to be pushed again by force: others fetch them from there. If git refuses because others pushed meanwhile, git chronicle sync pull takes over what is new there, and says how to go on.`
      const command =
        isBehind || tracked.length === 0
          ? `git chronicle sync pull ${quoteWord(remote)}`
          : ['git push', ...leases, quoteWord(remote), ...refs.map((ref) => quoteWord(`${ref}:${ref}`))].join(' ')
      copies.push({ place: 'remote', message, command }, ...tracked)
    }
    copies.push({
      place: 'objects',
      message:
        'After that: the old objects stay in this repository, and reflogs may name them, until git takes them away.',
      command: `git reflog expire --expire=now --expire-unreachable=now ${refs.map(quoteWord).join(' ')} && git gc --prune=now`,
    })
    const message =
      'Whoever fetched the notes still has the content. If it is a secret, treat it as known: revoke it where it is valid.'
    return ok([...copies, { place: 'clones', message }])
  })
}

/** `origin.url` belongs to `origin`; remote names may contain dots, keys do not. */
function remoteNames(keys: Iterable<string>): readonly string[] {
  const names = [...keys].filter((key) => /\.(?:url|pushurl)$/u.test(key)).map((key) => key.replace(/\.[^.]+$/u, ''))
  return [...new Set(names)].sort()
}
