import type { AstError, GitError, KnowledgeError, ModelError, RedactError } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'

/** Codes of this package. */
export type OwnErrorCode =
  | 'task_empty'
  | 'file_not_found'
  | 'revision_not_found'
  | 'budget_too_small'
  | 'answer_unusable'
  | 'aborted'
  | 'internal_error'

/** Why a retrieval failed. Each code is described in docs/errors.md. */
export type ContextError = CodedError<OwnErrorCode> | GitError | AstError | KnowledgeError | ModelError | RedactError
