import type { CommitShare, CommittedLine, MatchedCommit, WriteMatcher } from './match-writes.ts'
import { isTelling } from './match-writes.ts'
import type { SaidEvent, TranscriptEvent, WroteEvent } from './transcript.ts'
import { lastSegment } from './create-path-test.ts'

/** A commit that a message may be about, with the lines written in response. */
export interface AttributedCommit {
  readonly commit: MatchedCommit
  readonly lines: readonly CommittedLine[]
}

/** Finds the commits that the messages of a session are about. */
export interface MessageCommits {
  /** Returns the commit that a sentence of a message is about. `undefined`: none, or the code was abandoned. */
  commitOf(message: SaidEvent, sentence: string): AttributedCommit | undefined
}

/**
 * Finds for each message the code written in response: by the tool calls up to the next message or, if there are none,
 * by those after the next message that has some. For remarks about existing code, it finds the code written before that
 * was not yet committed. Code that was rewritten before it was committed counts as its replacement. Of several commits,
 * chooses the one whose code, files and subject share the most words with the sentence, or the first one if none does.
 */
export function createMessageCommits(
  events: readonly TranscriptEvent[],
  matcher: Pick<WriteMatcher, 'sharesOf'>,
): MessageCommits {
  const shares = sharesWithSuccessors(events, matcher)
  const turns = turnsOf(events)
  const isWriting = (turn: Turn): boolean => turn.writes.length > 0

  function commitOf(message: SaidEvent, sentence: string): AttributedCommit | undefined {
    const index = turns.findIndex(({ message: opening }) => opening === message)
    const turn = turns[index]
    if (turn === undefined) return undefined
    const after = turns.slice(index, index + MAX_TURNS).find(isWriting)
    const before = turns.slice(Math.max(0, index - MAX_TURNS), index).findLast(isWriting)
    const answers = after === undefined ? [] : commitsIn(after)
    const stood = before === undefined ? [] : commitsIn(before).filter(({ commit }) => isLater(commit, message))
    if (isWriting(turn)) {
      // If the code written in response was never committed, it was abandoned together with its reasons.
      if (answers.length === 0) return undefined
      const others = stood.filter(({ commit }) => answers.every((each) => each.commit !== commit))
      const chosen = chooseCommit(answers, sentence)
      return chosen === undefined || chosen.score > 0 ? chosen : chooseCommit([chosen, ...others], sentence)
    }
    return chooseCommit(
      [...stood, ...answers.filter(({ commit }) => stood.every((each) => each.commit !== commit))],
      sentence,
    )
  }

  function commitsIn({ writes }: Turn): readonly CommitShare[] {
    return join(writes.flatMap((write) => shares.get(write) ?? [])).toSorted(
      (a, b) => a.commit.authoredAt - b.commit.authoredAt,
    )
  }

  return { commitOf }
}

/** Maximum number of messages between a message and the code that it is about. */
const MAX_TURNS = 8

interface Turn {
  /** Absent before the first message. */
  readonly message: SaidEvent | undefined
  readonly writes: readonly WroteEvent[]
}

function turnsOf(events: readonly TranscriptEvent[]): readonly Turn[] {
  const turns: { message: SaidEvent | undefined; writes: WroteEvent[] }[] = [{ message: undefined, writes: [] }]
  for (const event of events) {
    if (event.kind === 'said') turns.push({ message: event, writes: [] })
    else turns.at(-1)?.writes.push(event)
  }
  return turns
}

function isLater({ committedAt }: MatchedCommit, { at }: SaidEvent): boolean {
  // Git's times are whole seconds.
  return at === undefined || committedAt + 999 >= at
}

/** Lines that a later tool call replaced are followed to their replacement. */
function sharesWithSuccessors(
  events: readonly TranscriptEvent[],
  matcher: Pick<WriteMatcher, 'sharesOf'>,
): ReadonlyMap<WroteEvent, readonly CommitShare[]> {
  const shares = new Map<WroteEvent, readonly CommitShare[]>()
  /** The tool calls that removed a line, newest first, by line. */
  const removals = new Map<string, WroteEvent[]>()
  for (const event of events.toReversed()) {
    if (event.kind !== 'wrote') continue
    const own = matcher.sharesOf(event)
    const heirs =
      own.length > 0
        ? []
        : event.added.filter(isTelling).flatMap((line) => removals.get(keyOf(event, line))?.at(-1) ?? [])
    shares.set(event, own.length > 0 ? own : join([...new Set(heirs)].flatMap((heir) => shares.get(heir) ?? [])))
    for (const line of event.removed.filter(isTelling)) {
      const key = keyOf(event, line)
      removals.set(key, [...(removals.get(key) ?? []), event])
    }
  }
  return shares
}

function keyOf({ path = '', cwd = '' }: WroteEvent, line: string): string {
  return `${cwd}\0${lastSegment(path)}\0${line}`
}

function join(shares: readonly CommitShare[]): readonly CommitShare[] {
  const joined = new Map<string, CommitShare>()
  for (const share of shares) {
    const known = joined.get(share.commit.id)
    const lines = known === undefined ? share.lines : [...new Set([...known.lines, ...share.lines])]
    joined.set(share.commit.id, { commit: known?.commit ?? share.commit, lines })
  }
  return [...joined.values()]
}

interface ChosenCommit extends AttributedCommit {
  /** Number of words that the sentence shares with this commit, but not with all the others. */
  readonly score: number
}

function chooseCommit(shares: readonly CommitShare[], sentence: string): ChosenCommit | undefined {
  const wanted = wordsOf(sentence)
  const texts = shares.map(({ commit, lines }) =>
    wordsOf([commit.subject, ...lines.flatMap(({ path, text }) => [path, text])].join(' ')),
  )
  const isCommon = (word: string): boolean => texts.length > 1 && texts.every((words) => words.has(word))
  let best: ChosenCommit | undefined
  for (const [index, { commit, lines }] of shares.entries()) {
    const score = [...wanted].filter((word) => texts[index]?.has(word) === true && !isCommon(word)).length
    if (best === undefined || score > best.score) best = { commit, lines, score }
  }
  return best
}

/** Returns the lower-case words of prose and names, without endings of plurals and tenses. */
function wordsOf(text: string): ReadonlySet<string> {
  const parts =
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\d]{3,}/gu) ?? []
  return new Set(parts.filter((part) => !IDLE_WORDS.has(part)).map((part) => part.replace(/(?:ing|ed|es|s|e)$/, '')))
}

const IDLE_WORDS = new Set(
  'the and for are but not you all any can had has have her was one our out that this with from they them then than will would there their what when which who why how into over only also just never always must should because since don does'.split(
    ' ',
  ),
)
