import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import {
  createLineHistoryReader,
  createMemoryStorage,
  type LineHistory,
  type LineHistoryRequest,
} from '@chronicle/core'
import type { RepoPath } from '@chronicle/schema'
import { createMemoryGit } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const ast = createTreeSitterParser()

interface Unit {
  readonly name: string
  readonly lines: readonly string[]
}

/** A file of functions, and the commit that it was changed from. */
interface State {
  readonly path: string
  readonly units: readonly Unit[]
}

type Change = (state: State, fresh: string) => State

function changeUnit(at: number, change: (unit: Unit) => Unit): Change {
  return ({ units, path }) => ({ path, units: units.map((unit, index) => (index === at ? change(unit) : unit)) })
}

const position = fc.nat(2)
const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: position.map(
      (at): Change =>
        (state, fresh) =>
          edit(at, fresh)(state, fresh),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(position, fc.constantFrom('one', 'two', 'other'))
      .map(([at, name]) => changeUnit(at, (unit) => ({ ...unit, name }))),
  },
  position.map((at) => changeUnit(at, (unit) => ({ ...unit, lines: unit.lines.slice(1) }))),
  fc.constant<Change>((state) => ({ ...state, units: state.units.toReversed() })),
  fc.constant<Change>((state) => ({ ...state, path: state.path === 'a.ts' ? 'b.ts' : 'a.ts' })),
  fc.constant<Change>((state) => ({ ...state, units: state.units.slice(0, 2) })),
  fc.constant<Change>((state, fresh) => ({ ...state, units: [unit('three', fresh), ...state.units].slice(0, 3) })),
)

function edit(at: number, fresh: string): Change {
  return changeUnit(at, ({ name, lines }) => ({
    name,
    lines: [...lines.slice(0, 2), `  call(${fresh})`, ...lines.slice(3)],
  }))
}

function unit(name: string, fresh: string): Unit {
  return { name, lines: ['a', 'b', 'c', 'd'].map((each) => `  call('${name}', ${fresh}, '${each}')`) }
}

function textOf({ units }: State): string {
  return units.map(({ lines, name }) => `function ${name}() {\n${lines.join('\n')}\n}\n`).join('\n')
}

const START: State = { path: 'a.ts', units: ['one', 'two', 'three'].map((name) => unit(name, '0')) }

describe('a line history that continues a cached one', () => {
  it('is the same as one that is followed to the end', async () => {
    let continued = 0
    const plan = fc.array(fc.tuple(changes, fc.boolean()), { minLength: 3, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const states = [START]
        const parents: number[][] = [[]]
        for (const [index, [change, isBranch]] of steps.entries()) {
          const from = isBranch ? Math.max(0, index - 1) : index
          states.push(change(states[from] ?? START, String(index + 1)))
          // A branch is merged by the next commit that is none.
          parents.push(
            isBranch || parents[index]?.[0] === index - 1 ? [from] : [index, index - 1].filter((at) => at >= 0),
          )
        }
        const { commits, git } = createMemoryGit({
          commits: states.map((state, index) => ({
            files: { [state.path]: textOf(state), [state.path === 'a.ts' ? 'b.ts' : 'a.ts']: null },
            parents: parents[index] ?? [],
          })),
        })
        const storage = createMemoryStorage()
        const read: string[] = []
        const watched = {
          ...git,
          readBlobs: (...call: Parameters<typeof git.readBlobs>) => (read.push(...call[0]), git.readBlobs(...call)),
        }
        for (const [index, head] of commits.entries()) {
          const state = states[index] ?? START
          const { units } = (await ast.outline({ path: state.path as RepoPath, text: textOf(state) }))._unsafeUnwrap()
          for (const { lines, name } of units) {
            const request = {
              at: { commit: head },
              head: head,
              path: state.path as RepoPath,
              lines,
              name,
            }
            const cached = await historyOf(request, createLineHistoryReader({ git: watched, ast, storage }))
            const readByOne = read.splice(0).length
            const fresh = await historyOf(request, createLineHistoryReader({ git: watched, ast }))
            if (readByOne < read.splice(0).length) continued++
            expect(cached).toEqual(fresh)
          }
        }
      }),
      { numRuns: 150 },
    )
    expect(continued).toBeGreaterThan(100)
  })

  async function historyOf(
    request: LineHistoryRequest,
    read: ReturnType<typeof createLineHistoryReader>,
  ): Promise<LineHistory> {
    return (await read(request))._unsafeUnwrap()
  }
})
