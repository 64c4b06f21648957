import type { Diagnostic } from './coded-error.ts'

/** The identifier of the receipt format. */
export const INSTALL_RECEIPT_SCHEMA = 'chronicle-install-receipt/v1'

/** The result of installing the files that configure git, agents and their clients. */
export interface InstallReceipt {
  readonly $schema: typeof INSTALL_RECEIPT_SCHEMA
  /** `unchanged`: everything was as requested already, so nothing was written. */
  readonly status: 'changed' | 'unchanged'
  /** Present for a dry run, which wrote nothing; `status` then says what would have happened. */
  readonly dry_run?: true
  readonly files: readonly InstalledFile[]
  /** Notices about what was installed; none of them prevented it from being written. */
  readonly warnings: readonly Diagnostic[]
}

/** A file and its content. */
export interface InstalledFile {
  /** Absolute path where the client looks for it. Symbolic links are followed when it is written. */
  readonly path: string
  /**
   * `hooks` are an agent's hooks; `hook_runner` is the script that every `git_hook` calls; `git_exclude` keeps files of
   * this machine out of commits.
   */
  readonly content: 'mcp_server' | 'skill' | 'hooks' | 'agents_md' | 'git_hook' | 'hook_runner' | 'git_exclude'
  /** The client that reads it: `claude-code`, `vscode`. Absent: any. */
  readonly client?: string
  readonly change: 'created' | 'updated' | 'deleted' | 'unchanged'
  /** What remains to be done before the client uses it. */
  readonly note?: string
  /** With `dry_run`: the change as a unified diff. */
  readonly diff?: string
}
