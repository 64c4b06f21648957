import fs from 'node:fs'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { AstParser, GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { createIsomorphicGit } from '@chronicle/git-isomorphic'
import { createSourceReader, type SourceError, type SourceLimits, type SourceResponse } from '../src/index.ts'

/** A reader whose answers are unwrapped from their results. */
export interface Workbench extends AsyncDisposable {
  readonly git: GitBackend
  readonly ast: AstParser
  /** Returns the answer to a request that must succeed. */
  ask(request: unknown): Promise<SourceResponse>
  /** Returns the error of a request that must fail. */
  errorOf(request: unknown): Promise<SourceError>
  close(): Promise<void>
}

/** Shared by all tests, so that grammars are loaded once. */
const parser = createTreeSitterParser()

export function openWorkbench(
  dir: string,
  options: {
    readonly backend?: 'cli' | 'isomorphic'
    readonly ast?: AstParser
    readonly limits?: Partial<SourceLimits>
  } = {},
): Workbench {
  const git = options.backend === 'isomorphic' ? createIsomorphicGit({ fs, dir }) : createGitCli({ dir })
  const ast = options.ast ?? parser
  const reader = createSourceReader({ git, ast, limits: options.limits ?? {} })
  return {
    git,
    ast,
    ask: async (request) => {
      const answer = await reader.read(request)
      if (answer.isErr())
        throw new Error(`${answer.error.code}: ${answer.error.message}`, { cause: answer.error.cause })
      return answer.value
    },
    errorOf: async (request) => {
      const answer = await reader.read(request)
      if (answer.isOk()) throw new Error(`answered: ${JSON.stringify(answer.value).slice(0, 500)}`)
      return answer.error
    },
    close: () => git.close(),
    [Symbol.asyncDispose]: () => git.close(),
  }
}

/** Returns every page of a request, concatenated. */
export async function allPages(
  { ask }: Workbench,
  request: Readonly<Record<string, unknown>>,
): Promise<{ readonly text: string; readonly pages: readonly SourceResponse[] }> {
  const pages: SourceResponse[] = []
  for (let cursor: string | undefined; ;) {
    const page = await ask(cursor === undefined ? request : { ...request, cursor })
    pages.push(page)
    cursor = page.meta.next_cursor
    if (cursor === undefined) return { text: pages.map(({ text }) => text).join(''), pages }
  }
}
