import type { FixtureRepository } from '../fixture/fixture-repository.ts'

/** A revision in the output of `git log --follow`. */
export interface GitLogRevision {
  readonly commit: string
  readonly path: string
  readonly previousPath: string
  readonly blob: string | undefined
  readonly previousBlob: string | undefined
}

/** Returns the revisions of a file in a history without merges, from `git log --follow --raw`. */
export async function revisionsFromGitLog(
  repository: FixtureRepository,
  path: string,
): Promise<readonly GitLogRevision[]> {
  const args = ['log', '--follow', '-z', '--raw', '--no-abbrev', '--root', '--format=commit %H', 'HEAD', '--', path]
  const output = await repository.gitBytes(args, { environment: { GIT_LITERAL_PATHSPECS: '1' } })
  const fields = output.toString('utf8').split('\0')
  const revisions: GitLogRevision[] = []
  let commit = ''
  for (let index = 0; index < fields.length; index++) {
    const field = (fields[index] ?? '').trimStart()
    commit = /^commit ([0-9a-f]+)$/.exec(field)?.[1] ?? commit
    const [, before = '', after = '', status] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(field) ?? []
    if (status === undefined) continue
    const from = fields[++index] ?? ''
    const to = status === 'R' ? (fields[++index] ?? '') : from
    revisions.push({
      commit,
      path: to,
      previousPath: from,
      blob: /^0+$/.test(after) ? undefined : after,
      previousBlob: /^0+$/.test(before) ? undefined : before,
    })
  }
  return revisions
}
