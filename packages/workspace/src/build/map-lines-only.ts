import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import { readdir, readFile, writeFile } from 'node:fs/promises'

/**
 * Reduces the source maps below a folder to lines: where the code of another line of the source begins. Columns and
 * names would be most of them, and a stack trace is read by its lines.
 */
export async function mapLinesOnly(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.js.map'))) {
    const path = `${folder}/${file}`
    const map = JSON.parse(await readFile(path, 'utf8')) as { readonly mappings: string }
    await writeFile(path, JSON.stringify({ ...map, mappings: linesOf(map.mappings), names: [] }))
  }
}

function linesOf(mappings: string): string {
  const lines = decode(mappings).map((segments) =>
    segments.filter(([, source, line], index) => {
      const [, sourceBefore, lineBefore] = segments[index - 1] ?? []
      return index === 0 || source !== sourceBefore || line !== lineBefore
    }),
  )
  return encode(lines.map((segments) => segments.map(withoutName)))
}

function withoutName(segment: SourceMapSegment): SourceMapSegment {
  if (segment.length === 1) return segment
  const [column, source, line, sourceColumn] = segment
  return [column, source, line, sourceColumn]
}
