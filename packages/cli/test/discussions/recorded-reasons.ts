import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Evidence, Region } from '@chronicle/schema'
import { testEnvironment } from '../run-chronicle.ts'

/** A stored region with the lines that it is about. */
export interface RecordedReason {
  readonly commit: string
  readonly file: string | undefined
  readonly region: Region
  readonly evidence: readonly Evidence[]
  readonly urls: readonly string[]
  /** The region's lines at the commit. */
  readonly text: readonly string[]
}

const run = promisify(execFile)

/** Reads every stored region of a repository. */
export async function recordedReasons(dir: string): Promise<readonly RecordedReason[]> {
  const git = async (...args: readonly string[]): Promise<string> =>
    (await run('git', ['-C', dir, ...args], { env: testEnvironment, maxBuffer: 1 << 28 })).stdout
  const found: RecordedReason[] = []
  for (const line of (await git('notes', '--ref=chronicle', 'list')).trim().split('\n')) {
    const [blob = '', commit = ''] = line.split(' ')
    const note = JSON.parse(await git('cat-file', 'blob', blob)) as { readonly regions: readonly Region[] }
    for (const region of note.regions) {
      const evidence = region.evidence ?? []
      const { file, lines } = region
      const content = file === undefined ? '' : await git('show', `${commit}:${file}`)
      found.push({
        ...{ commit, file, region, evidence },
        urls: evidence.flatMap(({ url }) => url ?? []),
        text: lines === undefined ? content.split('\n') : content.split('\n').slice(lines.start - 1, lines.end),
      })
    }
  }
  return found
}
