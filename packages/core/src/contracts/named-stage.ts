import { catchDefects, ResultAsync } from '@chronicle/schema'
import { codedError } from './coded-error.ts'
import type { GitBackend } from './git-backend.ts'
import { reasonOf } from './reason-of.ts'

/** What a stage threw, or what is wrong with what it returned, with the name of the stage. */
export class StageError extends Error {}

/**
 * Returns the same stage, but what its methods throw, or reject with, names it: `scorer mine: …`. A stage must do
 * neither, so the boundary of the package reports it as a defect, and the reader must know whose.
 */
export function namedStage<T extends { readonly name: string }>(kind: string, stage: T): T {
  return withCalls(stage, (run) => inStage(`${kind} ${stage.name}`, run))
}

/** The methods of a git backend that do not return a result. */
const OTHERS: readonly unknown[] = ['log', 'ancestors', 'close'] satisfies readonly (keyof GitBackend)[]
/** What was returned for each backend, and for itself: writes of one backend wait for each other by its identity. */
const CHECKED = new WeakMap<GitBackend, GitBackend>()

/**
 * Returns the same backend, but a method that throws, rejects or returns no result fails with `internal_error`, which
 * names it. Results may be in a plain promise, as an `async` method returns them.
 */
export function checkedGit<Git extends GitBackend | undefined>(git: Git): Git {
  if (typeof git !== 'object' || git === null) return git
  const known = CHECKED.get(git)
  if (known !== undefined) return known as Git
  const checked = withCalls(git, (run: () => never, method) => {
    if (OTHERS.includes(method) || method in Object.prototype || typeof method === 'symbol') return run()
    return catchDefects(run, (cause) => {
      const message = `The git backend ${git.name} failed in ${method}: ${reasonOf(cause)}.`
      return codedError('internal_error', message, { cause })
    })
  })
  CHECKED.set(git, checked)
  CHECKED.set(checked, checked)
  return checked
}

/** Returns the same stage, but `call` runs its methods. */
function withCalls<T>(stage: T, call: (run: () => never, method: string | symbol) => unknown): T {
  // What is no object fails when it is used, within the call that reports it.
  if (typeof stage !== 'object' || stage === null) return stage
  // Not a proxy of the stage itself: of a frozen one, it would have to return the very same methods.
  const own: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(stage)
  for (const each of Object.values(own)) each.configurable = true
  return new Proxy(Object.create(stage, own) as T & object, {
    get(_, key) {
      const part: unknown = Reflect.get(stage, key, stage)
      // The methods by which a git backend shares notes.
      if (key === 'sharing') return withCalls(part, call)
      if (typeof part !== 'function') return part
      return (...given: readonly unknown[]): unknown => call(() => Reflect.apply(part, stage, given) as never, key)
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
