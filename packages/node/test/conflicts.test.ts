import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { CommitId, LookupOutput } from '@chronicle/schema'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

const bodyOf = (fee: number): string =>
  `export function pay(amount) {\n  const fee = ${fee}\n  return amount + fee\n}\n\nexport function other() {}\n`
const REASON = 'The contract of May asks two, so never lower it without legal.'

let repository: FixtureRepository
let side: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Add pay', { 'pay.js': bodyOf(1), 'calm.js': bodyOf(1) })
  await repository.git('checkout', '-q', '-b', 'side')
  await repository.write({ 'pay.js': bodyOf(2) })
  side = await repository.commit(`Fee of two\n\n${REASON}\n`)
  await repository.git('checkout', '-q', '-')
  await repository.commitFiles('Fee of three', { 'pay.js': bodyOf(3) })
  await repository.commitFiles('Fee of four', { 'pay.js': bodyOf(4) })
})
afterEach(() => repository.dispose())

async function ask(
  gitBackend: 'cli' | 'isomorphic',
  question: { readonly file?: string; readonly at?: string } = {},
): Promise<LookupOutput> {
  await using chronicle = openChronicle({ dir: repository.dir, gitBackend, cacheDir: false })
  return (await chronicle.lookup({ file: 'pay.js', anchor: 'pay', ...question }))._unsafeUnwrap()
}

/** Runs a git command that must fail because of a conflict. */
async function expectGitFailure(...args: readonly string[]): Promise<void> {
  await expect(repository.git(...args)).rejects.toThrow()
}

const inConflict = ({ diagnostics = [] }: LookupOutput) => diagnostics.filter(({ code }) => code === 'in_conflict')

describe.each(['cli', 'isomorphic'] as const)('a file in conflict, with %s', (gitBackend) => {
  test.each([
    ['MERGE_HEAD', ['merge', 'side']],
    ['CHERRY_PICK_HEAD', ['cherry-pick', 'side']],
    ['REBASE_HEAD', ['rebase', '--onto', 'HEAD', 'side~1', 'side']],
  ])('is the place that it will be, and %s can be asked', async (name, command) => {
    await expectGitFailure(...command)
    const answer = await ask(gitBackend)
    expect(answer.resolved).toMatchObject([{ anchor: 'pay', lines: { start: 1, end: 8 } }])
    expect(inConflict(answer)).toEqual([
      {
        code: 'in_conflict',
        severity: 'info',
        message: `pay.js is in conflict. This answer is about the side of HEAD; ask about the other side, too: ${side.slice(0, 7)} Fee of two (${name}).`,
        path: 'pay.js',
        commit: side,
        remedy: { option: 'at', value: name },
      },
    ])
    expect(JSON.stringify(answer.from_history ?? [])).not.toContain(REASON)
    expect(JSON.stringify((await ask(gitBackend, { at: name })).from_history)).toContain(REASON)
  })

  test('is on the side of the last of several branches that are merged', async () => {
    await repository.git('checkout', '-q', '-b', 'calm', 'HEAD~2')
    await repository.commitFiles('Calm', { 'calm.js': bodyOf(5) })
    await repository.git('checkout', '-q', 'main')
    await expectGitFailure('merge', 'calm', 'side')
    expect(inConflict(await ask(gitBackend))).toMatchObject([
      {
        message: `pay.js is in conflict. This answer is about the side of HEAD; ask about the other side, too: ${side.slice(0, 7)} Fee of two (MERGE_HEAD).`,
        commit: side,
        remedy: { option: 'at', value: side },
      },
    ])
  })

  test('has what was before a commit that is reverted on the other side', async () => {
    await expectGitFailure('revert', '--no-edit', 'HEAD~1')
    const before = (await repository.git('rev-parse', 'HEAD~2')) as CommitId
    expect(inConflict(await ask(gitBackend))).toMatchObject([
      {
        message: `pay.js is in conflict. This answer is about the side of HEAD; ask about the other side, too: ${before.slice(0, 7)} Add pay (before REVERT_HEAD).`,
        commit: before,
        remedy: { option: 'at', value: before },
      },
    ])
  })

  test('is none where the file is about conflicts', async () => {
    const about = '// Git leaves these marks:\n<<<<<<< ours\n=======\n>>>>>>> theirs\n'
    await repository.commitFiles('Say what a conflict is', { 'marks.txt': about })
    await repository.write({ 'marks.txt': `${about}More.\n` })
    await using chronicle = openChronicle({ dir: repository.dir, gitBackend, cacheDir: false })
    expect(inConflict((await chronicle.lookup({ file: 'marks.txt' }))._unsafeUnwrap())).toEqual([])
  })

  test('names no other side where git keeps none', async () => {
    await repository.write({ 'pay.js': bodyOf(6) })
    await repository.git('stash')
    await repository.commitFiles('Fee of five', { 'pay.js': bodyOf(5) })
    await expectGitFailure('stash', 'pop')
    expect(inConflict(await ask(gitBackend))).toEqual([
      {
        code: 'in_conflict',
        severity: 'info',
        message: 'pay.js is in conflict. This answer is about the side of HEAD.',
        path: 'pay.js',
      },
    ])
  })

  test('is not one that the conflict is not in, and not one asked at HEAD', async () => {
    await expectGitFailure('merge', 'side')
    expect(inConflict(await ask(gitBackend, { file: 'calm.js' }))).toEqual([])
    expect(inConflict(await ask(gitBackend, { at: 'HEAD' }))).toEqual([])
  })
})
