import type { AstUnit } from '@chronicle/core/contracts'
import type { Annotation } from '@chronicle/schema'
import { createHeuristicWriter } from '../src/heuristic/create-heuristic-writer.ts'
import { commitContext, type MadeCommit } from './commit-context.ts'

/** What the heuristic writer says of a commit. `undefined`: nothing. */
export async function annotate(made: MadeCommit): Promise<Annotation | undefined> {
  return (await createHeuristicWriter().write(commitContext(made)))._unsafeUnwrap().annotation
}

/** A unit, by default a function, from one line to another. */
export function unit(name: string, start: number, end: number, type: AstUnit['type'] = 'function'): AstUnit {
  return { type, name, signature: `function ${name}()`, lines: { start, end } }
}
