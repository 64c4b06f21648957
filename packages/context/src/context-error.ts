import type { AstError, GitError, KnowledgeError, ModelError, RedactError } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'

/** Error codes of this package. */
export type OwnErrorCode =
  | 'task_empty'
  | 'invalid_query'
  | 'file_not_found'
  | 'revision_not_found'
  | 'budget_too_small'
  | 'answer_unusable'
  | 'aborted'
  | 'internal_error'

/** The error of a failed retrieval. Each code is described in docs/errors.md. */
export type ContextError = CodedError<OwnErrorCode> | GitError | AstError | KnowledgeError | ModelError | RedactError
