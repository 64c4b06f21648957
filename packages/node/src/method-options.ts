import { requireArguments, type ArgumentKind } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'
import type { Chronicle } from './chronicle.ts'
import type { Sync } from './create-sync.ts'
import type { NextCommitContext } from './next-commit-context.ts'
import { unknownOption } from './unknown-option.ts'

/** Methods by the names that errors give them: `read`, `sync.pull`. */
type Methods = Chronicle & Within<'sync', Sync> & Within<'nextCommit', NextCommitContext>

type Within<Owner extends string, T> = { readonly [Name in keyof T & string as `${Owner}.${Name}`]: T[Name] }

/** Methods whose options, or whose request, is the first argument. Queries check their first argument themselves. */
type OptionsFirst =
  | ('enrich' | 'promote' | 'condense' | 'reconcile' | 'rewritten' | 'importTranscripts' | 'openWriting')
  | ('openDiscussionSource' | 'openDiscussionReader' | 'review')
  | `sync.${Exclude<keyof Sync, 'exportNotes'>}`
  | ('nextCommit.read' | 'nextCommit.clear')

type OptionsSecond =
  | ('read' | 'deps' | 'check' | 'lookup' | 'history' | 'summary' | 'status' | 'show' | 'log' | 'grep')
  | ('flag' | 'flagAnnotation' | 'takeBackFlags' | 'correct' | 'supersede' | 'retract' | 'reattach' | 'acknowledge')
  | ('scrub' | 'annotate' | 'record' | 'retrieve' | 'review' | 'reviewCommit' | 'carry' | 'takeOver' | 'adviseOnNotes')
  | ('openDiscussionSource' | 'openDiscussionReader' | 'nextCommit.add' | 'nextCommit.removeNote')

/** All option names of a method. The record type makes a missing name a compile error. */
type Options<Name extends keyof Methods, Place extends 0 | 1 | 2> = Methods[Name] extends (
  ...given: infer Given
) => unknown
  ? Readonly<Record<keyof NonNullable<Given[Place]>, true>>
  : never

const CALL: Options<'read', 1> = { signal: true, onProgress: true }
const CORRECT: Options<'flag', 1> = { ...CALL, dryRun: true, notesRefs: true, allowedSecrets: true }
const STORE: Options<'annotate', 1> = { ...CALL, dryRun: true, tool: true, notesRef: true, allowedSecrets: true }
const REVIEW: Options<'review', 1> = { ...CALL, notesRefs: true, allowedSecrets: true, redactor: true }
const SHARE: Options<'sync.pull', 0> = { ...CALL, notesRef: true, remote: true, mayAsk: true }
const PROMOTE: Options<'promote', 0> = { ...CALL, model: true, paths: true, at: true }
const SECRETS = { allowedSecrets: true, redactor: true } as const

const FIRST: { readonly [Name in OptionsFirst]: Options<Name, 0> } = {
  promote: PROMOTE,
  enrich: { ...PROMOTE, ...SECRETS, dryRun: true },
  condense: {
    ...{ ...CALL, ...SECRETS, model: true, notesRef: true, dryRun: true },
    ...{ commits: true, limit: true, maxOutputTokens: true },
  },
  reconcile: { ...CALL, notesRef: true, commitMapFile: true, dryRun: true, branch: true, copies: true },
  rewritten: { ...CALL, notesRef: true },
  importTranscripts: {
    ...{ ...CALL, notesRef: true, allowedSecrets: true },
    ...{ from: true, since: true, session: true, commit: true, store: true },
  },
  openWriting: {
    ...{ ...SECRETS, signal: true, notesRef: true, dryRun: true },
    ...{ writer: true, model: true, agentLimits: true, asking: true },
    ...{ authors: true, discussions: true, force: true, replace: true, concurrency: true, maxDiffLines: true },
    ...{ maxFileBytes: true, commitsAtOnce: true, bytesAtOnce: true, batchCommits: true, batchMilliseconds: true },
  },
  openDiscussionSource: {
    ...{ kind: true, repository: true, remote: true, host: true, token: true, files: true, fetch: true },
    ...{ maxWait: true, onWait: true },
  },
  openDiscussionReader: { provider: true, model: true, baseUrl: true, price: true, limit: true },
  review: {
    ...{ range: true, commit: true, paths: true },
    ...{ maxCommits: true, maxNotes: true, maxDiffLines: true, findingsPerKind: true },
  },
  ...{ 'sync.enable': SHARE, 'sync.disable': SHARE, 'sync.status': SHARE, 'sync.pull': SHARE, 'sync.push': SHARE },
  'sync.importNotes': {
    ...{ ...CALL, notesRef: true, allowedSecrets: true },
    ...{ input: true, gitAppraise: true, keepUnknown: true, dryRun: true },
  },
  ...{ 'nextCommit.read': CALL, 'nextCommit.clear': { ...CALL, only: true } },
}

const SECOND: { readonly [Name in OptionsSecond]: Options<Name, 1> } = {
  ...{ read: CALL, deps: CALL, check: CALL, lookup: CALL, history: CALL, summary: CALL },
  ...{ status: CALL, show: CALL, log: CALL, grep: CALL, retrieve: CALL, adviseOnNotes: CALL },
  ...{ flag: CORRECT, flagAnnotation: CORRECT, takeBackFlags: CORRECT, correct: CORRECT, supersede: CORRECT },
  ...{ retract: CORRECT, reattach: CORRECT, acknowledge: CORRECT, scrub: CORRECT },
  ...{ annotate: STORE, record: STORE, review: REVIEW, reviewCommit: REVIEW },
  carry: { ...CALL, notesRefs: true, dryRun: true },
  takeOver: { ...CALL, notesRef: true, dryRun: true },
  openDiscussionSource: CALL,
  openDiscussionReader: { ...SECRETS, agentLimits: true },
  'nextCommit.add': { ...CALL, hours: true, saidAt: true },
  'nextCommit.removeNote': CALL,
}

const TABLES: readonly (readonly [
  Readonly<Record<string, Readonly<Record<string, true>>>>,
  within: 'options.' | '',
])[] = [
  [FIRST, ''],
  [SECOND, 'options.'],
  [{ adviseOnAnnotation: CALL satisfies Options<'adviseOnAnnotation', 2> }, 'options.'],
]

/** The first arguments that untyped callers may omit, and that the method would read without a check. */
const REQUIRED: { readonly [Name in keyof Methods]?: Readonly<Record<string, ArgumentKind>> } = {
  ...{ enrich: { request: 'object' }, promote: { request: 'object' }, takeOver: { derivation: 'object' } },
  ...{
    carry: { rewrites: 'list' },
    adviseOnNotes: { notes: 'list' },
    reviewCommit: { commit: 'text' },
    'sync.importNotes': { options: 'object' },
  },
  ...{ openDiscussionSource: { choice: 'object' }, openDiscussionReader: { model: 'object' } },
  ...{ 'nextCommit.add': { author: 'object', options: 'object' }, 'nextCommit.removeNote': { id: 'text' } },
}

/** Returns the error for a missing argument, or for an unknown or wrong option. `given`: the arguments of the call. */
export function findWrongArgument(method: string, given: readonly unknown[]): CodedError<'unsupported'> | undefined {
  const kinds = Object.hasOwn(REQUIRED, method) ? REQUIRED[method as keyof typeof REQUIRED] : undefined
  const names = Object.keys(kinds ?? {})
  const named = Object.fromEntries(names.map((name, place) => [name, given[place]]))
  const checked = requireArguments(named, kinds ?? {}, 'unsupported')
  if (checked.isErr()) return checked.error
  for (const [place, [table, within]] of TABLES.entries()) {
    const known = Object.hasOwn(table, method) ? table[method] : undefined
    const unknown = known && unknownOption(given[place], known, within)
    if (unknown !== undefined) return unknown
  }
  return undefined
}
