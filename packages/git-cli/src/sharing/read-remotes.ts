import {
  withoutCredentials,
  type GitError,
  type RefspecChange,
  type Remote,
  type Remotes,
} from '@chronicle/core/contracts'
import { ok, ResultAsync, safeTry } from '@chronicle/schema'
import type { Repository } from '../open-repository.ts'
import { configEntries } from '../read-config.ts'

/** Returns the configured remotes, and the remote of the current branch. */
export function readRemotes({ run }: Repository): ResultAsync<Remotes, GitError> {
  return safeTry(async function* () {
    const [config, head] = yield* ResultAsync.combine([
      configEntries({ run }, '^(remote|branch)[.]'),
      run({ args: ['symbolic-ref', '--quiet', '--short', 'HEAD'], exitCodes: [0, 1, 128] }),
    ])
    const branch = head.exitCode === 0 ? head.stdout.toString('utf8').replace(/\n$/, '') : undefined
    const values = new Map<string, Map<string, string[]>>()
    let upstream: string | undefined
    for (const [key, value] of config) {
      const [, section, name = '', variable = ''] = /^(remote|branch)\.([^]*)\.([^.]*)$/.exec(key) ?? []
      if (section === 'branch' && name === branch && variable === 'remote') upstream = value
      if (section !== 'remote') continue
      const remote = values.get(name) ?? new Map<string, string[]>()
      remote.set(variable, [...(remote.get(variable) ?? []), value])
      values.set(name, remote)
    }
    const all = [...values].flatMap(([name, settings]) => toRemote(name, settings))
    const known = upstream !== undefined && all.some(({ name }) => name === upstream)
    return ok({ all, ...(known && upstream !== undefined && { upstream }) })
  })
}

/** Settings without a URL or fetch refspec, such as the user's own `remote.origin.prune`, do not define a remote. */
function toRemote(name: string, settings: ReadonlyMap<string, readonly string[]>): readonly Remote[] {
  // Git fetches from the first of several.
  const url = settings.get('url')?.at(0) ?? settings.get('pushurl')?.at(0)
  const fetchRefspecs = settings.get('fetch') ?? []
  if (url === undefined && fetchRefspecs.length === 0) return []
  const mirrors = fetchRefspecs.some((refspec) => /^\+?refs\/\*:refs\/\*$/.test(refspec))
  return [
    {
      name,
      ...(url !== undefined && { url: withoutCredentials(url) }),
      fetchRefspecs,
      pushRefspecs: settings.get('push') ?? [],
      mirror: mirrors || /^(?:true|yes|on|1|push)$/i.test(settings.get('mirror')?.at(-1) ?? ''),
    },
  ]
}

/** Adds and removes fetch refspecs of a remote in the repository's configuration. */
export function changeFetchRefspecs(
  { run }: Repository,
  { remote, add, remove }: RefspecChange,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    const key = `remote.${remote}.fetch`
    for (const refspec of remove) {
      const args = ['config', '--local', '--fixed-value', '--unset-all', key, refspec]
      // 5: there was nothing to remove, which is fine.
      yield* run({ args, configuration: 'as it is', exitCodes: [0, 5] })
    }
    for (const refspec of add) {
      yield* run({ args: ['config', '--local', '--add', key, refspec], configuration: 'as it is' })
    }
    return ok()
  })
}
