export { createGitCli } from './create-git-cli.ts'
export type { GitCliOptions } from './create-git-cli.ts'
