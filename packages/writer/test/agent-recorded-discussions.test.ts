import { createMemoryStorage } from '@chronicle/core'
import type { CacheStorage } from '@chronicle/core/contracts'
import { completeRegion, readNote, writeNote, type Annotation, type CommitId, type Evidence } from '@chronicle/schema'
import { scriptedModel, type FixtureRepository, type ModelAnswer, type ScriptedModel } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { annotateCommits, createAgentEstimator, createAgentWriter, type AnnotateEvent } from '../src/index.ts'
import type { AnnotationWriter, CommitReceipt, RunOptions } from '../src/index.ts'
import { useRepositories } from './gather-scope.ts'
import { PASSWORD_REDACTOR } from './password-redactor.ts'
import { emit, nothing, openingsOf } from './scripted-agent.ts'

const { fixture, open } = useRepositories()

const PULL = 'https://github.com/acme/shop/pull/12'
const ANSWER = 'The firmware must never get two frames in one packet, it drops the second one.'
const SYNCED = 'This pull request was automatically synced by copybara. Frames must be sorted.'
const quoted = (quote: string, id = 1): Evidence => ({
  ...{ kind: 'discussion', quote, url: `${PULL}#discussion_r${id}`, author: 'ana' },
})

const NOTHING = nothing()
const emission = (quote: string, more: object = {}): ModelAnswer =>
  emit({
    ...{ file: 'src/send.ts', lines: { start: 1, end: 3 }, intent: 'Old boards lose what follows in a packet.' },
    ...{ evidence: [{ kind: 'discussion', quote, url: `${PULL}#discussion_r1` }], ...more },
  })

/** Returns an annotation as an import stores it. */
function imported(commit: CommitId, evidence: readonly Evidence[], more: Partial<Annotation> = {}): Annotation {
  return {
    ...{ commit, timestamp: '2024-01-01T00:00:00Z', summary: 'Write frames one by one', context_level: 'inferred' },
    regions: [completeRegion({ file: 'src/send.ts', intent: 'As said.', lines: { start: 2, end: 2 }, evidence })],
    cross_cutting: [],
    provenance: {
      ...{ operation: 'initial', derived_from: [], original_annotations_preserved: false },
      recorded: { by: 'Ada', at: '2024-01-01T00:00:00Z', with: 'github (git-chronicle 1.0.0)' },
    },
    read_from: [],
    ...more,
  }
}

async function repositoryWith(
  evidence: readonly Evidence[],
  more: Partial<Annotation> = {},
): Promise<{ readonly repository: FixtureRepository; readonly commit: CommitId }> {
  const repository = await fixture()
  await repository.commitFiles('Begin', { 'src/send.ts': 'export function send(frames) {\n  write(join(frames))\n}\n' })
  const commit = await repository.commitFiles('Write frames one by one (#12)', {
    'src/send.ts': 'export function send(frames) {\n  for (const f of frames) write(f)\n}\n',
  })
  await repository.note(commit, writeNote(imported(commit, evidence, more)))
  return { repository, commit }
}

async function run(
  { repository, commit }: { readonly repository: FixtureRepository; readonly commit: CommitId },
  writer: AnnotationWriter,
  { cache, ...options }: RunOptions & { readonly cache?: CacheStorage } = {},
): Promise<CommitReceipt> {
  const seams = { git: open(repository.dir), writer, redactor: PASSWORD_REDACTOR, clock: () => 1_767_225_600_000 }
  const events: AnnotateEvent[] = []
  const kept = cache === undefined ? {} : { cache }
  for await (const event of annotateCommits({ ...seams, ...kept }, [commit], options)) events.push(event)
  const receipt = events.flatMap((event) => (event.kind === 'commit' ? [event.receipt] : []))[0]
  if (receipt === undefined) throw new Error(JSON.stringify(events))
  return receipt
}

const writerOf = (model: ScriptedModel): AnnotationWriter => createAgentWriter({ model, redactor: PASSWORD_REDACTOR })
const sentTo = (model: ScriptedModel): string => JSON.stringify(model.requests.map(({ messages }) => messages))

it('shows a model what an import recorded of the discussion, and it is cited with address and author', async () => {
  const where = await repositoryWith([quoted(ANSWER), quoted('The demo board has the token hunter2.', 2)])
  const constraints = [{ text: 'One frame a packet for old boards.', source: 'inferred' }]
  const model = scriptedModel([emission('must never get two frames in one packet', { constraints }), NOTHING])
  const receipt = await run(where, writerOf(model))
  expect(receipt).toMatchObject({ status: 'annotated', note: 'merged' })
  expect(openingsOf(model)[0]).toContain(`on src/send.ts:2-2:\nana at ${PULL}#discussion_r1:\n  ${ANSWER}`)
  expect(sentTo(model)).not.toContain('hunter2')
  expect(receipt.regions).toMatchObject([
    {
      constraints,
      evidence: [
        {
          ...{ kind: 'discussion', quote: 'must never get two frames in one packet', author: 'ana' },
          url: `${PULL}#discussion_r1`,
        },
      ],
    },
  ])
  const bytes = await where.repository.gitBytes(['notes', '--ref=chronicle', 'show', where.commit])
  expect(readNote(bytes, { commit: where.commit }).annotation?.regions).toHaveLength(2)
  // The import and the model have both recorded something, so nobody is asked again.
  expect(await run(where, writerOf(model))).toMatchObject({ status: 'skipped', reason: 'It is annotated already.' })
  expect(model.requests).toHaveLength(2)
})

it('holds what a model says of it to the words that are recorded', async () => {
  const where = await repositoryWith([quoted(ANSWER)])
  const invented = 'The firmware may get two frames in one packet'
  const model = scriptedModel([
    emission(invented),
    emission(ANSWER, { constraints: [{ text: ANSWER, source: 'author' }] }),
    NOTHING,
  ])
  const { diagnostics, regions } = await run(where, writerOf(model))
  expect(sentTo(model)).toContain('is not in the discussion. Quote it word by word.')
  expect(diagnostics.map(({ code }) => code)).toEqual(['constraint_not_from_author'])
  expect(regions.map(({ constraints }) => constraints)).toEqual([[]])
})

it('keeps from a model what a program said', async () => {
  const where = await repositoryWith([quoted(ANSWER), quoted(SYNCED, 2)])
  const model = scriptedModel([emission(SYNCED), NOTHING])
  await run(where, writerOf(model), { force: true })
  expect(model.requests[0]?.messages[0]).toMatchObject({ text: expect.not.stringContaining('copybara') as string })
  expect(sentTo(model)).toContain('is not in the discussion. Quote it word by word.')
})

it('asks again when other words are recorded, and not while they are the same', async () => {
  const where = await repositoryWith([quoted(ANSWER)])
  const cache = createMemoryStorage()
  const model = scriptedModel([NOTHING, NOTHING, NOTHING])
  expect(await run(where, writerOf(model), { cache })).toMatchObject({ status: 'nothing' })
  expect(await run(where, writerOf(model), { cache })).toMatchObject({
    ...{ status: 'nothing', reason: 'llm found nothing to say of it before.' },
  })
  expect(model.requests).toHaveLength(1)
  const note = writeNote(imported(where.commit, [quoted(ANSWER), quoted('It also hates colours.', 3)]))
  await where.repository.note(where.commit, note)
  await run(where, writerOf(model), { cache })
  expect(model.requests).toHaveLength(2)
})

it('counts a commit of which more is recorded as annotated', async () => {
  const cross_cutting = [{ description: 'Both change together.', regions: ['a.ts', 'b.ts'], tags: [] }]
  const where = await repositoryWith([quoted(ANSWER)], { cross_cutting })
  const other = await repositoryWith([quoted(ANSWER), { kind: 'commit_message', quote: 'one by one' }])
  const model = scriptedModel([])
  for (const each of [where, other]) {
    expect(await run(each, writerOf(model))).toMatchObject({ status: 'skipped', reason: 'It is annotated already.' })
  }
})

it('leaves out what was retracted', async () => {
  const where = await repositoryWith([quoted(ANSWER)])
  const region = imported(where.commit, [quoted('Joined frames are slower.', 4)]).regions[0]
  const retracted = { ...region, intent: 'Other.', corrections: [{ correction_type: 'retract', reason: 'wrong' }] }
  const note = imported(where.commit, [quoted(ANSWER)])
  const regions = [...note.regions, retracted as Annotation['regions'][number]]
  await where.repository.note(where.commit, writeNote({ ...note, regions }))
  const model = scriptedModel([NOTHING])
  await run(where, writerOf(model))
  expect(sentTo(model)).toContain('must never get two frames')
  expect(sentTo(model)).not.toContain('Joined frames are slower.')
})

it('is part of what an estimate counts', async () => {
  const where = await repositoryWith([quoted(ANSWER)])
  const plain = await repositoryWith([{ kind: 'commit_message', quote: 'one by one' }])
  const estimator = createAgentEstimator({ model: 'test/one' })
  const tokens = async (each: typeof where, options: RunOptions): Promise<number> =>
    (await run(each, estimator, { ...options, dryRun: true })).estimate?.inputTokens ?? 0
  expect(await tokens(where, {})).toBeGreaterThan(await tokens(plain, { force: true }))
})
