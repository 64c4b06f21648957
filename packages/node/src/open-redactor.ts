import { codedError, reasonOf, type Redactor } from '@chronicle/core/contracts'
import { errAsync } from '@chronicle/schema'

/**
 * Opens the redactor of what is stored or sent to a model. Loaded on first use: its rules load slowly, and reading
 * needs none. With invalid allowed texts, every call of it fails with `redaction_failed`.
 */
export async function openRedactor(allow: readonly string[] = []): Promise<Redactor> {
  const { createSecretlintRedactor } = await import('@chronicle/redact-secretlint')
  try {
    return createSecretlintRedactor({ allow })
  } catch (cause) {
    const message = `The texts allowed to look like secrets cannot be used: ${reasonOf(cause)}. Give a list of texts and expressions.`
    const error = codedError('redaction_failed', message, { cause })
    return { name: 'secretlint', redact: () => errAsync(error) }
  }
}
