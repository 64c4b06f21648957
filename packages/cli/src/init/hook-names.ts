/** The git hooks that Chronicle handles. */
export const HOOK_NAMES = ['post-commit', 'prepare-commit-msg', 'post-rewrite', 'post-merge', 'post-checkout'] as const

/** Name of a git hook that Chronicle handles. */
export type HookName = (typeof HOOK_NAMES)[number]

/** The script that the hooks start, in the git directory that linked worktrees share. */
export const RUNNER_NAME = 'chronicle-hook'
