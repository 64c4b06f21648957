export { createGitCli } from './create-git-cli.ts'
export type { GitCli, GitCliOptions } from './create-git-cli.ts'
