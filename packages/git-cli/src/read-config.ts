import type { Repository } from './open-repository.ts'

/** The user's configuration of one section, from wherever git takes it. Names are without the section. */
export async function readConfig(repository: Repository, section: string): Promise<ReadonlyMap<string, string>> {
  if (!/^[a-z0-9.-]+$/i.test(section)) return new Map()
  const prefix = `${section.toLowerCase()}.`
  const { stdout } = await repository.run({
    args: ['config', '-z', '--get-regexp', `^${prefix.replaceAll('.', '[.]')}`],
    configuration: 'as it is',
    exitCodes: [0, 1],
  })
  const values = new Map<string, string>()
  for (const entry of stdout.toString('utf8').split('\0').slice(0, -1)) {
    const end = entry.indexOf('\n')
    // A name without a value stands for true.
    const [name, value] = end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)]
    values.set(name.slice(prefix.length), value)
  }
  return values
}
