import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createMemoryStorage } from '@chronicle/core'
import { codedError, type CacheStorage, type GitBackend, type SourcedAnnotations } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { completeRegion, errAsync, okAsync, type Annotation, type CommitId } from '@chronicle/schema'
import { createFixtureRepository, testAnnotationSource, type FixtureRepository } from '@chronicle/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createHeuristicWriter, createHistorySource, type AnnotationWriter } from '../src/index.ts'

testAnnotationSource('history, with the heuristic writer', {
  openGit: (dir) => createGitCli({ dir }),
  openSource: ({ git, storage }) =>
    createHistorySource({ git, storage, ast: createTreeSitterParser(), writer: createHeuristicWriter() }),
})

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function history(count: number): Promise<{
  readonly git: GitBackend
  readonly commits: readonly CommitId[]
  readonly repository: FixtureRepository
}> {
  const repository = await createFixtureRepository()
  const git = createGitCli({ dir: repository.dir })
  closing.push(
    () => git.close(),
    () => repository.dispose(),
  )
  const commits: CommitId[] = []
  for (let number = 0; number < count; number++) {
    await repository.write({ 'a.ts': `export const value = ${number}\n` })
    commits.push(await repository.commit(`Commit ${number}`))
  }
  return { git, commits, repository }
}

/** Creates a writer that remembers the commits it was asked about, and fails for some of them. */
function recordingWriter(version: string, failsOf: readonly CommitId[] = []) {
  const asked: CommitId[] = []
  const writer: AnnotationWriter = {
    name: 'recording',
    version,
    write({ commit }) {
      asked.push(commit.id)
      if (failsOf.includes(commit.id)) return errAsync(codedError('git_failed', 'A blob is missing.'))
      return okAsync({ annotation: annotationOf(commit.id, version), diagnostics: [] })
    },
  }
  return { asked, writer }
}

function annotationOf(commit: CommitId, summary: string): Annotation {
  return {
    ...{
      commit,
      timestamp: '2020-01-01T00:00:00Z',
      summary,
      context_level: 'inferred',
      cross_cutting: [],
      read_from: [],
    },
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    regions: [completeRegion({ file: 'a.ts', intent: 'It is so.' })],
  }
}

async function ask(
  options: { readonly git: GitBackend; readonly writer: AnnotationWriter; readonly storage?: CacheStorage },
  commits: readonly CommitId[],
  maxCommits = Infinity,
): Promise<SourcedAnnotations> {
  return (await createHistorySource(options).annotationsOf(commits, { maxCommits }))._unsafeUnwrap()
}

describe('the history as a source', () => {
  it('asks a writer of one version once about a commit, in whatever process', async () => {
    const { commits, git } = await history(20)
    const storage = createMemoryStorage()
    const first = recordingWriter('1')
    const some = commits.slice(0, 12)
    const answers = await ask({ git, storage, writer: first.writer }, some)
    expect([first.asked, [...answers.commits.keys()]]).toEqual([some, some])
    expect(await ask({ git, storage, writer: first.writer }, some)).toEqual(answers)
    expect(first.asked).toEqual(some)
    const more = await ask({ git, storage, writer: first.writer }, commits, 3)
    expect(first.asked).toEqual(commits.slice(0, 15))
    expect([more.commits.size, more.unasked]).toEqual([15, commits.slice(15)])
    const second = recordingWriter('2')
    await ask({ git, storage, writer: second.writer }, some)
    expect(second.asked).toEqual(some)
  })

  it('tells of the commit that a writer failed of, and asks again the next time', async () => {
    const { commits, git } = await history(4)
    const storage = createMemoryStorage()
    const failing = recordingWriter('1', commits.slice(1, 2))
    const answers = await ask({ git, storage, writer: failing.writer }, commits)
    expect(answers.unasked).toEqual([])
    expect([...answers.commits.values()].map(({ annotation }) => annotation !== undefined)).toEqual([
      ...[true, false, true, true],
    ])
    expect(answers.commits.get(commits[1] as CommitId)).toMatchObject({
      origin: 'history',
      diagnostics: [{ code: 'commit_not_examined', severity: 'warning', commit: commits[1] }],
    })
    const working = recordingWriter('1')
    const again = await ask({ git, storage, writer: working.writer }, commits)
    expect(working.asked).toEqual(commits.slice(1, 2))
    expect(again.commits.get(commits[1] as CommitId)?.annotation).toBeDefined()
  })

  it('tells of the commit that a writer threw at', async () => {
    const { commits, git } = await history(3)
    const honest = recordingWriter('1').writer
    const writer: AnnotationWriter = {
      ...honest,
      write(context, call) {
        if (context.commit.id === commits[1]) throw new Error('boom')
        return honest.write(context, call)
      },
    }
    const { commits: answers } = await ask({ git, writer }, commits)
    expect(commits.map((commit) => answers.get(commit)?.annotation !== undefined)).toEqual([true, false, true])
    expect(answers.get(commits[1] as CommitId)?.diagnostics).toMatchObject([
      { code: 'commit_not_examined', message: expect.stringContaining('The writer recording failed: boom.') as string },
    ])
  })

  it('goes on with the other commits where git cannot tell what one of them changed', async () => {
    const { commits, git } = await history(5)
    const bad = commits[2] as CommitId
    const broken: GitBackend = {
      ...git,
      changesOf: (ids, options) =>
        ids.includes(bad) ? errAsync(codedError('missing_object', 'A tree is missing.')) : git.changesOf!(ids, options),
    }
    const { writer } = recordingWriter('1')
    const { commits: answers } = await ask({ git: broken, writer }, commits)
    expect([...answers].filter(([, { annotation }]) => annotation === undefined).map(([commit]) => commit)).toEqual([
      bad,
    ])
    expect(answers.get(bad)?.diagnostics[0]).toMatchObject({ code: 'commit_not_examined', commit: bad })
  })

  it('fails where git cannot tell what any commit changed', async () => {
    const { commits, git } = await history(1)
    const { changesOf: _, ...without } = git
    const failed = await createHistorySource({ git: without, writer: recordingWriter('1').writer }).annotationsOf(
      commits,
    )
    expect(failed._unsafeUnwrapErr().code).toBe('unsupported')
  })

  it('dates what it infers by the commit, and passes over what a run of the writer would skip', async () => {
    const { commits, git, repository } = await history(2)
    const { asked, writer } = recordingWriter('1')
    await repository.write({ 'package-lock.json': '{}\n' })
    const lock = await repository.commit('Update the lock file')
    const { commits: answers } = await ask({ git, writer }, [lock, ...commits])
    expect(asked).toEqual(commits)
    expect(answers.get(lock)?.nothing).toMatch(/generated/)
    expect(answers.get(commits[1] as CommitId)?.annotation?.timestamp).toBe('2024-01-01T01:00:00Z')
  })
})
