import { ok, safeTry, type CommitId, type MatchRule, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import { changedLines, countLines, countShared, withoutRemovedLater, type ChangedLines } from './changed-lines.ts'
import type { CommitFacts } from './commit-facts.ts'
import { plainSubject } from './commit-facts.ts'
import { isAncestor } from './commit-graph.ts'
import { findSplit } from './find-split.ts'
import type { Claim } from './keep-trusted-claims.ts'
import type { AmbiguousMatch, Match } from './match.ts'
import type { MatchRequest } from './match-commits.ts'

/** The result of comparing lines. */
export interface MatchedLines {
  readonly matches: readonly Match[]
  readonly ambiguous: readonly AmbiguousMatch[]
}

/** Maximum number of candidates whose lines are compared, newest first. */
const MAX_COMPARED = 400
/** Minimum share of a commit's lines that must be in another commit: for lines alone, and together with its message. */
const MIN_SHARE_ALONE = 0.9
const MIN_SHARE_WITH_MESSAGE = 0.5
/** Minimum number of lines for lines alone, or for a part of a commit's lines, to be evidence. */
const MIN_LINES = 3

const FIXUP = /^(?:fixup|squash|amend)! (.*)$/

/**
 * Finds the commits into which others were squashed and edited, so that no patch is equal: by the subjects that their
 * messages list, and by the lines that both changed. `found` are the existing matches; ambiguous commits stay
 * ambiguous.
 *
 * A commit whose message lists a subject is believed to contain that commit if at least half of its lines, without those
 * that later commits of the branch removed, are changed in it in the same way: somebody may have edited the squash. Of
 * few lines a half is chance, so all or at least three must be there, unless the message lists several commits. Another
 * author needs nearly all lines. With two such commits, neither is believed. Regions whose code is not there are carried
 * and listed as left: a squash of lost commits must not lose them.
 */
export function matchLines(
  request: MatchRequest,
  claims: ReadonlyMap<CommitId, readonly Claim[]>,
  found: readonly Match[],
  ambiguous: ReadonlySet<CommitId>,
): ResultAsync<MatchedLines, GitError> {
  return safeTry(async function* () {
    const { lost, wanted, candidates, areCopies, git, call } = request
    const squashed = new Set(found.flatMap(({ from }) => from))
    const listed = areCopies ? new Set([...candidates.all.values()].flatMap((each) => each.listed)) : undefined
    const open = [...wanted].filter(
      (id) =>
        !squashed.has(id) &&
        !ambiguous.has(id) &&
        claims.get(id)?.some(isCertain) !== true &&
        listed?.has(lost.get(id)?.subject ?? '') !== false,
    )
    if (open.length === 0 || git.changedPaths === undefined) return ok({ matches: [], ambiguous: [] })
    const matchedIds = new Set(
      [...claims.values()].flat().flatMap((claim) => (claim.sameChange ? [claim.commit.id] : [])),
    )
    const oldest = Math.min(...open.map((id) => lost.get(id)?.authoredAt ?? Infinity))
    const later = [...candidates.all.values()]
      .filter(
        ({ id, parents, committedAt }) => parents.length < 2 && committedAt >= oldest - 600 && !matchedIds.has(id),
      )
      .sort((a, b) => b.committedAt - a.committedAt)
    const paths = yield* git.changedPaths([...open, ...later.map(({ id }) => id)], call)
    const openPaths = new Set<RepoPath>(open.flatMap((id) => paths.get(id) ?? []))
    const near = later
      .filter(({ id }) => paths.get(id)?.some((path) => openPaths.has(path)) === true)
      .slice(0, MAX_COMPARED)
    const lines = yield* changedLines(
      [...(areCopies ? open : lost.keys()), ...near.map(({ id }) => id)].slice(0, 4 * MAX_COMPARED),
      git,
      call,
    )
    if (near.length === 0) return ok({ matches: [], ambiguous: [] })

    const known = { lost, subjects: new Set([...lost.values()].map(({ subject }) => subject)), claims, found }
    const matches: Match[] = []
    const doubtful: AmbiguousMatch[] = []
    for (const id of open) {
      const commit = lost.get(id)
      const own = lines.get(id)
      if (commit === undefined || own === undefined) continue
      const claimed = claims.get(id)
      const split = findSplit(commit, own, near, lines, claimed?.map((each) => each.commit.id) ?? [])
      if (split.length > 1) {
        matches.push(...split)
        continue
      }
      if (claimed !== undefined) continue
      const after = [...lines].filter(([other]) => lost.has(other) && isAncestor(lost, id, other))
      const left = withoutRemovedLater(
        own,
        after.map(([, change]) => change),
      )
      const judged = near
        .filter(({ committedAt }) => committedAt >= commit.authoredAt - 600)
        .flatMap((candidate) => scoreCandidate(commit, left, candidate, lines.get(candidate.id), known))
      const choice = chooseCandidate(commit, judged)
      if (choice === undefined) continue
      if ('candidates' in choice) doubtful.push(choice)
      else matches.push(choice)
    }
    return ok({ matches, ambiguous: doubtful })
  })
}

function isCertain({ sameChange, rule }: Claim): boolean {
  return sameChange || rule === 'named' || rule === 'same_commit'
}

interface ScoredCandidate {
  readonly commit: CommitFacts
  readonly rule: MatchRule
  readonly share: number
  readonly enough: boolean
  readonly why: readonly string[]
}

interface KnownMatches {
  readonly lost: ReadonlyMap<CommitId, CommitFacts>
  /** The subjects of the lost commits. */
  readonly subjects: ReadonlySet<string>
  readonly claims: ReadonlyMap<CommitId, readonly Claim[]>
  readonly found: readonly Match[]
}

function scoreCandidate(
  lost: CommitFacts,
  lines: ChangedLines,
  candidate: CommitFacts,
  others: ChangedLines | undefined,
  known: KnownMatches,
): readonly ScoredCandidate[] {
  if (others === undefined) return []
  const count = countLines(lines)
  const shared = countShared(lines, others)
  const share = count === 0 ? 0 : shared / count
  if (share < MIN_SHARE_WITH_MESSAGE) return []
  const isMuch = shared === count || shared >= MIN_LINES
  const sharedLines = `${shared} of the ${count} lines it changed are changed in ${candidate.id.slice(0, 12)} in the same way`
  const related = candidate.authors.includes(lost.author)
  const target = FIXUP.exec(lost.subject)?.[1]
  if (target !== undefined && holdsTarget(plainSubject(target), candidate, known)) {
    const why = [`it is the successor of "${target}", which ${lost.id.slice(0, 12)} corrects`, sharedLines]
    return [{ commit: candidate, rule: 'fixup', share, enough: true, why }]
  }
  if (lost.subject !== '' && (candidate.listed.includes(lost.subject) || candidate.subject === lost.subject)) {
    const how = candidate.subject === lost.subject ? 'has its subject' : `lists "${lost.subject}"`
    // A list of several commits is that of a squash. Later ones of them may have changed some of the lines again.
    const isInList = candidate.listed.includes(lost.subject) && listsSeveral(candidate, known)
    const enough = (isMuch || isInList) && (related || share >= MIN_SHARE_ALONE)
    return [{ commit: candidate, rule: 'squashed_list', share, enough, why: [`its message ${how}`, sharedLines] }]
  }
  if (candidate.author === lost.author && candidate.authoredAt === lost.authoredAt && count >= MIN_LINES) {
    return [
      { commit: candidate, rule: 'same_time', share, enough: true, why: ['same author and author time', sharedLines] },
    ]
  }
  const enough = related && share >= MIN_SHARE_ALONE && count >= MIN_LINES
  return [
    { commit: candidate, rule: 'same_lines', share, enough, why: [...(related ? ['same author'] : []), sharedLines] },
  ]
}

/** Whether a message lists several commits. Its other lines are prose and trailers. */
function listsSeveral({ listed, marked }: CommitFacts, { subjects }: KnownMatches): boolean {
  return listed.filter((subject) => marked.includes(subject) || subjects.has(subject)).length > 1
}

/** Whether a candidate replaced the commit with this subject. */
function holdsTarget(subject: string, { id }: CommitFacts, { lost, claims, found }: KnownMatches): boolean {
  const isTarget = (commit: CommitId): boolean => lost.get(commit)?.subject === subject
  return (
    [...claims].some(([commit, all]) => isTarget(commit) && all.some((claim) => claim.commit.id === id)) ||
    found.some(({ from, to }) => to === id && from.some(isTarget))
  )
}

/** Chooses the best candidate by rule, if there is no rival. */
function chooseCandidate(lost: CommitFacts, judged: readonly ScoredCandidate[]): Match | AmbiguousMatch | undefined {
  const order: readonly MatchRule[] = ['fixup', 'squashed_list', 'same_time', 'same_lines']
  for (const rule of order) {
    const [best, next] = judged.filter((each) => each.rule === rule).sort((a, b) => b.share - a.share)
    if (best?.enough !== true) continue
    const rival = rule === 'same_lines' ? judged.find((each) => each !== best) : next
    if (rival === undefined) {
      return { from: [lost.id], to: best.commit.id, operation: 'squash', rule, why: best.why }
    }
    return {
      commit: lost.id,
      candidates: [best, rival].map(({ commit, why }) => ({ commit: commit.id, why })),
      reason: 'its lines are in more than one commit',
    }
  }
  return undefined
}
