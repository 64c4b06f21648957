import {
  ok,
  omitUndefined,
  safeTry,
  SYNC_RECEIPT_SCHEMA,
  type Diagnostic,
  type NotesRef,
  type ResultAsync,
  type SyncedRef,
  type SyncReceipt,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { Remote } from '../contracts/notes-sharing.ts'
import { compareTips } from './compare-tips.ts'
import { countDifferences } from './count-differences.ts'
import { fetchRefspec, sharedRefs, type SharedRef } from './shared-refs.ts'
import type { SharingGit } from './share-services.ts'

/** The action of a command; the receipt adds the resulting state. */
export interface SharingAction {
  readonly action: SyncReceipt['action']
  readonly pulled?: ReadonlyMap<NotesRef, number>
  readonly pushed?: ReadonlyMap<NotesRef, number>
  readonly warnings?: readonly Diagnostic[]
}

/** Compares the local notes with those of a remote as of the last fetch or push. */
export function describeSharing(
  { git, remote, notesRef }: { readonly git: SharingGit; readonly remote: Remote; readonly notesRef: NotesRef },
  { action, pulled, pushed, warnings = [] }: SharingAction,
  call: CallOptions,
): ResultAsync<SyncReceipt, GitError> {
  return safeTry(async function* () {
    const refs: SyncedRef[] = []
    for (const shared of sharedRefs(notesRef, remote.name)) {
      const standing = yield* compareShared(shared, git, call)
      const { ref } = shared
      refs.push({ ...standing, pulled: pulled?.get(ref) ?? 0, pushed: pushed?.get(ref) ?? 0 })
    }
    return ok({
      $schema: SYNC_RECEIPT_SCHEMA,
      action,
      remote: { name: remote.name, ...omitUndefined({ url: remote.url }) },
      enabled: remote.fetchRefspecs.includes(fetchRefspec(notesRef, remote.name)),
      refs,
      warnings: [...warnings, ...doubtfulRefspecs(remote, notesRef)],
    })
  })
}

/** Compares one ref with its tracking ref, without the results of an action. */
export function compareShared(
  { ref, tracking }: Pick<SharedRef, 'ref' | 'tracking'>,
  git: SharingGit,
  call: CallOptions,
): ResultAsync<Omit<SyncedRef, 'pulled' | 'pushed'>, GitError> {
  return safeTry(async function* () {
    const tip = yield* git.notesTip(ref, call)
    const remoteTip = yield* git.notesTip(tracking, call)
    const known = {
      ...{ ref, tracking },
      ...omitUndefined({ tip, remote_tip: remoteTip }),
    }
    if (tip === undefined || remoteTip === undefined) {
      if (tip === remoteTip) return ok({ ...known, status: 'absent', to_push: 0, to_pull: 0 })
      const listing = await git.listNotes(tip === undefined ? tracking : ref, call)
      return listing.map(({ notes: { size } }) =>
        tip === undefined
          ? { ...known, status: 'behind', to_push: 0, to_pull: size }
          : { ...known, status: 'ahead', to_push: size, to_pull: 0 },
      )
    }
    if (tip === remoteTip) return ok({ ...known, status: 'equal', to_push: 0, to_pull: 0 })
    const bases = yield* git.sharing.commonTips(tip, remoteTip, call)
    const compared = yield* compareTips(git, { ours: tip, theirs: remoteTip, bases }, call)
    const counted = await countDifferences(compared, git, call)
    return counted.map(({ toPush, toPull }) => ({
      ...known,
      status: bases.includes(remoteTip) ? 'ahead' : bases.includes(tip) ? 'behind' : 'diverged',
      to_push: toPush,
      to_pull: toPull,
    }))
  })
}

/** Returns warnings for settings that make git overwrite notes, fail to fetch, or push only notes. */
function doubtfulRefspecs({ name, fetchRefspecs, pushRefspecs }: Remote, notesRef: NotesRef): readonly Diagnostic[] {
  const warn = (message: string): Diagnostic => ({ code: 'doubtful_refspec', severity: 'warning', message })
  const found: Diagnostic[] = []
  for (const refspec of fetchRefspecs) {
    const to = refspec.split(':')[1] ?? ''
    if (!covers(to, notesRef)) continue
    const effect = refspec.startsWith('+')
      ? `overwrites the notes in ${notesRef}, those not shared yet included`
      : `makes every git fetch fail once the notes here and there differ`
    const remedy = `git config --fixed-value --unset-all remote.${name}.fetch '${refspec}'`
    found.push(warn(`The fetch refspec ${refspec} of ${name} ${effect}. Take it out: ${remedy}`))
  }
  for (const refspec of pushRefspecs) {
    if (!covers(refspec.replace(/^\+/, '').split(':').at(-1) ?? '', notesRef)) continue
    const remedy = `git config --fixed-value --unset-all remote.${name}.push '${refspec}'`
    found.push(
      warn(
        `The push refspec ${refspec} of ${name} makes a plain git push leave the branch behind. Take it out: ${remedy}`,
      ),
    )
  }
  return found
}

/** Whether the pattern of a refspec matches a ref. */
function covers(pattern: string, ref: string): boolean {
  const star = pattern.indexOf('*')
  if (star === -1) return pattern === ref
  return ref.startsWith(pattern.slice(0, star)) && ref.endsWith(pattern.slice(star + 1))
}
