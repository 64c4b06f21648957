import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { LineRange, RepoPath } from '@chronicle/schema'
import { runProgram } from '../src/demo/run-program.ts'

/** The code that a query is about. */
export interface QueriedCode {
  readonly dir: string
  readonly path: string
  readonly lines: LineRange
  /** Name of its unit; absent for plain lines. */
  readonly name?: string
}

/** Returns units of some files at the tip, `perFile` of each, evenly spread over the file. */
export async function unitsOf(dir: string, files: readonly string[], perFile: number): Promise<readonly QueriedCode[]> {
  const ast = createTreeSitterParser()
  const chosen: QueriedCode[] = []
  for (const path of files) {
    const text = await runProgram('git', ['show', `HEAD:${path}`], { cwd: dir })
    const outline = await ast.outline({ path: path as RepoPath, text })
    const units = outline.isErr() ? [] : outline.value.units.filter(({ lines }) => lines.end - lines.start >= 5)
    for (let number = 1; number <= perFile; number++) {
      const unit = units[Math.floor((units.length * number) / (perFile + 1))]
      if (unit !== undefined) chosen.push({ dir, path, lines: unit.lines, name: unit.name })
    }
  }
  return chosen
}
