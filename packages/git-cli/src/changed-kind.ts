import type { FileChange } from '@chronicle/core/contracts'
import type { BlobId } from '@chronicle/schema'

const SYMLINK = '120000'
const SUBMODULE = '160000'

/** What a path stands for, from the modes it has on the sides of a comparison. */
export function kindOf(modes: readonly (string | undefined)[]): FileChange['kind'] {
  if (modes.includes(SUBMODULE)) return 'submodule'
  return modes.includes(SYMLINK) ? 'symlink' : undefined
}

/** The blob of one side. A submodule has none, and neither has a side where the path is not. */
export function blobOf(mode: string | undefined, id: string | undefined): BlobId | undefined {
  return mode === undefined || mode === SUBMODULE || id === undefined || /^0*$/.test(id) ? undefined : (id as BlobId)
}
