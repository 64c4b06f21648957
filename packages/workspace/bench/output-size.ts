import { formatJson, formatMarkdown } from '@chronicle/core'
import { openChronicle } from '@chronicle/node'
import { busiestFiles, type Clone } from './bundles.ts'
import { median } from './measure.ts'
import type { Section } from './section.ts'

/** How much smaller markdown is than JSON, for the same answers. */
export async function outputSize(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const savings: number[] = []
  for (const clone of clones) {
    const chronicle = openChronicle({ dir: clone.dir })
    for (const file of (await busiestFiles(clone.dir, 4)).slice(0, 3)) {
      const answer = await chronicle.read({ files: [file] })
      if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`)
      const json = Buffer.byteLength(formatJson(answer.value))
      const markdown = Buffer.byteLength(formatMarkdown(answer.value))
      savings.push(1 - markdown / json)
      rows.push([
        `${clone.name} ${file}`,
        String(answer.value.regions.length),
        json.toLocaleString('en'),
        markdown.toLocaleString('en'),
        percent(1 - markdown / json),
      ])
    }
    await chronicle.close()
  }
  return {
    title: 'Size of an answer',
    about: 'The same answers as JSON and as markdown, in bytes. The notes are synthetic, the code and history real.',
    columns: ['file', 'regions', 'JSON', 'markdown', 'smaller by'],
    rows,
    claims: [
      {
        text: 'markdown is 40–60 % smaller than JSON',
        holds: median(savings) >= 0.4,
        measured: `median ${percent(median(savings))}, from ${percent(Math.min(...savings))} to ${percent(Math.max(...savings))}`,
      },
    ],
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
