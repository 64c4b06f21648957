import { afterAll, describe } from 'vitest'
import { SUITE_OPTIONS } from '../suite-options.ts'
import { createCheck, type GitBackendContract } from './contract-tools.ts'
import { checkAncestors } from './check-ancestors.ts'
import { checkBlame } from './check-blame.ts'
import { checkCancellation } from './check-cancellation.ts'
import { checkChangesOf } from './check-changes-of.ts'
import { checkDiff } from './check-diff.ts'
import { checkFiles } from './check-files.ts'
import { checkHistory } from './check-history.ts'
import { checkNotes } from './check-notes.ts'
import { checkObjects } from './check-objects.ts'
import { checkRepositories } from './check-repositories.ts'
import { checkResolve } from './check-resolve.ts'
import { checkRevisions } from './check-revisions.ts'
import { checkRewrites } from './check-rewrites.ts'
import { checkSharing } from './check-sharing.ts'
import { checkWriteNotes } from './check-write-notes.ts'

/**
 * Runs the `GitBackend` contract against a backend, with real git (2.34 or newer, on the `PATH`) as the oracle. The
 * features that `supports` claims are tested; others are skipped, and the reasons are printed at the end.
 */
export function testGitBackend(name: string, contract: GitBackendContract): void {
  describe(`GitBackend contract: ${name}`, SUITE_OPTIONS, () => {
    const { check, checkWith, skipped } = createCheck(contract)
    describe('repositories', () => checkRepositories(check))
    describe('resolve', () => checkResolve(check))
    describe('objects', () => checkObjects(check))
    describe('files', () => checkFiles(check))
    describe('diff', () => checkDiff(checkWith('diff')))
    describe('changesOf', () => checkChangesOf(checkWith('changesOf')))
    describe('notes', () => checkNotes(check))
    describe('writeNotes', () => checkWriteNotes(check))
    describe('sharing', () => checkSharing(check))
    describe('blame', () => checkBlame(checkWith('blame')))
    describe('history and log', () => checkHistory(check))
    describe('fileRevisions', () => checkRevisions(checkWith('revisions')))
    describe('ancestors and changedPaths', () => checkAncestors(checkWith('revisions')))
    describe('tips, changeKeys and patchIds', () => checkRewrites(checkWith))
    describe('cancellation', () => checkCancellation(check))
    afterAll(() => {
      for (const [reason, titles] of skipped)
        process.stderr.write(`${name}, not run, ${reason}: ${titles.join('; ')}\n`)
    })
  })
}
