export { createIsomorphicGit } from './create-isomorphic-git.ts'
export type { IsomorphicGitOptions } from './create-isomorphic-git.ts'
export type { FileStatus, FileSystem, FileSystemPromises } from './file-system.ts'
export type { Identity } from './identity.ts'
