import { linesOf } from './changed-lines.ts'
import { parsePatch } from './parse-patch.ts'
import type { WroteEvent } from './transcript.ts'

/** A here-document, with its delimiter. */
const HERE_DOCUMENT = /<<-?\s*(['"]?)([A-Za-z_]\w*)\1[^\n]*\n([\s\S]*?)\n[ \t]*\2(?:\n|$)/g
/** The file that the command before a here-document writes to. */
const TARGET = /(?:^|[\s;&|])(?:cat|tee(?:\s+-a)?)?\s*(?:>{1,2}\s*)?(["']?)([\w./@~+-]+)\1\s*$/

/** Returns the lines that a shell command writes: a patch for `apply_patch`, or texts redirected into a file. */
export function commandWrites(command: string, about: Pick<WroteEvent, 'at' | 'cwd'>): readonly WroteEvent[] {
  const patches = command.includes('*** Begin Patch') ? parsePatch(command) : []
  if (patches.length > 0) return patches.map((patch) => ({ kind: 'wrote', ...patch, ...about }))
  const writes: WroteEvent[] = []
  for (const match of command.matchAll(HERE_DOCUMENT)) {
    const [whole, , , body = ''] = match
    const opening = whole.slice(0, whole.indexOf('\n'))
    const before = command.slice(0, match.index).split('\n').at(-1) ?? ''
    const path = targetOf(`${before} ${opening.replace(/<<-?\s*(['"]?)\w+\1/, ' ')}`)
    if (path === undefined) continue
    writes.push({ kind: 'wrote', path, added: linesOf(body), removed: [], ...about })
  }
  return writes
}

function targetOf(line: string): string | undefined {
  const redirected = /(?<![0-9&])>{1,2}\s*(["']?)([^\s"'|;&<>]+)\1/.exec(line)?.[2]
  if (redirected !== undefined) return redirected
  return /(?:^|[\s;&|])tee\b/.test(line) ? TARGET.exec(line.trimEnd())?.[2] : undefined
}
