import type { CommitId, LineRange } from '@chronicle/schema'
import * as fc from 'fast-check'
import { importCommits, plantNotes, type ImportChange, type ImportCommit } from '../fixture/fast-import.ts'
import { createFixtureRepository, FIXTURE_EPOCH, type FixtureRepository } from '../fixture/fixture-repository.ts'

/** One commit of a plan. `unit` and `line` choose the unit and the line in it. */
export interface SurvivalStep {
  readonly kind: 'edit' | 'insert' | 'delete' | 'comment'
  readonly unit: number
  readonly line: number
}

/** A file of functions, one of which is annotated, and the changes before and after that. */
export interface SurvivalPlan {
  /** Number of body lines of each function. */
  readonly sizes: readonly number[]
  readonly before: readonly SurvivalStep[]
  /** The function that is annotated, after the steps of `before`. */
  readonly unit: number
  /** Whether the region has the name of the function, and not only its lines. */
  readonly named: boolean
  readonly after: readonly SurvivalStep[]
}

/** A function. Apart from the braces, no two lines of a history are equal. */
interface Unit {
  readonly name: string
  readonly body: readonly string[]
}

/** The only file of a plan, after a commit. */
export interface PlannedFile {
  readonly path: string
  readonly units: readonly Unit[]
}

/** A repository built from a plan, with the note. */
export interface SurvivalHistory {
  readonly repository: FixtureRepository
  /** The file after each commit, oldest first. */
  readonly files: readonly PlannedFile[]
  readonly commits: readonly CommitId[]
  /** Position of the annotated commit. */
  readonly annotated: number
  readonly lines: LineRange
}

/** A step that changes the last file of a plan, in its own commit. */
export type FileChange = (file: PlannedFile) => PlannedFile

/** Bodies are so long that at least one line of each is left after all steps. */
const [MIN_BODY, MAX_BODY, MAX_STEPS] = [7, 10, 4] as const

export function survivalPlanArbitrary(): fc.Arbitrary<SurvivalPlan> {
  const step = fc.record<SurvivalStep>({
    kind: fc.constantFrom('edit', 'edit', 'insert', 'delete', 'comment'),
    unit: fc.nat(20),
    line: fc.nat(20),
  })
  return fc.record({
    sizes: fc.array(fc.integer({ min: MIN_BODY, max: MAX_BODY }), { minLength: 2, maxLength: 4 }),
    before: fc.array(step, { maxLength: 2 }),
    unit: fc.nat(20),
    named: fc.boolean(),
    after: fc.array(step, { maxLength: MAX_STEPS }),
  })
}

/** Builds the history of a plan, with further commits after it, in a new repository. */
export async function buildSurvivalHistory(
  plan: SurvivalPlan,
  further: readonly FileChange[] = [],
): Promise<SurvivalHistory> {
  const fresh = createLineSource()
  const files: PlannedFile[] = [
    {
      path: 'src/planned.ts',
      units: plan.sizes.map((size, index) => ({
        name: `unit${index}`,
        body: Array.from({ length: size }, () => fresh('line')),
      })),
    },
  ]
  const annotated = plan.before.length
  const steps = [...plan.before, ...plan.after].map((step) => (file: PlannedFile) => applyStep(file, step, fresh))
  for (const step of [...steps, ...further]) files.push(step(lastOf(files)))
  const repository = await createFixtureRepository()
  try {
    const commits = await importCommits(repository, files.map(importOf))
    await repository.git('reset', '--quiet', '--hard', 'refs/heads/main')
    const file = files[annotated] ?? lastOf(files)
    const unit = file.units[annotatedUnit(plan)]
    const lines = unit && linesOf(file, unit.name)
    const commit = commits[annotated]
    if (unit === undefined || lines === undefined || commit === undefined) throw new Error('the plan has no such unit')
    await plantNotes(repository, [[commit, noteOf(commit, file.path, lines, plan.named ? unit.name : undefined)]])
    return { repository, files, commits, annotated, lines }
  } catch (error) {
    await repository.dispose()
    throw error
  }
}

/** Returns the position of the annotated function among the functions of its file. */
export function annotatedUnit({ sizes, unit }: Pick<SurvivalPlan, 'sizes' | 'unit'>): number {
  return unit % sizes.length
}

/** Returns the text of a file. */
function textOf({ units }: PlannedFile): string {
  return units.flatMap(({ name, body }) => [`export function ${name}(input) {`, ...body, '}', '']).join('\n')
}

/** Returns the lines of a function; `undefined` if the file has none of that name. */
export function linesOf(file: PlannedFile, name: string): LineRange | undefined {
  const start = textOf(file).split('\n').indexOf(`export function ${name}(input) {`) + 1
  const unit = file.units.find((each) => each.name === name)
  return start === 0 || unit === undefined ? undefined : { start, end: start + unit.body.length + 1 }
}

/** Adds a comment in the middle of the annotated function. */
export function addComment(plan: SurvivalPlan): FileChange {
  return changeUnit(annotatedUnit(plan), (body) => body.toSpliced(2, 0, '  // a remark that nobody has made before'))
}

export function renameFile(file: PlannedFile): PlannedFile {
  return { ...file, path: 'src/elsewhere/renamed.ts' }
}

/** Moves the annotated function after all others, or before them if it is the last. */
export function moveUnit(plan: SurvivalPlan): FileChange {
  const at = annotatedUnit(plan)
  return (file) => {
    const moved = file.units.slice(at, at + 1)
    const rest = file.units.toSpliced(at, 1)
    return { ...file, units: at === rest.length ? [...moved, ...rest] : [...rest, ...moved] }
  }
}

/** Changes a line of the annotated function. */
export function editUnit(plan: SurvivalPlan): FileChange {
  return changeUnit(annotatedUnit(plan), (body) => body.with(-1, "  finish('as nobody has finished before', input)"))
}

function changeUnit(at: number, change: (body: readonly string[]) => readonly string[]): FileChange {
  return (file) => ({
    ...file,
    units: file.units.map((unit, index) => (index === at ? { ...unit, body: change(unit.body) } : unit)),
  })
}

function applyStep(file: PlannedFile, { kind, line, unit }: SurvivalStep, fresh: LineSource): PlannedFile {
  return changeUnit(unit % file.units.length, (body) => {
    const at = line % body.length
    switch (kind) {
      case 'edit':
        return body.with(at, fresh('line'))
      case 'insert':
        return body.toSpliced(at, 0, fresh('line'))
      case 'comment':
        return body.toSpliced(at, 0, fresh('comment'))
      case 'delete':
        return body.toSpliced(at, 1)
    }
  })(file)
}

type LineSource = (kind: 'line' | 'comment') => string

function createLineSource(): LineSource {
  let next = 0
  return (kind) => {
    const number = ++next
    return kind === 'comment'
      ? `  // remark ${number}`
      : `  register('value${number}', compute${number * 7}(input), options.step${number})`
  }
}

function lastOf(files: readonly PlannedFile[]): PlannedFile {
  const last = files.at(-1)
  if (last === undefined) throw new Error('a plan begins with a file')
  return last
}

function importOf(file: PlannedFile, index: number): ImportCommit {
  const changes: ImportChange[] = [{ path: file.path, content: textOf(file) }]
  return {
    ref: 'refs/heads/main',
    parents: index === 0 ? [] : [index - 1],
    message: `Commit ${index}\n`,
    date: FIXTURE_EPOCH + index * 3600,
    fresh: true,
    changes,
  }
}

function noteOf(commit: CommitId, file: string, lines: LineRange, name: string | undefined): unknown {
  return {
    $schema: 'chronicle/v1',
    commit,
    timestamp: '2024-06-01T00:00:00Z',
    summary: 'A change.',
    context_level: 'enhanced',
    regions: [
      {
        file,
        ...(name !== undefined && { ast_anchor: { type: 'function', name } }),
        lines,
        intent: 'Why it is as it is.',
        constraints: [{ text: 'Holds as long as the function lives.', source: 'author' }],
      },
    ],
  }
}
