import * as fc from 'fast-check'

/** A function of a generated program. No other function has the lines of its body. */
export interface Unit {
  readonly id: number
  readonly name: string
  readonly body: readonly string[]
}

/** A generated program: files with their functions in order. */
export type Program = ReadonlyMap<string, readonly Unit[]>

/** One event in the history of a program, in one commit. Numbers choose the file and the unit. */
export type Step = Change | RecordStep | { readonly kind: 'revert' }

/** Records a note on the current commit. `to` decides whether its region has lines. */
export interface RecordStep {
  readonly kind: 'record'
  readonly at: number
  readonly to: number
}

export type Change =
  | {
      readonly kind: 'edit' | 'insert' | 'delete-line' | 'rewrite' | 'comment'
      readonly at: number
      readonly line: number
    }
  | {
      readonly kind: 'rename-unit' | 'move-within' | 'move-between' | 'delete'
      readonly at: number
      readonly to: number
    }
  | { readonly kind: 'rename-file' | 'reformat' | 'add'; readonly at: number }

export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: withLine('edit', 'insert', 'delete-line', 'rewrite', 'comment') },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('record' as const), at: fc.nat(50), to: fc.nat(50) }) },
  { weight: 4, arbitrary: withTarget('rename-unit', 'move-within', 'move-between', 'delete') },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('rename-file' as const, 'reformat' as const, 'add' as const),
      at: fc.nat(50),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'revert' as const }) },
)

function withLine(
  ...kinds: readonly ('edit' | 'insert' | 'delete-line' | 'rewrite' | 'comment')[]
): fc.Arbitrary<Step> {
  return fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(50), line: fc.nat(20) })
}

function withTarget(
  ...kinds: readonly ('rename-unit' | 'move-within' | 'move-between' | 'delete')[]
): fc.Arbitrary<Step> {
  return fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(50), to: fc.nat(50) })
}

/** A source of names and lines that were never used before. */
export interface Fresh {
  next(): number
}

export function newUnit(fresh: Fresh): Unit {
  const id = fresh.next()
  const body = Array.from({ length: 6 + (id % 4) }, () => newLine(fresh))
  return { id, name: `unit${id}`, body }
}

function newLine(fresh: Fresh): string {
  const id = fresh.next()
  return `register('value${id}', compute${id * 7}(input), options.step${id})`
}

/** Applies a step. Returns the resulting program, or the same one when the step does not apply. */
export function applyStep(program: Program, step: Change, fresh: Fresh): Program {
  const files = [...program.keys()]
  const file = files[step.at % Math.max(1, files.length)]
  if (file === undefined) return program
  const units = program.get(file) ?? []
  const change = (next: readonly Unit[]): Program => new Map([...program, [file, next]])
  if (step.kind === 'add') return change([...units, newUnit(fresh)])
  if (step.kind === 'rename-file') {
    const name = `src/file${fresh.next()}.ts`
    return new Map([...program].map(([path, content]) => [path === file ? name : path, content]))
  }
  if (step.kind === 'reformat') {
    return change(
      units.map((unit) => ({
        ...unit,
        body: unit.body.map((line) => (line.startsWith(' ') ? line.trim() : ` ${line}`)),
      })),
    )
  }
  const index = step.at % Math.max(1, units.length)
  const unit = units[index]
  if (unit === undefined) return program
  const put = (next: Unit): Program => change(units.map((each, i) => (i === index ? next : each)))
  const rest = units.filter((_, i) => i !== index)
  switch (step.kind) {
    case 'edit':
      return put({
        ...unit,
        body: unit.body.map((line, i) => (i === step.line % unit.body.length ? newLine(fresh) : line)),
      })
    case 'insert':
      return put({ ...unit, body: unit.body.toSpliced(step.line % unit.body.length, 0, newLine(fresh)) })
    case 'delete-line':
      return unit.body.length < 5
        ? program
        : put({ ...unit, body: unit.body.toSpliced(step.line % unit.body.length, 1) })
    case 'rewrite':
      return put({ ...unit, body: unit.body.map(() => newLine(fresh)) })
    case 'comment':
      return put({ ...unit, body: unit.body.toSpliced(step.line % unit.body.length, 0, `// a remark ${fresh.next()}`) })
    case 'rename-unit':
      return put({ ...unit, name: `renamed${fresh.next()}` })
    case 'move-within':
      return change(rest.toSpliced(step.to % (rest.length + 1), 0, unit))
    case 'move-between': {
      const other = files[step.to % files.length]
      if (other === undefined || other === file) return program
      return new Map([...program, [file, rest], [other, [...(program.get(other) ?? []), unit]]])
    }
    case 'delete':
      return change(rest)
  }
}

/** Returns the text of a file, with the 1-based lines of each of its units. */
export function renderFile(units: readonly Unit[]): {
  readonly text: string
  readonly lines: ReadonlyMap<number, { readonly start: number; readonly end: number }>
} {
  const out: string[] = ["import { compute } from './compute'", '']
  const lines = new Map<number, { start: number; end: number }>()
  for (const { id, name, body } of units) {
    const start = out.length + 1
    out.push(
      `export function ${name}(input: string, options: Options): void {`,
      ...body.map((line) => `  ${line}`),
      '}',
    )
    lines.set(id, { start, end: out.length })
    out.push('')
  }
  return { text: `${out.join('\n')}\n`, lines }
}
