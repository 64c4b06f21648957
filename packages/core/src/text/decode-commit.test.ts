import { expect, it } from 'vitest'
import { decodeCommit } from './decode-commit.ts'

const bytesOf = (encoding: string, message: readonly number[]): Uint8Array =>
  Uint8Array.from([...new TextEncoder().encode(`tree 1\n${encoding}\n`), ...message])

it.each([
  ['encoding ISO-8859-1\n', [0x47, 0x72, 0xf6, 0xdf, 0x65], 'Größe'],
  ['encoding latin1\n', [0xe9], 'é'],
  ['encoding cp1252\n', [0xe9], 'é'],
  ['encoding KOI8-R\n', [0xc1], 'а'],
  ['encoding EUC-JP\n', [0xc6, 0xfc], '日'],
  ['encoding Shift_JIS\n', [0x93, 0xfa], '日'],
  ['encoding SJIS\n', [0x93, 0xfa], '日'],
  ['encoding CP949\n', [0xb0, 0xa1], '가'],
  ['encoding UTF-8\n', [0xc3, 0xa9], 'é'],
  ['', [0xc3, 0xa9], 'é'],
  ['', [0xf6], '\ufffd'],
  ['encoding UTF-16\n', [0x61, 0x62], 'ab'],
  ['encoding no-such-one\n', [0x61], 'a'],
  [`encoding ${'x'.repeat(5000)}\n`, [0x61], 'a'],
  ['', [...new TextEncoder().encode('encoding KOI8-R\n\né')], 'encoding KOI8-R\n\né'],
])('%j and %j', (encoding, message, expected) => {
  expect(decodeCommit(bytesOf(encoding, message))).toBe(`tree 1\n${encoding}\n${expected}`)
})
