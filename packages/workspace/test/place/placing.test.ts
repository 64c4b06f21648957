import fs from 'node:fs'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { withBlame } from '@chronicle/blame'
import { createReadPipeline, type ReadPipeline } from '@chronicle/core'
import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { createIsomorphicGit } from '@chronicle/git-isomorphic'
import { omitUndefined, type CommitId, type ReadRegion } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testNote } from '../test-note.ts'

const CONNECT = `  connect(host: string): Socket {
    const socket = dial(host)
    socket.wait(30)
    return socket
  }
`
const DRAIN = `  #drain(queue: Queue): void {
    for (const job of queue) job.finish()
    queue.clear()
  }
`
const PUBLIC_DRAIN = `  drain(): void {
    this.#drain(this.jobs)
    this.jobs = new Queue()
  }
`
const classOf = (...members: readonly string[]): string => `export class Client {\n${members.join('\n')}}\n`
const FILE = 'src/client.ts'
const MOVED = 'src/broker.ts'

const BACKENDS: readonly (readonly [name: string, open: (dir: string) => GitBackend])[] = [
  ['the git binary', (dir) => createGitCli({ dir })],
  ['isomorphic-git', (dir) => withBlame(createIsomorphicGit({ fs, dir }))],
]

describe.each(BACKENDS)('placing through %s', (_, openGit) => {
  let repository: FixtureRepository
  let git: GitBackend
  let pipeline: ReadPipeline
  const commits: CommitId[] = []

  beforeEach(async () => {
    repository = await createFixtureRepository()
    commits.length = 0
    await commit({ [FILE]: classOf(CONNECT, DRAIN, PUBLIC_DRAIN) })
    git = openGit(repository.dir)
    pipeline = createReadPipeline({ git, ast: createTreeSitterParser() })
  })
  afterEach(async () => {
    await git.close()
    await repository.dispose()
  })

  async function commit(files: Readonly<Record<string, string>>): Promise<void> {
    commits.push(await repository.commitFiles(`Commit ${commits.length}`, files))
  }

  /** Records a constraint for each of the named units on the first commit. */
  async function record(...names: readonly string[]): Promise<void> {
    const [first = ''] = commits
    const regions = names.map((name) => ({
      ...{ file: FILE, ast_anchor: { type: 'method', name: `Client::${name}` }, intent: `About ${name}.` },
      constraints: [{ text: `Keep ${name}.`, source: 'author' }],
    }))
    await repository.note(first, testNote(first, regions))
  }

  async function regionsOf(file: string, anchor?: string): Promise<readonly ReadRegion[]> {
    const query = { files: [file], ...omitUndefined({ anchor }) }
    return (await pipeline.execute(query))._unsafeUnwrap().regions
  }

  const changedBy = (region: ReadRegion | undefined): readonly unknown[] =>
    (region?.drifted_by ?? []).map((id) => (id === 'uncommitted' ? id : commits.indexOf(id as CommitId)))

  it('keeps private names apart from public ones', async () => {
    await record('#drain', 'drain')
    await commit({ [FILE]: classOf(CONNECT, DRAIN.replace('queue.clear()', 'queue.reset()'), PUBLIC_DRAIN) })
    const [hidden, ...more] = await regionsOf(FILE, 'Client::#drain')
    expect([hidden?.intent, hidden?.freshness, changedBy(hidden), more]).toEqual(['About #drain.', 'drifted', [1], []])
    const [open, ...others] = await regionsOf(FILE, 'Client::drain')
    expect([open?.intent, open?.freshness, others]).toEqual(['About drain.', 'fresh', []])
  })

  it('follows a file that was renamed, and names the rename among what changed it', async () => {
    await record('connect')
    await commit({ [FILE]: classOf(CONNECT.replace('30', '60'), DRAIN, PUBLIC_DRAIN) })
    await repository.rename(FILE, MOVED)
    await commit({})
    await commit({ [MOVED]: classOf(CONNECT.replace('30', '90'), DRAIN, PUBLIC_DRAIN) })
    const [region] = await regionsOf(MOVED)
    expect(region).toMatchObject({
      recorded_file: FILE,
      freshness: 'drifted',
      intact_lines: { intact: 4, recorded: 5 },
    })
    expect(changedBy(region)).toEqual([3, 2, 1])
  })

  it('takes a file that was only renamed for moved and intact', async () => {
    await record('connect')
    await repository.rename(FILE, MOVED)
    await commit({})
    const [region] = await regionsOf(MOVED)
    expect(region).toMatchObject({ recorded_file: FILE, freshness: 'moved', survival: 1 })
    expect(changedBy(region)).toEqual([1])
  })

  it('tells what is recorded about a commit that moved the file, for as long as it is there', async () => {
    await repository.rename(FILE, MOVED)
    await commit({})
    const made = commits[1] ?? ''
    await repository.note(made, testNote(made, [{ intent: 'The bundler reads brokers alone.' }]))
    const about = { commit: made, about: 'commit', freshness: 'fresh', survival: 1, file: MOVED }
    expect(await regionsOf(MOVED)).toMatchObject([about])
    expect(await regionsOf(MOVED, 'connect')).toMatchObject([about])
    await commit({ [MOVED]: classOf(CONNECT.replace('30', '60'), PUBLIC_DRAIN) })
    expect(await regionsOf(MOVED, 'connect')).toMatchObject([about])
    await repository.rename(MOVED, 'src/third.ts')
    await commit({})
    expect(await regionsOf('src/third.ts')).toEqual([])
  })

  it('tells it of the lines alone where the commit wrote some', async () => {
    const text = classOf(CONNECT.replace('30', '60'), DRAIN, PUBLIC_DRAIN)
    await repository.rename(FILE, MOVED)
    await commit({ [MOVED]: text })
    const made = commits[1] ?? ''
    await repository.note(made, testNote(made, [{ intent: 'Brokers are slow.' }]))
    expect(await regionsOf(MOVED, 'drain')).toEqual([])
    const [region] = await regionsOf(MOVED, 'connect')
    expect(region).toMatchObject({ intent: 'Brokers are slow.', intact_lines: { intact: 1, recorded: 1 } })
    expect(region?.about).toBeUndefined()
  })

  it('takes a method that was put elsewhere in its file for moved and intact', async () => {
    await record('connect')
    await commit({ [FILE]: classOf(DRAIN, PUBLIC_DRAIN, CONNECT) })
    const [region] = await regionsOf(FILE, 'Client::connect')
    expect(region).toMatchObject({ freshness: 'moved', survival: 1, current_lines: { start: 12, end: 16 } })
  })

  it('names the edits of each of two methods that changed places', async () => {
    await record('connect', 'drain', '#drain')
    const [connect, drain] = [CONNECT.replace('30', '60'), PUBLIC_DRAIN.replace('new Queue', 'new FairQueue')]
    await commit({ [FILE]: classOf(connect, DRAIN, PUBLIC_DRAIN) })
    await commit({ [FILE]: classOf(connect, DRAIN, drain) })
    await commit({ [FILE]: classOf(drain, DRAIN, connect) })
    expect(changedBy((await regionsOf(FILE, 'Client::connect'))[0])).toEqual([1])
    expect(changedBy((await regionsOf(FILE, 'Client::drain'))[0])).toEqual([2])
    const [connectAgain, drainAgain] = [connect.replace('60', '90'), drain.replace('Fair', 'Fairer')]
    await commit({ [FILE]: classOf(connectAgain, DRAIN, drainAgain) })
    expect(changedBy((await regionsOf(FILE, 'Client::connect'))[0])).toEqual([4, 1])
    expect(changedBy((await regionsOf(FILE, 'Client::drain'))[0])).toEqual([4, 2])
    expect(changedBy((await regionsOf(FILE, 'Client::#drain'))[0])).toEqual([])
    await repository.write({ [FILE]: classOf(drainAgain.replace('Fairer', 'Fairest'), DRAIN, connectAgain) })
    expect(changedBy((await regionsOf(FILE, 'Client::connect'))[0])).toEqual([4, 1])
    expect(changedBy((await regionsOf(FILE, 'Client::drain'))[0])).toEqual(['uncommitted', 4, 2])
  })

  it('finds a function that a commit took into another file, and not in the one it left', async () => {
    const lone = CONNECT.replace('  connect', 'export function connect').replace(/^ {2}/gmu, '')
    await commit({ 'src/dial.ts': `${lone}\nexport const kept = 1\n`, [MOVED]: 'export const other = 2\n' })
    const made = commits[1] ?? ''
    const dials = { file: 'src/dial.ts', ast_anchor: { type: 'function', name: 'connect' }, intent: 'Dials.' }
    await repository.note(made, testNote(made, [dials]))
    expect((await regionsOf('src/dial.ts', 'connect')).map(({ freshness }) => freshness)).toEqual(['fresh'])
    await commit({ 'src/dial.ts': 'export const kept = 1\n', [MOVED]: `export const other = 2\n\n${lone}` })
    const [region] = await regionsOf(MOVED, 'connect')
    expect(region).toMatchObject({ intent: 'Dials.', recorded_file: 'src/dial.ts', freshness: 'moved', survival: 1 })
    expect(await regionsOf('src/dial.ts')).toEqual([])
  })

  it('names edits that are not committed, and a rename that is not', async () => {
    await record('connect')
    await repository.write({ [FILE]: classOf(CONNECT.replace('30', '60'), DRAIN, PUBLIC_DRAIN) })
    const [edited] = await regionsOf(FILE)
    expect([edited?.freshness, changedBy(edited)]).toEqual(['drifted', ['uncommitted']])
    await repository.write({ [FILE]: classOf(CONNECT, DRAIN, PUBLIC_DRAIN) })
    // Renames are detected by comparing the index, which isomorphic-git cannot do.
    if (git.diff === undefined) return
    await repository.rename(FILE, MOVED)
    await repository.stage()
    const [renamed] = await regionsOf(MOVED)
    expect([renamed?.freshness, renamed?.survival, changedBy(renamed)]).toEqual(['moved', 1, ['uncommitted']])
  })

  it('shows nothing of a unit that was deleted, and counts it', async () => {
    await record('connect', 'drain')
    await commit({ [FILE]: classOf(DRAIN, PUBLIC_DRAIN) })
    const { regions, stats } = (await pipeline.execute({ files: [FILE] }))._unsafeUnwrap()
    expect(regions.map(({ intent }) => intent)).toEqual(['About drain.'])
    expect(stats.gone_regions).toBe(1)
  })
})
