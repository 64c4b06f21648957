import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FixtureRepository } from '@chronicle/testing'
import type { GitCli } from '../src/index.ts'
import type { Scope } from './scope.ts'

/** A clone without some of its objects, which git fetches on demand. */
export interface PartialClone {
  readonly backend: GitCli
  git(...args: readonly string[]): Promise<string>
  countFetches(): Promise<number>
}

/** Configuration an origin needs so that clones can fetch single objects. */
export const ALLOWS_FILTERS = { 'uploadpack.allowFilter': 'true', 'uploadpack.allowAnySHA1InWant': 'true' }

/** Creates a partial clone inside its origin's folder, with which it is deleted. */
export async function clonePartially(origin: FixtureRepository, filter: string, scope: Scope): Promise<PartialClone> {
  const dir = join(origin.dir, '.git', 'partial-clone')
  const trace = join(origin.dir, '.git', 'partial-clone-trace')
  await origin.git('clone', '--quiet', `--filter=${filter}`, `file://${origin.dir}`, dir)
  return {
    backend: scope.open({ dir, environment: { ...process.env, GIT_TRACE2_EVENT: trace } }),
    git: (...args) => origin.git('-C', dir, ...args),
    async countFetches() {
      const events = (await readFile(trace, 'utf8')).trim().split('\n')
      return events.filter((event) => /"event":"start".*"fetch"/.test(event)).length
    },
  }
}
