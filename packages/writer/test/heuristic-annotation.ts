import type { AstUnit } from '@chronicle/core/contracts'
import type { Annotation } from '@chronicle/schema'
import { createHeuristicWriter } from '../src/heuristic/create-heuristic-writer.ts'
import { commitContext, type TestCommit } from './commit-context.ts'

/** Returns the heuristic writer's annotation of a commit, or `undefined` if it writes nothing. */
export async function annotate(made: TestCommit): Promise<Annotation | undefined> {
  return (await createHeuristicWriter().write(commitContext(made)))._unsafeUnwrap().annotation
}

/** Returns a unit with these lines, by default a function. */
export function unit(name: string, start: number, end: number, type: AstUnit['type'] = 'function'): AstUnit {
  return { type, name, signature: `function ${name}()`, lines: { start, end } }
}
