import type { CodedError } from '@chronicle/schema'

/** Adds where a model is configured: a user who asked for a model does not know this from its provider. */
export function withSettings(error: CodedError): CodedError {
  if (error.code !== 'model_not_configured') return error
  const where =
    'Models are set by git config: chronicle.provider, chronicle.model, chronicle.baseUrl, chronicle.modelPrice.'
  return { ...error, message: `${error.message} ${where}` }
}
