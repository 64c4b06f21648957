/** The changes of a patch in one file. */
export interface PatchedFile {
  /** Verbatim from the patch. */
  readonly path: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

const FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/
const MOVED = /^\*\*\* Move to: (.+)$/

/** Parses the files of a patch in the format of `apply_patch`, from `*** Begin Patch` to `*** End Patch`. */
export function parsePatch(text: string): readonly PatchedFile[] {
  const files: { path: string; added: string[]; removed: string[] }[] = []
  let isInside = false
  for (const line of text.split(/\r?\n/)) {
    if (line.includes('*** Begin Patch')) isInside = true
    else if (line.startsWith('*** End Patch')) isInside = false
    if (!isInside) continue
    const path = FILE.exec(line)?.[1]?.trim()
    if (path !== undefined) files.push({ path, added: [], removed: [] })
    const file = files.at(-1)
    if (file === undefined) continue
    const moved = MOVED.exec(line)?.[1]?.trim()
    if (moved !== undefined) file.path = moved
    else if (line.startsWith('+')) file.added.push(line.slice(1).trim())
    else if (line.startsWith('-')) file.removed.push(line.slice(1).trim())
  }
  return files.map(({ path, added, removed }) => {
    const [old, now] = [new Set(removed), new Set(added)]
    return {
      path,
      added: added.filter((line) => line !== '' && !old.has(line)),
      removed: removed.filter((line) => line !== '' && !now.has(line)),
    }
  })
}
