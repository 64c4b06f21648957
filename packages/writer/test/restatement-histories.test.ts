import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId } from '@chronicle/schema'
import { afterAll, describe, expect, test } from 'vitest'
import { gatherCommits } from '../src/gather/gather-commits.ts'
import { findRestatement } from '../src/quality/find-restatement.ts'
import { restatementSources } from '../src/quality/restatement-sources.ts'

const BUNDLES = process.env['CHRONICLE_BUNDLES'] ?? join(import.meta.dirname, '../../../../shared/data')
const bundles = existsSync(BUNDLES)
  ? readdirSync(BUNDLES).filter((name) => /^(?:gin|requests|ripgrep)\.bundle$/u.test(name))
  : []
if (bundles.length === 0) process.stderr.write(`No real messages are judged: there are no bundles in ${BUNDLES}.\n`)

/** A sentence that gives a reason, and must therefore not count as a repetition of the change. */
const REASON = /\b(?:because|otherwise|so that|instead of|since|in order to)\b/iu

describe.skipIf(bundles.length === 0)('findRestatement, on what people wrote about their commits', () => {
  const dir = mkdtempSync(join(tmpdir(), 'chronicle-restatement-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  test('finds subjects in other words, and leaves reasons alone', async () => {
    const subjects = { all: 0, found: 0 }
    const reasons = { all: 0, refused: [] as string[] }
    for (const bundle of bundles) {
      const clone = join(dir, bundle)
      execFileSync('git', ['clone', '-q', '--bare', join(BUNDLES, bundle), clone])
      const log = execFileSync('git', ['log', '--all', '--no-merges', '--format=%H', '-n', '80'], { cwd: clone })
      const git = createGitCli({ dir: clone })
      for await (const gathered of gatherCommits({ git }, log.toString().trim().split('\n') as CommitId[])) {
        const { context } = gathered._unsafeUnwrap()
        if (context === undefined) continue
        const [subject = '', ...body] = context.commit.message.trim().split('\n')
        const other = `This commit ${subject.replace(/^\w+(?:\([^)]*\))?!?: /u, '').toLowerCase()} in the code.`
        subjects.all++
        if (findRestatement(other, restatementSources(context)) !== undefined) subjects.found++
        for (const sentence of body.join(' ').split(/(?<=\.)\s+/u)) {
          if (!REASON.test(sentence)) continue
          for (const file of context.files.slice(0, 2)) {
            reasons.all++
            const refused = findRestatement(sentence, restatementSources(context, file))
            if (refused !== undefined) reasons.refused.push(`${refused.of}: ${sentence}`)
          }
        }
      }
      await git.close()
    }
    expect(subjects.all).toBeGreaterThan(100)
    expect(subjects.found / subjects.all).toBeGreaterThan(0.9)
    expect(reasons.all).toBeGreaterThan(30)
    expect(reasons.refused.length / reasons.all, reasons.refused.join('\n')).toBeLessThan(0.02)
  })
})
