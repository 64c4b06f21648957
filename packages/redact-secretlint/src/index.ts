export { createSecretlintRedactor } from './create-secretlint-redactor.ts'
export type { SecretlintRedactorOptions } from './create-secretlint-redactor.ts'
