import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import { gitText } from '../init/git-text.ts'
import { EMPTY_ENVIRONMENT_REPORT, type EnvironmentReport } from './environment-report.ts'

/** Minimum number of commits for which a commit graph gives a noticeable gain. */
const MANY_COMMITS = 5000

/**
 * Inspects whether git has a commit graph with the paths that each commit changed, which a long history needs. Without
 * it, blame reads commits.
 */
export async function inspectCommitGraph(io: CliIo, info: RepositoryInfo): Promise<EnvironmentReport> {
  const { worktreeDir, gitDir, commonDir } = info
  if (gitDir === undefined || commonDir === undefined) return EMPTY_ENVIRONMENT_REPORT
  const graph = await findGraph(join(commonDir, 'objects', 'info'))
  const environment = [{ name: 'commit-graph', value: graph }]
  if (graph === 'with changed paths') return { environment, problems: [] }
  const folders = { worktreeDir: worktreeDir ?? gitDir, gitDir, commonDir }
  const counted = await gitText(io, folders, ['rev-list', '--count', `--max-count=${MANY_COMMITS}`, 'HEAD', '--'])
  if (counted.unwrapOr(undefined) !== String(MANY_COMMITS)) return { environment, problems: [] }
  const message = `The history has more than ${MANY_COMMITS} commits, and git keeps no graph of them with changed paths: blame, and the first question about a file, take up to three times as long.`
  return {
    environment,
    problems: [{ kind: 'no_commit_graph', message, fix: 'git commit-graph write --reachable --changed-paths' }],
  }
}

async function findGraph(dir: string): Promise<'none' | 'without changed paths' | 'with changed paths'> {
  const chain = (await readdir(join(dir, 'commit-graphs')).catch(() => []))
    .filter((name) => name.endsWith('.graph'))
    .map((name) => join('commit-graphs', name))
  const known = await Promise.all(['commit-graph', ...chain].map((name) => chunksOf(join(dir, name))))
  const graphs = known.filter((chunks) => chunks !== undefined)
  if (graphs.length === 0) return 'none'
  return graphs.some((chunks) => chunks.includes('BIDX')) ? 'with changed paths' : 'without changed paths'
}

/**
 * Returns the chunk names of a commit graph: https://git-scm.com/docs/gitformat-commit-graph. `BIDX` indexes the
 * filters of changed paths. Returns `undefined` if the file is missing or not a commit graph.
 */
async function chunksOf(path: string): Promise<readonly string[] | undefined> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const header = Buffer.alloc(8 + 255 * 12)
    const { bytesRead } = await file.read(header, 0, header.length, 0)
    if (bytesRead < 8 || header.toString('latin1', 0, 4) !== 'CGPH') return undefined
    return Array.from({ length: header.readUInt8(6) }, (_, at) => header.toString('latin1', 8 + at * 12, 12 + at * 12))
  } finally {
    await file.close()
  }
}
