import { join } from 'node:path'
import { writeArguedHistory } from './argued-history.ts'
import { annotateNewest, speedAndMemoryClaims } from './backfill.ts'
import type { Section } from './section.ts'

const COMMITS = 80_000
const FILES = 5000

/**
 * Measures annotating the newest commits of a large history whose commits give reasons and some of whose files are
 * long.
 */
export async function backfillLarge(folder: string): Promise<Section> {
  const dir = join(folder, 'argued')
  await writeArguedHistory(dir, { commits: COMMITS, files: FILES })
  const { commits, outcomes, speed, megabytes } = await annotateNewest({ name: 'argued', dir })
  return {
    title: 'Annotating a large history',
    about:
      `The newest commits of a generated history of ${COMMITS.toLocaleString('en')} commits and ${FILES.toLocaleString('en')} ` +
      'files of C, TypeScript and Python, some of them of 5,000 lines: two of three commits explain their change in paragraphs, ' +
      'a fifth are merges. The memory is that of the process that annotates, without those of git.',
    columns: ['commits', 'annotated', 'commits per second', 'MB'],
    rows: [[String(commits), String(outcomes['annotated'] ?? 0), speed.toFixed(0), megabytes.toFixed(0)]],
    claims: speedAndMemoryClaims(speed, megabytes),
  }
}
