import type { Checkout, SourceFile } from './checkout-sources.ts'

export interface CodeLines {
  readonly packageName: string
  readonly sourceFiles: number
  readonly sourceLines: number
  readonly testFiles: number
  readonly testLines: number
}

/** Counts files and lines per package, separately for tests. Empty lines and comments count. */
export function countCodeLines(checkout: Checkout): readonly CodeLines[] {
  return checkout.packages.map(({ shortName, files }) => {
    const tests = files.filter(({ isTest }) => isTest)
    const sources = files.filter(({ isTest }) => !isTest)
    return {
      packageName: shortName,
      sourceFiles: sources.length,
      sourceLines: linesOf(sources),
      testFiles: tests.length,
      testLines: linesOf(tests),
    }
  })
}

function linesOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + (text.match(/\n/gu)?.length ?? 0), 0)
}
