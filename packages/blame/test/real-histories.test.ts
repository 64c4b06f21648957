import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import type { RepoPath } from '@chronicle/schema'
import { linesOfHunks, withoutHunks } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { openDerived } from './derived-from-git-cli.ts'

const folder = resolve(import.meta.dirname, '../../..', process.env['CHRONICLE_BUNDLES'] ?? '../shared/data')
const clones = mkdtempSync(join(tmpdir(), 'chronicle-real-'))
afterAll(() => rmSync(clones, { recursive: true }))

const cloneBundle = (name: string): string | undefined => {
  const bundle = join(folder, `${name}.bundle`)
  if (!existsSync(bundle)) return undefined
  const dir = join(clones, name)
  const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' })
  // Not every bundle says which branch is its HEAD.
  const branch = /refs\/\S+/u.exec(git('bundle', 'list-heads', bundle))?.[0]
  git('init', '--quiet', '--bare', dir)
  git('-C', dir, 'fetch', '--quiet', bundle, `${branch}:refs/heads/real`)
  return dir
}

describe('derived blame and revisions in real histories', () => {
  // One file of so many, so that both take a few seconds.
  it.for([
    { name: 'got', step: 9 },
    { name: 'gin', step: 12 },
  ])('are those of git on files of $name', async ({ name, step }, { skip }) => {
    const dir = cloneBundle(name)
    if (dir === undefined) {
      const reason = `no ${name}.bundle in ${folder}; set CHRONICLE_BUNDLES to a folder of git bundles`
      process.stderr.write(`derived blame of ${name}, not run: ${reason}\n`)
      return skip(reason)
    }
    const backends = [createGitCli({ dir }), openDerived(dir)]
    const commit = (await backends[0]!.resolve('refs/heads/real'))._unsafeUnwrap()!
    const files = (await backends[0]!.listFiles({ commit }))._unsafeUnwrap()
    expect(files.length).toBeGreaterThan(step)
    for (const path of files.filter((_, index) => index % step === 0)) {
      const [byGit, derived] = await Promise.all(backends.map((git) => blame(git, path)))
      expect({ path, lines: derived }).toEqual({ path, lines: byGit })
      const [listed, walked] = await Promise.all(backends.map((git) => revisions(git, path)))
      expect({ path, revisions: walked }).toEqual({ path, revisions: listed })
    }
    for (const git of backends) await git.close()

    async function revisions(git: GitBackend, path: RepoPath): Promise<unknown> {
      const found = (await git.fileRevisions!({ from: commit, path }))._unsafeUnwrap()
      return found.map((revision) => JSON.stringify(revision)).toSorted()
    }

    async function blame(git: GitBackend, path: RepoPath): Promise<unknown> {
      return withoutHunks(linesOfHunks((await git.blame!({ at: { commit }, path }))._unsafeUnwrap()))
    }
  })
})
