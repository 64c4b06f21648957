import { formatJson, formatMarkdown } from '@chronicle/core'
import { openChronicle } from '@chronicle/node'
import { busiestFiles, type Clone } from './bundles.ts'
import { unwrapAnswer, median } from './measure.ts'
import { percent, type Section } from './section.ts'

/** Measures how much smaller Markdown is than JSON, for the same answers. */
export async function outputSize(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const savings: number[] = []
  const indentedSavings: number[] = []
  for (const clone of clones) {
    const chronicle = openChronicle({ dir: clone.dir })
    for (const file of (await busiestFiles(clone.dir, 4)).slice(0, 3)) {
      const answer = await unwrapAnswer(chronicle.read({ files: [file] }))
      const json = Buffer.byteLength(formatJson(answer))
      const indented = Buffer.byteLength(JSON.stringify(JSON.parse(formatJson(answer)), null, 2))
      const markdown = Buffer.byteLength(formatMarkdown(answer))
      savings.push(1 - markdown / json)
      indentedSavings.push(1 - markdown / indented)
      rows.push([
        `${clone.name} ${file}`,
        String(answer.regions.length),
        indented.toLocaleString('en'),
        json.toLocaleString('en'),
        markdown.toLocaleString('en'),
        percent(1 - markdown / indented),
        percent(1 - markdown / json),
      ])
    }
    await chronicle.close()
  }
  return {
    title: 'Size of an answer',
    about:
      'The same answers as JSON and as markdown, in bytes. Ours is one line for each entry; `indented` is the same ' +
      `document as \`JSON.stringify(…, null, 2)\` prints it. Markdown is smaller by ${percent(median(indentedSavings))} than ` +
      `the one and by ${percent(median(savings))} than the other, in the median. The notes are synthetic, the code and ` +
      'history real.',
    columns: ['file', 'regions', 'indented', 'JSON', 'markdown', 'smaller than indented', 'smaller than JSON'],
    rows,
    claims: [],
  }
}
