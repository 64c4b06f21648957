import type { Diagnostic } from './coded-error.ts'

/** The identifier of the receipt format. */
export const INSTALL_RECEIPT_SCHEMA = 'chronicle-install-receipt/v1'

/** What became of the files that git, agents and their clients are configured by. */
export interface InstallReceipt {
  readonly $schema: typeof INSTALL_RECEIPT_SCHEMA
  /** `unchanged`: everything was as asked already, so nothing was written. */
  readonly status: 'changed' | 'unchanged'
  /** Nothing was written: `status` says what would have happened. */
  readonly dry_run?: true
  readonly files: readonly InstalledFile[]
  /** Things to know about what was installed; none of them kept it from being written. */
  readonly warnings: readonly Diagnostic[]
}

/** One file, and what it holds. */
export interface InstalledFile {
  /** Absolute, as the client looks for it; symbolic links are followed when it is written. */
  readonly path: string
  /** `hooks` are those of an agent; `hook_runner` is the script that every `git_hook` calls; `git_exclude` keeps files of this machine out of commits. */
  readonly content: 'mcp_server' | 'skill' | 'hooks' | 'agents_md' | 'git_hook' | 'hook_runner' | 'git_exclude'
  /** The client that reads it: `claude-code`, `vscode`. Absent: any. */
  readonly client?: string
  readonly change: 'created' | 'updated' | 'deleted' | 'unchanged'
  /** What is left to do before the client uses it. */
  readonly note?: string
  /** With `dry_run`: the change as a unified diff. */
  readonly diff?: string
}
