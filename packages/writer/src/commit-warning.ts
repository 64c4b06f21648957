import { omitUndefined, type CommitId, type Diagnostic } from '@chronicle/schema'

/** Returns a warning about a commit, or about one of its files. */
export function commitWarning(
  commit: CommitId,
  { code, message, path }: Pick<Diagnostic, 'code' | 'message'> & { readonly path?: string | undefined },
): Diagnostic {
  return { code, severity: 'warning', message, commit, ...omitUndefined({ path }) }
}
