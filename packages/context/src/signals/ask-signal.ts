import { catchDefects, err, ok, type Result, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { unexpected } from '../failure.ts'
import type { FileScores, Signal, SignalContext } from './signal.ts'

/**
 * Asks a signal, which may be a program's own, for its scores. If it throws, or returns no map or a score that is no
 * number of 0 or more, that is its defect: files could not be ordered by such a score.
 */
export function askSignal(
  signal: Signal,
  context: SignalContext,
  lists: ReadonlyMap<string, FileScores>,
): ResultAsync<FileScores, ContextError> {
  const defect = (cause: unknown): ContextError => unexpected(cause, `signal ${signal.name}`)
  return catchDefects<FileScores, ContextError>(
    async () => (await signal.score(context, lists)).andThen((scores) => requireScores(scores, defect)),
    defect,
  )
}

function requireScores(scores: FileScores, defect: (cause: string) => ContextError): Result<FileScores, ContextError> {
  // A signal in JavaScript can return anything.
  const { get, [Symbol.iterator]: iterate } = (scores as Partial<FileScores> | undefined) ?? {}
  if (typeof get !== 'function' || typeof iterate !== 'function')
    return err(defect('it returned no Map of scores by path.'))
  for (const [path, score] of scores) {
    if (!(Number.isFinite(score) && score >= 0))
      return err(defect(`it scored ${path} with ${String(score)}. A score is a finite number of 0 or more.`))
  }
  return ok(scores)
}
