import type { CallOptions } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import type { ServedRepository } from '../served-repository.ts'

/** The latest queries to a repository that succeeded. */
export interface QueryHistory {
  /** The same repository, whose queries are remembered. */
  readonly chronicle: ServedRepository
  /** Returns the paths of the files that the queries are about. */
  files(): readonly string[]
  /** Repeats the queries, or only those about some files, latest first, so that the data they need is cached. */
  askAgain(about: ((file: string) => boolean) | undefined, options: CallOptions): Promise<void>
}

/** Maximum number of remembered queries: an agent goes back and forth between few places. */
const MAX_QUESTIONS = 8

interface Question {
  readonly files: readonly string[]
  /** Runs the query again. A failure is ignored, because the next caller gets it too. */
  readonly ask: (options: CallOptions) => Promise<void>
}

/** Remembers the queries to a repository. `onNew` is called for each query that was not remembered before. */
export function rememberQuestions(chronicle: ServedRepository, onNew: () => void): QueryHistory {
  // In the order of their last use.
  const questions = new Map<string, Question>()

  function remember(key: string, question: Question): void {
    const isNew = !questions.delete(key)
    questions.set(key, question)
    const [oldest] = questions.keys()
    if (questions.size > MAX_QUESTIONS && oldest !== undefined) questions.delete(oldest)
    if (isNew) onNew()
  }

  function remembering<Query, Answer, Failure>(
    name: string,
    ask: (query: Query, options?: CallOptions) => ResultAsync<Answer, Failure>,
    filesOf: (query: Query) => readonly string[],
  ): (query: Query, options?: CallOptions) => ResultAsync<Answer, Failure> {
    return (query, options) =>
      ask(query, options).map((answer) => {
        const question = { files: filesOf(query), ask: async (call: CallOptions) => void (await ask(query, call)) }
        remember(`${name} ${JSON.stringify(query)}`, question)
        return answer
      })
  }

  const ofPlace = ({ file }: { readonly file: string }): readonly string[] => [file]
  return {
    chronicle: {
      ...chronicle,
      read: remembering('read', chronicle.read, ({ files }) => files),
      lookup: remembering('lookup', chronicle.lookup, ofPlace),
      deps: remembering('deps', chronicle.deps, ofPlace),
      history: remembering('history', chronicle.history, ofPlace),
      summary: remembering('summary', chronicle.summary, ofPlace),
    },
    files: () => [...questions.values()].flatMap(({ files }) => files),
    async askAgain(about, options) {
      for (const { files, ask } of [...questions.values()].reverse()) {
        if (options.signal?.aborted === true) return
        if (about === undefined || files.some(about)) await ask(options)
      }
    },
  }
}
