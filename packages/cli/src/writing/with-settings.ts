import type { CodedError } from '@chronicle/schema'

/** Says where a model is chosen: who asked for one does not know that from its provider. */
export function withSettings(error: CodedError): CodedError {
  if (error.code !== 'model_not_configured') return error
  const where =
    'Models are set by git config: chronicle.provider, chronicle.model, chronicle.baseUrl, chronicle.modelPrice.'
  return { ...error, message: `${error.message} ${where}` }
}
