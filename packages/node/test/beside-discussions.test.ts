import { writeNote, type Annotation, type CommitId, type RepoPath } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, expect, it } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

/* An import quotes what people said about a change. That must not hide what the commit itself says. */

const FILE = 'src/send.ts' as RepoPath
const SAID = 'The firmware must never get two frames in one packet, it drops the second one.'
const REASON = 'Joined frames were lost whenever a board had been offline for a day, because its buffer holds only one.'

const opened: { dispose(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.dispose()
})

async function repositoryWith(
  body: string,
  more: Partial<Annotation> = {},
): Promise<{ readonly chronicle: Chronicle; readonly commit: CommitId; readonly repository: FixtureRepository }> {
  const repository = await createFixtureRepository()
  await repository.commitFiles('Begin', { [FILE]: 'export function send(frames) {\n  write(join(frames))\n}\n' })
  await repository.write({ [FILE]: 'export function send(frames) {\n  for (const f of frames) write(f)\n}\n' })
  const commit = await repository.commit(`Write frames one by one (#12)\n\n${body}`)
  await repository.write({ 'note.json': writeNote(quoting(commit, more)) })
  await repository.git('notes', '--ref=chronicle', 'add', '-F', 'note.json', commit)
  const chronicle = openChronicle({ dir: repository.dir })
  opened.push({ dispose: () => chronicle.close() }, repository)
  return { chronicle, commit, repository }
}

function quoting(commit: CommitId, more: Partial<Annotation>): Annotation {
  const url = 'https://github.com/acme/shop/pull/12#discussion_r1'
  const lists = { semantic_dependencies: [], related_annotations: [], tags: [], corrections: [], constraints: [] }
  return {
    ...{ commit, timestamp: '2024-01-01T00:00:00Z', summary: 'Write frames one by one', context_level: 'inferred' },
    regions: [
      {
        ...{ ...lists, file: FILE, intent: SAID, rejected_alternatives: [], lines: { start: 2, end: 2 } },
        evidence: [{ kind: 'discussion', quote: SAID, url, author: 'ana' }],
      },
    ],
    cross_cutting: [],
    provenance: {
      ...{ operation: 'initial', derived_from: [], original_annotations_preserved: false },
      recorded: { by: 'Ada', at: '2024-01-01T00:00:00Z', with: 'github (git-chronicle 1.0.0)' },
    },
    read_from: [],
    ...more,
  }
}

it('tells the reason that the commit gives beside what an import quoted', async () => {
  const { chronicle, commit } = await repositoryWith(REASON)
  const read = (await chronicle.read({ files: [FILE] }))._unsafeUnwrap()
  const lookup = (await chronicle.lookup({ file: FILE, anchor: 'send' }))._unsafeUnwrap()
  const summary = (await chronicle.summary({ file: 'src' }))._unsafeUnwrap()
  for (const { from_history: reasons = [] } of [read, lookup, summary])
    expect(reasons.find((reason) => reason.commit === commit)).toMatchObject({ passages: [{ text: REASON }] })
  for (const { regions } of [read, lookup]) expect(regions.map(({ intent }) => intent)).toEqual([SAID])
})

it('says nothing again that the import quoted from a description that became the message', async () => {
  const { chronicle, commit } = await repositoryWith(`${SAID}\n\n${REASON}`)
  const { from_history: reasons = [] } = (await chronicle.lookup({ file: FILE, anchor: 'send' }))._unsafeUnwrap()
  expect(reasons.find((reason) => reason.commit === commit)?.passages.map(({ text }) => text)).toEqual([REASON])
  const same = await repositoryWith(SAID)
  const again = (await same.chronicle.lookup({ file: FILE, anchor: 'send' }))._unsafeUnwrap()
  expect((again.from_history ?? []).map((reason) => reason.commit)).not.toContain(same.commit)
})

it('notices that other words were imported since', async () => {
  const { chronicle, commit, repository } = await repositoryWith(REASON)
  const ask = async (): Promise<readonly string[]> => {
    const { from_history: reasons = [] } = (await chronicle.lookup({ file: FILE, anchor: 'send' }))._unsafeUnwrap()
    return reasons
      .filter((reason) => reason.commit === commit)
      .flatMap(({ passages }) => passages.map(({ text }) => text))
  }
  expect(await ask()).toEqual([REASON])
  const [region] = quoting(commit, {}).regions
  if (region === undefined) throw new Error('No region')
  await repository.write({ 'note.json': writeNote(quoting(commit, { regions: [{ ...region, intent: REASON }] })) })
  await repository.git('notes', '--ref=chronicle', 'add', '-f', '-F', 'note.json', commit)
  expect(await ask()).toEqual([])
})

it('leaves a commit alone whose annotation was inferred from its message', async () => {
  const { chronicle, commit } = await repositoryWith(REASON)
  const { run } = (await chronicle.openWriting({ writer: 'heuristic' }))._unsafeUnwrap()
  for await (const event of run([commit])) expect(event.kind).not.toBe('stopped')
  const { from_history: reasons = [] } = (await chronicle.lookup({ file: FILE, anchor: 'send' }))._unsafeUnwrap()
  expect(reasons.map((reason) => reason.commit)).not.toContain(commit)
})

it('is no reason for backfill to skip the commit, which it annotates once', async () => {
  const { chronicle, commit } = await repositoryWith(REASON)
  const receipts = async (): Promise<readonly unknown[]> => {
    const { run } = (await chronicle.openWriting({ writer: 'heuristic' }))._unsafeUnwrap()
    const found: unknown[] = []
    for await (const event of run([commit])) {
      if (event.kind === 'commit') found.push({ status: event.receipt.status, note: event.receipt.note })
    }
    return found
  }
  expect(await receipts()).toEqual([{ status: 'annotated', note: 'merged' }])
  expect(await receipts()).toMatchObject([{ status: 'skipped' }])
  const { regions } = (await chronicle.read({ files: [FILE] }))._unsafeUnwrap()
  const texts = regions.map(({ intent, reasoning = '' }) => `${intent} ${reasoning}`).join('\n')
  expect(texts).toContain(SAID)
  expect(texts).toContain('because its buffer holds only one')
})
