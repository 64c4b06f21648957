import {
  createFixtureRepository,
  FIXTURE_EPOCH,
  importCommits,
  type FixtureRepository,
  type ImportCommit,
} from '@chronicle/testing'
import {
  ACCEPTED,
  DECISIONS,
  EXPLAINED,
  IDLE_CONVERSATION,
  IDLE_DESCRIPTIONS,
  OWN,
  PROGRAM_DESCRIPTIONS,
  PROGRAM_REMARKS,
  REASONED_DESCRIPTIONS,
  SILENT,
  UNSETTLED,
} from './review-texts.ts'

export type Host = 'github' | 'gitlab'
export type MergeManner = 'merge' | 'squash' | 'rebase' | 'fast_forward'

/** A reason that somebody gave, and the place it belongs to. */
export interface GivenReason {
  readonly number: number
  readonly kind: 'description' | 'decision' | 'thread'
  readonly url: string
  readonly commit: string
  readonly path?: string
  /** The text of the line that the reason is about, in the file at the commit. */
  readonly line?: string
}

/** A remark, independent of the format of a host. */
interface Remark {
  readonly by: string
  readonly text: string
}

/** A thread on a line, with the lines as proposed at that time. */
interface LineThread {
  readonly path: string
  readonly line: number
  readonly commit: string
  readonly base: string
  readonly diff: string
  readonly outdated: boolean
  readonly remarks: readonly Remark[]
}

/** A merged change with its whole discussion. */
export interface DiscussedChange {
  readonly number: number
  readonly manner: MergeManner
  readonly title: string
  readonly description: string
  readonly at: number
  readonly mergeCommit: string | null
  readonly squashCommit: string | null
  readonly head: string
  readonly commits: readonly { readonly id: string; readonly message: string; readonly at: number }[]
  readonly threads: readonly LineThread[]
  readonly conversation: readonly Remark[]
}

/** A repository with reviewed changes and their discussions. */
export interface DiscussedHistory {
  readonly repository: FixtureRepository
  readonly changes: readonly DiscussedChange[]
  readonly reasons: readonly GivenReason[]
}

const FILES = 20
const SLOTS = 8
export const AUTHOR = 'ana'
export const PROGRAMS: ReadonlySet<string> = new Set([
  'coderabbitai[bot]',
  'codecov-commenter',
  'k8s-ci-robot',
  'github-actions[bot]',
  'project_7_bot_ab',
])

/** Returns a URL in the format of the host. Remarks are numbered in the order of threads, then of the conversation. */
export function changeUrl(host: Host, number: number): string {
  return host === 'github'
    ? `https://github.com/acme/shop/pull/${number}`
    : `https://gitlab.com/acme/shop/-/merge_requests/${number}`
}

export function remarkUrl(host: Host, number: number, index: number, onLine: boolean): string {
  const id = number * 100 + index
  const anchor = host === 'gitlab' ? `note_${id}` : onLine ? `discussion_r${id}` : `issuecomment-${id}`
  return `${changeUrl(host, number)}#${anchor}`
}

/** By file and slot, the blocks that were inserted after the slot. */
type Files = ReadonlyMap<number, ReadonlyMap<number, readonly string[]>>

/** Builds a repository whose changes were merged in all manners, with their discussions. */
export async function buildDiscussedHistory(host: Host, count: number): Promise<DiscussedHistory> {
  const repository = await createFixtureRepository()
  const planned: ImportCommit[] = []
  let clock = FIXTURE_EPOCH
  /** Returns the index of the commit. */
  const add = (commit: Omit<ImportCommit, 'date'> & { readonly date?: number }): number =>
    planned.push({ date: (clock += 3600), ...commit }) - 1
  const all = Array.from({ length: FILES }, (_, file) => ({ path: pathOf(file), content: textOf(file, new Map()) }))
  const first = add({ ref: 'refs/heads/main', parents: [], message: 'Begin', changes: all })
  /** The state of the main branch after each change. */
  const mains: { readonly tip: number; readonly files: Files }[] = [{ tip: first, files: new Map() }]
  const plans: ChangePlan[] = []
  for (let index = 0; index < count; index++) {
    const manner = mannerOf(host, index)
    const behind = manner === 'fast_forward' ? 0 : index % 3
    const base = mains.at(-1 - behind) ?? mains.at(0)
    const main = mains.at(-1)
    if (base === undefined || main === undefined) throw new Error('no main branch')
    const plan = planChange({ host, index, manner, base, main, add })
    plans.push(plan)
    mains.push({ tip: plan.tip, files: withBlock(main.files, plan, plan.states.at(-1) ?? []) })
  }
  const ids = await importCommits(repository, planned)
  await repository.git('update-ref', 'refs/heads/main', ids[mains.at(-1)?.tip ?? 0] ?? '')
  await repository.checkout('main')
  const idOf = (mark: number): string => ids[mark] ?? ''
  const described = plans.map((plan) => describeChange(host, plan, idOf, planned))
  return {
    repository,
    changes: described.map(({ change }) => change),
    reasons: described.flatMap(({ reasons }) => reasons),
  }
}

interface ChangePlan {
  readonly index: number
  readonly number: number
  readonly manner: MergeManner
  readonly file: number
  readonly slot: number
  readonly base: { readonly tip: number; readonly files: Files }
  /** The block after each proposed commit. */
  readonly states: readonly (readonly string[])[]
  /** Indexes of commits: as proposed, as merged, and the last one of the main branch. */
  readonly proposed: readonly number[]
  readonly landed: readonly number[]
  readonly tip: number
  readonly saysDescription: boolean
}

interface Planning extends Pick<ChangePlan, 'index' | 'manner' | 'base'> {
  readonly host: Host
  readonly main: ChangePlan['base']
  readonly add: (commit: Omit<ImportCommit, 'date'> & { readonly date?: number }) => number
}

function planChange({ host, index, manner, base, main, add }: Planning): ChangePlan {
  const number = index + 1
  const size = 1 + (index % 3)
  const file = Math.floor(index / 2) % FILES
  const slot = (Math.floor(index / (2 * FILES)) % 4) + (index % 2) * 4
  const states = Array.from({ length: size }, (_, step) => block(number, size, step))
  const fileWith = (files: Files, state: readonly string[]): ImportCommit['changes'] => [
    { path: pathOf(file), content: textOf(file, withBlock(files, { file, slot }, state).get(file) ?? new Map()) },
  ]
  const messageOf = (step: number): string => `${messagesOf(number)[step] ?? ''}\n`
  const topic = `refs/heads/topic-${number}`
  const proposed: number[] = []
  for (const [step, state] of states.entries()) {
    const parent = proposed.at(-1) ?? base.tip
    proposed.push(
      add({ ref: topic, parents: [parent], message: messageOf(step), changes: fileWith(base.files, state) }),
    )
  }
  const plan = { index, number, manner, file, slot, base, states, proposed, saysDescription: false }
  const last = proposed.at(-1) ?? base.tip
  const ref = 'refs/heads/main'
  const whole = fileWith(main.files, states.at(-1) ?? [])
  const title = titleOf(number)
  if (manner === 'fast_forward') {
    return { ...plan, landed: proposed, tip: last }
  }
  if (manner === 'merge') {
    const message =
      host === 'github'
        ? `Merge pull request #${number} from ana/topic-${number}\n\n${title}\n`
        : `Merge branch 'topic-${number}' into 'main'\n\n${title}\n\nSee merge request acme/shop!${number}\n`
    return { ...plan, landed: proposed, tip: add({ ref, parents: [main.tip, last], message, changes: whole }) }
  }
  if (manner === 'squash') {
    // GitHub adds the description if the repository is configured so.
    const saysDescription = host === 'github' && number % 2 === 0
    const { description } = discussionOf(index, `handler${number}`)
    const message = `${title} (#${number})${saysDescription ? `\n\n${description}` : ''}\n`
    const tip = add({ ref, parents: [main.tip], message, changes: whole })
    return { ...plan, landed: [tip], tip, saysDescription }
  }
  const landed: number[] = []
  for (const [step, state] of states.entries()) {
    const parent = landed.at(-1) ?? main.tip
    // A rebase keeps the author time; fast-import has one time for author and committer.
    const date = FIXTURE_EPOCH + 40_000_000 + number * 100 + step
    landed.push(add({ ref, parents: [parent], message: messageOf(step), date, changes: fileWith(main.files, state) }))
  }
  return { ...plan, landed, tip: landed.at(-1) ?? main.tip }
}

function describeChange(
  host: Host,
  plan: ChangePlan,
  idOf: (mark: number) => string,
  planned: readonly ImportCommit[],
): { readonly change: DiscussedChange; readonly reasons: readonly GivenReason[] } {
  const { index, number, manner, file, slot, states, proposed, landed } = plan
  const size = states.length
  const path = pathOf(file)
  const discussion = discussionOf(index, `handler${number}`)
  const reasons: GivenReason[] = []
  const commitOfLine = (step: number): string => idOf(landed[Math.min(step, landed.length - 1)] ?? plan.tip)
  const isJoined = manner === 'merge' && size > 1
  const whole = idOf(isJoined ? plan.tip : (landed[0] ?? plan.tip))
  let remark = 0
  const threads = discussion.threads.map((thread, which): LineThread => {
    // The first thread is about the loop, the second about the line that the last of three commits changes.
    const onLoop = which === 0
    const step = onLoop ? Math.min(1, size - 1) : 0
    const text = onLoop ? loopLine(number) : foundLine(number, size === 1)
    const before = plan.base.files.get(file) ?? new Map<number, readonly string[]>()
    const after = linesOf(file, new Map([...before, [slot, states[step] ?? []]]))
    if (thread.reason !== undefined) {
      reasons.push({
        ...{ number, kind: 'thread', path },
        url: remarkUrl(host, number, remark + thread.reason, true),
        commit: commitOfLine(onLoop ? 1 : size === 3 ? 2 : 0),
        line: onLoop ? loopLine(number) : foundLine(number, size !== 2),
      })
    }
    remark += thread.remarks.length
    return {
      ...{ path, line: after.indexOf(text) + 1, commit: idOf(proposed[step] ?? 0), base: idOf(plan.base.tip) },
      diff: diffOfBlock(after, states[step] ?? []),
      outdated: !onLoop && size === 3,
      remarks: thread.remarks,
    }
  })
  for (const [which, { decides }] of discussion.conversation.entries()) {
    if (decides === true) {
      reasons.push({ number, kind: 'decision', url: remarkUrl(host, number, remark + which, false), commit: whole })
    }
  }
  if (discussion.reasoned && !plan.saysDescription) {
    reasons.push({ number, kind: 'description', url: changeUrl(host, number), commit: whole })
  }
  // The change was merged when its last commit was made.
  const at = planned[plan.tip]?.date ?? 0
  const isRecorded = manner !== 'fast_forward' && !(host === 'gitlab' && manner !== 'merge')
  const change: DiscussedChange = {
    ...{ number, manner, title: titleOf(number), description: discussion.description, at, threads },
    mergeCommit: isRecorded ? idOf(plan.tip) : null,
    squashCommit: host === 'gitlab' && manner === 'squash' ? idOf(plan.tip) : null,
    head: idOf(proposed.at(-1) ?? 0),
    commits: proposed.map((mark, step) => ({
      ...{ id: idOf(mark), message: messagesOf(number)[step] ?? '' },
      at: planned[manner === 'rebase' ? (landed[step] ?? 0) : mark]?.date ?? 0,
    })),
    conversation: discussion.conversation,
  }
  return { change, reasons }
}

function titleOf(number: number): string {
  return `Items of handler${number}`
}

function messagesOf(number: number): readonly string[] {
  return [`Handle items of handler${number}`, `Tell about each item of handler${number}`, `Leave out x${number}`]
}

function withBlock(
  files: Files,
  { file, slot }: { readonly file: number; readonly slot: number },
  state: readonly string[],
): Files {
  return new Map([...files, [file, new Map([...(files.get(file) ?? []), [slot, state]])]])
}

function linesOf(file: number, blocks: ReadonlyMap<number, readonly string[]>): readonly string[] {
  return baseLines(file).flatMap((line) => {
    const slot = /^\/\/ end of slot (\d+)$/.exec(line)?.[1]
    return slot === undefined ? [line] : [line, ...(blocks.get(Number(slot)) ?? [])]
  })
}

function textOf(file: number, blocks: ReadonlyMap<number, readonly string[]>): string {
  return `${linesOf(file, blocks).join('\n')}\n`
}

/** Returns the diff that inserts a block into a file, with three context lines around it. */
function diffOfBlock(after: readonly string[], added: readonly string[]): string {
  const [, name = ''] = added
  const at = after.indexOf(name) - 1
  const before = after.slice(at - 3, at)
  const behind = after.slice(at + added.length, at + added.length + 3)
  return [
    `@@ -${at - 2},${before.length + behind.length} +${at - 2},${before.length + added.length + behind.length} @@ function`,
    ...before.map((line) => ` ${line}`),
    ...added.map((line) => `+${line}`),
    ...behind.map((line) => ` ${line}`),
  ].join('\n')
}

function mannerOf(host: Host, index: number): MergeManner {
  if (host === 'gitlab' && index % 8 === 7) return 'fast_forward'
  return (['merge', 'squash', 'rebase'] as const)[Math.floor(index / 3) % 3] ?? 'merge'
}

function pathOf(file: number): string {
  return `src/area ${file}/prices.ts`
}

function baseLines(file: number): string[] {
  return Array.from({ length: SLOTS }, (_, slot) => [
    `export function area${file}Slot${slot}(input: number): number {`,
    `  const first = input + ${file}`,
    `  const second = first * ${slot}`,
    '  return second - first',
    '}',
    `// end of slot ${slot}`,
    '',
    `const between${file}x${slot} = ${slot}`,
    '',
  ]).flat()
}

function loopLine(number: number): string {
  return `    note(item, start${number})`
}

function foundLine(number: number, last: boolean): string {
  return last
    ? `  const found${number} = items.filter((item) => item !== 'x${number}')`
    : `  const found${number} = items.filter(Boolean)`
}

/** Returns the lines that a change adds, as they are after each of its commits. */
function block(number: number, size: number, step: number): string[] {
  const isLast = size === 1 || step === 2
  return [
    '',
    `export function handler${number}(items: string[]): string[] {`,
    `  const start${number} = items.length`,
    foundLine(number, isLast),
    ...(size === 1 || step > 0 ? [`  for (const item of found${number}) {`, loopLine(number), '  }'] : []),
    `  return found${number}.map((item) => item.trim())`,
    '}',
  ]
}

interface Discussion {
  readonly description: string
  readonly reasoned: boolean
  readonly threads: readonly { readonly remarks: readonly Remark[]; readonly reason?: number }[]
  readonly conversation: readonly (Remark & { readonly decides?: true })[]
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

/** Returns the discussion of a change, chosen by its index, so that it is the same in every run. */
function discussionOf(index: number, word: string): Discussion {
  const of = (text: string): string => text.replaceAll('WORD', `\`${word}\``)
  const kind = index % 5
  const reasoned = kind < 3
  const description = reasoned
    ? pick(REASONED_DESCRIPTIONS, index)
    : kind === 3
      ? pick(IDLE_DESCRIPTIONS, index)
      : pick(PROGRAM_DESCRIPTIONS, index)
  const [bot, remark] = pick(IDLE_CONVERSATION, index)
  return {
    ...{ description: of(description), reasoned },
    threads: [threadOf(index, of), threadOf(index * 3 + 4, of)],
    conversation: [
      { by: bot, text: of(remark) },
      ...(index % 7 === 3 ? [{ by: 'dana', text: of(pick(DECISIONS, index)), decides: true as const }] : []),
      { by: 'erik', text: 'LGTM 🚀' },
    ],
  }
}

function threadOf(index: number, of: (text: string) => string): Discussion['threads'][number] {
  const which = Math.floor(index / 2)
  switch (index % 7) {
    case 0: {
      const [question, answer] = pick(EXPLAINED, which)
      return {
        remarks: [
          { by: 'dana', text: question },
          { by: AUTHOR, text: of(answer) },
          { by: 'dana', text: 'Thanks, makes sense.' },
        ],
        reason: 1,
      }
    }
    case 1:
    case 2: {
      const [asked, accepted] = pick(ACCEPTED, which)
      return {
        remarks: [
          { by: 'erik', text: of(asked) },
          { by: AUTHOR, text: accepted },
        ],
        reason: 0,
      }
    }
    case 3:
      return { remarks: [{ by: AUTHOR, text: of(pick(OWN, which)) }], reason: 0 }
    case 4:
      return { remarks: alternating(pick(SILENT, which), of) }
    case 5:
      return { remarks: alternating(pick(UNSETTLED, which), of) }
    default:
      return {
        remarks: [
          { by: pick([...PROGRAMS], which), text: of(pick(PROGRAM_REMARKS, which)) },
          { by: AUTHOR, text: 'Done.' },
        ],
      }
  }
}

function alternating(texts: readonly string[], of: (text: string) => string): readonly Remark[] {
  return texts.map((text, index) => ({ by: index % 2 === 0 ? 'dana' : AUTHOR, text: of(text) }))
}
