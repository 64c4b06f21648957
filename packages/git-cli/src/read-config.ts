import type { Repository } from './open-repository.ts'

/** The user's configuration of one section, from wherever git takes it. Names are without the section. */
export async function readConfig(repository: Repository, section: string): Promise<ReadonlyMap<string, string>> {
  if (!/^[a-z0-9.-]+$/i.test(section)) return new Map()
  const prefix = `${section.toLowerCase()}.`
  const entries = await configEntries(repository, `^${prefix.replaceAll('.', '[.]')}`)
  return new Map(entries.map(([name, value]) => [name.slice(prefix.length), value]))
}

/** The names that match a regular expression of git, each with its value; one that has several stands there as often. */
export async function configEntries(
  { run }: Pick<Repository, 'run'>,
  pattern: string,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const { stdout } = await run({
    args: ['config', '-z', '--get-regexp', pattern],
    configuration: 'as it is',
    exitCodes: [0, 1],
  })
  const entries = stdout.toString('utf8').split('\0').slice(0, -1)
  return entries.map((entry) => {
    const end = entry.indexOf('\n')
    // A name without a value stands for true.
    return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)]
  })
}
