import { valuesByKey, type ConfigSection, type GitError } from '@chronicle/core/contracts'
import { okAsync, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'

/** Returns the user's configuration of one section, from all of git's sources. The names omit the section. */
export function readConfig(repository: Repository, section: string): ResultAsync<ConfigSection, GitError> {
  if (!/^[a-z0-9.-]+$/i.test(section)) return okAsync(new Map())
  const prefix = `${section.toLowerCase()}.`
  const entries = configEntries(repository, `^${prefix.replaceAll('.', '[.]')}`)
  return entries.map((all) => valuesByKey(all.map(([name, value]) => [name.slice(prefix.length), value])))
}

/**
 * Returns the names that match a git regular expression, each with its value. A name with several values is repeated.
 */
export function configEntries(
  { run }: Pick<Repository, 'run'>,
  pattern: string,
): ResultAsync<readonly (readonly [name: string, value: string])[], GitError> {
  const args = ['config', '-z', '--get-regexp', pattern]
  return run({ args, configuration: 'as it is', exitCodes: [0, 1] }).map(({ stdout }) => {
    const entries = stdout.toString('utf8').split('\0').slice(0, -1)
    return entries.map((entry): [string, string] => {
      const end = entry.indexOf('\n')
      // A name without a value means true.
      return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)]
    })
  })
}
