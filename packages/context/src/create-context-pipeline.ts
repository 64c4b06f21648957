import { bytesPerFour, checkedTokens } from '@chronicle/core/text'
import { checkedGit, codedError, requireArguments, type CallOptions, type TreeState } from '@chronicle/core/contracts'
import {
  err,
  ok,
  omitEmpty,
  omitUndefined,
  type CodedError,
  type CommitId,
  type Diagnostic,
  type ContextBase,
  type ContextPackage,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { buildPackage, checkBudget } from './assemble/build-package.ts'
import {
  DEFAULT_BUDGET,
  type ContextPipeline,
  type ContextPipelineOptions,
  type ContextRequest,
} from './context-pipeline.ts'
import type { ContextError } from './context-error.ts'
import { checkAborted, catchDefectsOf } from './failure.ts'
import { createKnowledgeBase } from './knowledge/create-knowledge-base.ts'
import { FIRST_SYMBOL } from './knowledge/indexed-file.ts'
import type { KnowledgeSnapshot } from './knowledge/knowledge-snapshot.ts'
import { defaultState } from './knowledge/default-state.ts'
import { findTests } from './precision/find-tests.ts'
import { fusedProfile } from './rank/fused-profile.ts'
import { renderPrompt } from './render/render-context.ts'
import { rankFiles } from './rank/rank-files.ts'
import { demoteInlineTests } from './rank/demote-inline-tests.ts'
import { rankSymbols } from './rank/rank-symbols.ts'
import { buildScope, DEFAULT_SCOPE_SIZE, type Scope } from './scope/build-scope.ts'
import { namedFiles } from './signals/explicit-paths.ts'
import { missingPaths } from './signals/missing-paths.ts'
import { createSignalContext } from './signals/create-signal-context.ts'
import type { TaskAssistance } from './task/assist-task.ts'

/** Maximum number of files whose symbols are ranked and that may be packed. */
const PACKED_FILES = 30
const MAX_SCOPE = 100
const MAX_SYMBOLS = 100

/** Creates a retrieval pipeline. It caches its knowledge of the last state that was queried. */
export function createContextPipeline(given: ContextPipelineOptions): ContextPipeline {
  const options = { ...given, git: checkedGit(given.git) }
  const knowledge = options.knowledge ?? createKnowledgeBase(options)
  return {
    execute: (request, call = {}) => retrieve(options, knowledge, request, call),
    index: (at, call = {}) =>
      catchDefectsOf(async function* () {
        const state = at ?? (yield* defaultState(options.git, call))
        const { files, commits, commit } = yield* knowledge.at(state, call)
        const symbols = files.reduce((sum, { lengths }) => sum + Math.max(0, lengths.length - FIRST_SYMBOL), 0)
        return ok({ base: baseOf(state, commit), files: files.length, symbols, commits: commits.count })
      }),
  }
}

function baseOf(state: TreeState, commit: CommitId | undefined): ContextBase {
  return { ...omitUndefined({ commit }), state: typeof state === 'object' ? state.commit : state }
}

function retrieve(
  options: ContextPipelineOptions,
  knowledge: ReturnType<typeof createKnowledgeBase>,
  request: ContextRequest,
  call: CallOptions,
): ResultAsync<ContextPackage, ContextError> {
  const { profile = fusedProfile() } = options
  const tokens = checkedTokens(options.tokens ?? bytesPerFour())
  return catchDefectsOf(async function* () {
    yield* requireArguments(request, { task: 'text' }, 'invalid_query')
    const { task, budget = DEFAULT_BUDGET, scopeSize = DEFAULT_SCOPE_SIZE, template } = request
    if (task.trim() === '') return err(codedError('task_empty', 'The task is empty. Say in words what is to be done.'))
    yield* checkBudget(budget)
    yield* checkScopeSize(scopeSize)
    yield* checkAborted(call.signal)
    const state = request.at ?? (yield* defaultState(options.git, call))
    const snapshot = yield* knowledge.at(state, call)
    const context = yield* createSignalContext(task, snapshot, call, assistanceOf(options))
    const files = yield* rankFiles(context, profile)
    const scope = yield* buildScope(context, files, scopeSize)
    const candidates = scope.entries.slice(0, PACKED_FILES).map(({ path }) => path)
    const imports = yield* context.imports.importsOf(candidates, call)
    const facts = yield* snapshot.facts([...new Set([...candidates, ...[...imports.values()].flat()])], call)
    const sources = candidates.flatMap((path, rank) => {
      const known = facts.get(path)
      return known === undefined ? [] : [{ path, rank, facts: known }]
    })
    const texts = yield* snapshot.texts(candidates, call)
    const ranked = yield* rankSymbols(context, sources)
    const sourceTexts = sources.map(
      ({ facts: known, path }) => [path, { facts: known, text: texts.get(path) ?? '' }] as const,
    )
    const rankedSymbols = context.query.task_type === 'test' ? ranked : demoteInlineTests(ranked, new Map(sourceTexts))
    const records = (await options.recorded?.find(candidates, state, call)) ?? ok([])
    yield* checkAborted(call.signal)
    const built = yield* buildPackage({
      query: context.query,
      files: sources.map(({ path, rank, facts: known }) => ({
        path,
        rank: rank + 1,
        facts: known,
        text: texts.get(path) ?? '',
      })),
      scope: scope.entries.map(({ path }) => path),
      rankedSymbols,
      facts,
      imports,
      tests: yield* findTests(context, files),
      recorded: records.unwrapOr([]),
      namedFiles: new Set(namedFiles(context.query, snapshot).keys()),
      budget,
      tokens,
      ...(template !== undefined && { render: (content) => renderPrompt(content, template) }),
    })
    const { content } = built
    return ok({
      $schema: 'chronicle-context/v1',
      task: context.query,
      shown_task: content.shownTask,
      base: baseOf(state, snapshot.commit),
      scope: scope.entries.slice(0, MAX_SCOPE).map(({ path, score, seed, via }) => ({
        path,
        score: round(score),
        class: snapshot.file(path)?.class ?? 'other',
        ...omitEmpty({ seed }),
        ...omitUndefined({ expanded_via: via }),
      })),
      symbols: rankedSymbols.slice(0, MAX_SYMBOLS).map(({ path, symbol, score }) => ({
        ...{ path, name: symbol.name, kind: symbol.kind, lines: symbol.lines, score: round(score) },
      })),
      files: content.files,
      tests: content.tests,
      recorded: content.recorded,
      ...omitUndefined({ recorded_left_out: content.recorded_left_out }),
      dependency_edges: content.dependency_edges,
      token_count: built.tokenCount,
      budget,
      provenance: {
        profile: profile.name,
        scores: Object.fromEntries(
          scope.entries
            .slice(0, MAX_SCOPE)
            .map(({ path, breakdown }) => [
              path,
              Object.fromEntries(Object.entries(breakdown).map(([k, v]) => [k, round(v)])),
            ]),
        ),
        packing: { wanted_tokens: built.wantedTokens, left_out: built.leftOut, left_out_more: built.leftOutMore },
      },
      diagnostics: [
        ...diagnose(snapshot, scope),
        ...missingPaths(context.query, snapshot.paths),
        ...context.diagnostics,
        ...(records.isErr() ? [withoutRecords(records.error)] : []),
      ],
    })
  })
}

function checkScopeSize(size: number): Result<void, ContextError> {
  if (Number.isInteger(size) && size >= 1 && size <= MAX_SCOPE) return ok()
  return err(codedError('invalid_query', `scopeSize is ${size}. Give a whole number from 1 to ${MAX_SCOPE}.`))
}

function assistanceOf({ assist: model, redactor, store }: ContextPipelineOptions): TaskAssistance | undefined {
  return model === undefined ? undefined : { model, store, ...omitUndefined({ redactor }) }
}

function round(score: number): number {
  return Math.round(score * 1e6) / 1e6
}

function withoutRecords({ message }: CodedError): Diagnostic {
  const warning = `What is recorded about the files could not be read: ${message}`
  return { code: 'records_unreadable', severity: 'warning', message: warning }
}

/** Returns diagnostics that show how far the package can be trusted. */
function diagnose(snapshot: KnowledgeSnapshot, scope: Scope): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  const add = (code: string, severity: Diagnostic['severity'], message: string): void => {
    found.push({ code, severity, message })
  }
  if (snapshot.files.length === 0)
    add('nothing_indexed', 'warning', 'No file of this state can be read as source or text.')
  else if (!snapshot.files.some(({ lengths }) => lengths.length > FIRST_SYMBOL))
    add('no_symbols', 'warning', 'No file has a grammar: files were ranked by their words alone.')
  if (scope.isFallback && snapshot.files.length > 0)
    add(
      'nothing_matched',
      'warning',
      'No word of the task occurs in the repository. Listed are the files that most others import.',
    )
  if (snapshot.commits.count === 0) add('no_history', 'info', 'There is no history to learn from.')
  return found
}
