/** The hooks of git that Chronicle listens to, each by a handler. */
export const HOOK_NAMES = ['post-commit', 'prepare-commit-msg', 'post-rewrite', 'post-merge', 'post-checkout'] as const

/** One of them. */
export type HookName = (typeof HOOK_NAMES)[number]

/** The file that the hooks start, in the git directory that linked worktrees share. */
export const RUNNER_NAME = 'chronicle-hook'
