/** The hooks of git that have a handler. */
export const GIT_HOOKS = ['post-commit', 'prepare-commit-msg', 'post-rewrite', 'post-merge', 'post-checkout'] as const

/** One of them. */
export type GitHookName = (typeof GIT_HOOKS)[number]
