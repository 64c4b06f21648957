import { afterAll, test } from 'vitest'

/** Registers one test of a contract suite. */
export type ContractCheck = (title: string, body: () => Promise<void> | void) => void

/** Creates the function that registers tests. Those in `skip` are skipped, and the reasons are printed at the end. */
export function createContractCheck(name: string, skip: Readonly<Record<string, string>> = {}): ContractCheck {
  const skipped: string[] = []
  afterAll(() => {
    for (const reason of skipped) process.stderr.write(`${name}, not run: ${reason}\n`)
  })
  return (title, body) => {
    const reason = skip[title]
    if (reason !== undefined) skipped.push(`${title}: ${reason}`)
    test.skipIf(reason !== undefined)(title, body)
  }
}
