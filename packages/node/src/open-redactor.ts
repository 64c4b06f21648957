import type { Redactor } from '@chronicle/core/contracts'

/** The redactor of everything that is stored. Loaded when something is: its rules take a while, and reading needs none. */
export async function openRedactor(allow: readonly string[] = []): Promise<Redactor> {
  const { createSecretlintRedactor } = await import('@chronicle/redact-secretlint')
  return createSecretlintRedactor({ allow })
}
