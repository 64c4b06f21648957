/** The place of a rule for the whole repository. */
export const REPOSITORY_PLACE = './'

/** Whether a region's `file` is a folder or the repository, so that the region is a rule for everything below it. */
export function isFolderPlace(file: string): boolean {
  return file.endsWith('/')
}

/** Returns the places whose rules apply to a file: the repository, then its folders, outermost first. */
export function foldersOf(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1)
  return [REPOSITORY_PLACE, ...segments.map((_, index) => `${segments.slice(0, index + 1).join('/')}/`)]
}
