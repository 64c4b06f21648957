import { omitUndefined, type CommitId, type RepoPath } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

/* A statement about a commit must not hide what the commit itself says, about any place. */

const SEND = 'src/send.ts' as RepoPath
const BOARD = 'src/board.ts' as RepoPath
const REASON = 'Joined frames were lost whenever a board had been offline for a day, because its buffer holds only one.'

let repository: FixtureRepository
let chronicle: Chronicle
let commit: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository()
  const files = (loop: string): Record<string, string> => ({
    [SEND]: `export function send(frames) {\n  ${loop}\n}\n\nexport function close(port) {\n  ${loop}\n  port.end()\n}\n`,
    [BOARD]: `export function offline(board) {\n  ${loop}\n}\n`,
  })
  await repository.commitFiles('Begin', files('write(join(frames))'))
  commit = await repository.commitFiles(
    `Write frames one by one\n\n${REASON}`,
    files('for (const f of frames) write(f)'),
  )
  chronicle = openChronicle({ dir: repository.dir })
})
afterEach(async () => {
  await chronicle.close()
  await repository.dispose()
})

async function passagesAt(file: RepoPath, anchor?: string): Promise<readonly string[]> {
  const answer = await chronicle.lookup({ file, ...omitUndefined({ anchor }) })
  const reasons = answer._unsafeUnwrap().from_history ?? []
  return reasons.filter((each) => each.commit === commit).flatMap(({ passages }) => passages.map(({ text }) => text))
}

const state = async (intent: string): Promise<void> => {
  const region = { file: SEND, anchor: 'send', intent, constraints: ['Keep the order of frames'] }
  ;(await chronicle.annotate({ commit, summary: 'Frames', regions: [region] }))._unsafeUnwrap()
}

it('the message is told of the place, of another unit and of another file, also when it is asked for again', async () => {
  await state('One frame at a time')
  for (const anchor of ['send', 'close', undefined, 'send', 'close', undefined]) {
    expect(await passagesAt(SEND, anchor), anchor).toEqual([REASON])
  }
  expect(await passagesAt(BOARD)).toEqual([REASON])
  expect(await passagesAt(BOARD, 'offline')).toEqual([REASON])
  await chronicle.close()
  chronicle = openChronicle({ dir: repository.dir })
  expect(await passagesAt(SEND, 'close')).toEqual([REASON])
})

it('the message is not told again where it was recorded word for word, but where that is not shown', async () => {
  await state(REASON)
  expect(await passagesAt(SEND, 'send')).toEqual([])
  expect(await passagesAt(SEND)).toEqual([])
  expect(await passagesAt(SEND, 'close')).toEqual([REASON])
  expect(await passagesAt(BOARD)).toEqual([REASON])
})

it('a step of the history has both, once', async () => {
  await state('One frame at a time')
  const stepsOf = async (anchor: string): Promise<readonly object[]> => {
    const { steps } = (await chronicle.history({ file: SEND, anchor }))._unsafeUnwrap()
    return steps.filter((step) => step.commit === commit)
  }
  expect(await stepsOf('send')).toMatchObject([{ intent: 'One frame at a time', message: REASON }])
  expect(await stepsOf('close')).toMatchObject([{ origin: 'history', message: REASON }])
})

it('a summary, which does not say what a commit did, has the subject of its message', async () => {
  await state('One frame at a time')
  for (const file of [SEND, 'src' as RepoPath]) {
    const { from_history: reasons = [] } = (await chronicle.summary({ file }))._unsafeUnwrap()
    expect(reasons.find((each) => each.commit === commit)).toMatchObject({ summary: 'Write frames one by one' })
  }
  const { from_history: beside = [] } = (await chronicle.lookup({ file: SEND, anchor: 'send' }))._unsafeUnwrap()
  expect(beside.find((each) => each.commit === commit)).not.toHaveProperty('summary')
})
