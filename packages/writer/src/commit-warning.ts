import { omitUndefined, type CommitId, type Diagnostic } from '@chronicle/schema'

/** A warning about a commit, or about one file of it. */
export function commitWarning(commit: CommitId, code: string, message: string, path?: string): Diagnostic {
  return { code, severity: 'warning', message, commit, ...omitUndefined({ path }) }
}
