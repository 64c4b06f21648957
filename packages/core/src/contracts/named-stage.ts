import { ResultAsync } from '@chronicle/schema'
import { reasonOf } from './reason-of.ts'

/** What a stage threw, or what is wrong with what it returned, with the name of the stage. */
export class StageError extends Error {}

/**
 * Returns the same stage, but what its methods throw, or reject with, names it: `scorer mine: …`. A stage must do
 * neither, so the boundary of the package reports it as a defect, and the reader must know whose.
 */
export function namedStage<T extends { readonly name: string }>(kind: string, stage: T): T {
  // What is no object fails when it is used, within the call that reports it.
  if (typeof stage !== 'object' || (stage as unknown) === null) return stage
  const stageName = `${kind} ${stage.name}`
  // Not a proxy of the stage itself: of a frozen one, it would have to return the very same methods.
  return new Proxy({} as T, {
    get(_, key) {
      const part: unknown = Reflect.get(stage, key, stage)
      if (typeof part !== 'function') return part
      return (...given: readonly unknown[]): unknown => inStage(stageName, () => Reflect.apply(part, stage, given))
    },
  })
}

function inStage(stageName: string, run: () => unknown): unknown {
  const rename = (cause: unknown): never => {
    // One stage may have called another.
    if (cause instanceof StageError) throw cause // eslint-disable-line no-restricted-syntax -- as below
    // eslint-disable-next-line no-restricted-syntax -- it was thrown before, and the boundary reports it
    throw new StageError(`${stageName}: ${reasonOf(cause)}.`, { cause })
  }
  try {
    const answer = run()
    if (answer instanceof ResultAsync) return new ResultAsync(Promise.resolve(answer).catch(rename))
    return answer instanceof Promise ? answer.catch(rename) : answer
  } catch (cause) {
    return rename(cause)
  }
}
