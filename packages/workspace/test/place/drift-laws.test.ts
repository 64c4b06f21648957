import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createReadPipeline } from '@chronicle/core'
import { createMemoryGit } from '@chronicle/testing'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { testNote } from '../test-note.ts'

const NAMES = ['one', 'two', 'three', 'four'] as const

interface Unit {
  readonly name: string
  readonly lines: readonly string[]
}

interface State {
  readonly units: readonly Unit[]
  readonly indentation: string
  readonly lineEnd: string
  /** The names of the units that the change edited. */
  readonly edited: readonly string[]
}

type Change = (state: State, fresh: string) => State

const position = fc.nat(NAMES.length - 1)
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...NAMES), position).map(([name, line]): Change => (state, fresh) => ({
      ...state,
      edited: [...state.edited, name],
      units: state.units.map((unit) => (unit.name === name ? withLine(unit, line, fresh) : unit)),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(position, position)
      .map(([a, b]): Change => (state) => ({ ...state, units: swapped(state.units, a, b) })),
  },
  fc.constant<Change>((state) => ({ ...state, units: state.units.toReversed() })),
  fc.constant<Change>((state) => ({ ...state, indentation: state.indentation === '' ? '    ' : '' })),
  fc.constant<Change>((state) => ({ ...state, lineEnd: state.lineEnd === '\n' ? '\r\n' : '\n' })),
  position.map((at): Change => (state, fresh) => ({
    ...state,
    units: state.units.toSpliced(at, 0, unitOf(`added${fresh}`)),
  })),
)

function withLine({ name, lines }: Unit, at: number, fresh: string): Unit {
  return { name, lines: lines.with(at, `  edited_${fresh}_${name}()`) }
}

function swapped(units: readonly Unit[], a: number, b: number): readonly Unit[] {
  const [first, second] = [units[a], units[b]]
  return first === undefined || second === undefined ? units : units.with(a, second).with(b, first)
}

function unitOf(name: string): Unit {
  return { name, lines: ['a', 'b', 'c', 'd'].map((letter) => `  ${letter}_${name}('${name}')`) }
}

function textOf({ indentation, lineEnd, units }: State): string {
  const text = units.map(({ lines, name }) => `function ${name}() {\n${lines.join('\n')}\n}\n`).join('\n')
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `${indentation}${line}`))
    .join(lineEnd)
}

it('a unit drifted by the commits that edited it, wherever units were put and however the file was formatted', async () => {
  const ast = createTreeSitterParser()
  const plan = fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(plan, async (commitsPlan) => {
      const states: State[] = [{ units: NAMES.map(unitOf), indentation: '', lineEnd: '\n', edited: [] }]
      for (const [index, changes] of commitsPlan.entries()) {
        let state: State = { ...(states[index] as State), edited: [] }
        for (const [at, apply] of changes.entries()) state = apply(state, `${index + 1}x${at}`)
        states.push(state)
      }
      const regions = NAMES.map((name) => ({
        ...{ file: 'f.ts', ast_anchor: { type: 'function', name }, intent: `About ${name}.` },
      }))
      const history = { commits: states.map((state) => ({ files: { 'f.ts': textOf(state) } })) }
      const [first = ''] = createMemoryGit(history).commits
      const notes = { 'refs/notes/chronicle': [[0, testNote(first, regions)]] } as const
      const { commits, git } = createMemoryGit({ ...history, notes })
      const read = createReadPipeline({ git, ast })
      const output = (await read.execute({ files: ['f.ts'] }))._unsafeUnwrap()
      const last = states.at(-1) as State
      for (const name of NAMES) {
        const region = output.regions.find(({ ast_anchor: anchor }) => anchor?.name === name)
        const edits = states.flatMap(({ edited }, index) => (edited.includes(name) ? [commits[index]] : []))
        expect(region?.drifted_by ?? []).toEqual(edits.toReversed())
        const lines = last.units.find((unit) => unit.name === name)?.lines ?? []
        const kept = 2 + lines.filter((line) => !line.includes('edited')).length
        expect(region?.survival).toBeCloseTo(kept / 6, 1)
      }
    }),
    { numRuns: 150 },
  )
})
