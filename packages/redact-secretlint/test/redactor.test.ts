import { redactorLaws } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { createSecretlintRedactor } from '../src/index.ts'

redactorLaws(() => createSecretlintRedactor())

async function redact(text: string, allow: readonly string[] = []): Promise<string> {
  const [result] = (await createSecretlintRedactor({ allow }).redact([text]))._unsafeUnwrap()
  return result?.text ?? ''
}

describe('createSecretlintRedactor', () => {
  it('names the rule and the lines', async () => {
    const token = `gh${'p_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`
    const text = `one\ntwo ${token} and\nthree ${token}`
    const results = (await createSecretlintRedactor().redact([text]))._unsafeUnwrap()
    expect(results).toEqual([
      {
        text: 'one\ntwo [REDACTED:github] and\nthree [REDACTED:github]',
        secrets: [
          { rule: 'github', lines: { start: 2, end: 2 } },
          { rule: 'github', lines: { start: 3, end: 3 } },
        ],
      },
    ])
  })

  it('takes no orders from the text', async () => {
    const token = `gh${'p_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`
    expect(await redact(`// secretlint-disable\n${token}`)).toBe('// secretlint-disable\n[REDACTED:github]')
  })

  it('keeps what is allowed, by its text or by an expression', async () => {
    const line = "const password = 'S3cure!fixture'"
    expect(await redact(line)).toBe("const password = '[REDACTED:named-value]'")
    expect(await redact(line, ['S3cure!fixture'])).toBe(line)
    expect(await redact(line, ['/fixture$/'])).toBe(line)
    expect(await redact(line, ['/^fixture/', 'S3cure'])).toBe("const password = '[REDACTED:named-value]'")
  })

  it('refuses an allowed expression that is none', () => {
    expect(() => createSecretlintRedactor({ allow: ['/(/'] })).toThrow(SyntaxError)
  })

  it.each([
    'const token = await readToken1()',
    'password = config.db.password2',
    "const password = process.env['DB_PASSWORD_1']",
    'token: ${TOKEN_1_VALUE}',
    'API_KEY=<your-api-key-1>',
    'api_key = "your-api-key-123"',
    'password: "changeme123"',
    "it('resets the password', async () => {})",
    'commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    'integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    'git://user@example.com/repo.git',
    'proxy = "http://user:pass1@localhost:3128"',
    "authorization: 'Bearer replacement-token'",
    'http://user:secret2@proxy.example.com/path',
    'http://localhost:8080/path@1.0.0',
    'https://registry.npmjs.org/@scope/name/-/name-1.0.0.tgz',
    'the token_type is bearer2 and the secret_name is app-1',
    'tokenize("abc12345")',
    'X-Request-Id: 0b8f2c5e-7f0a-4d8e-9c7b-1a2b3c4d5e6f',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl user@host',
  ])('leaves ordinary code: %s', async (line) => {
    expect(await redact(line)).toBe(line)
  })

  it('is quick on what is large and on what repeats', async () => {
    const texts = [
      'A'.repeat(200_000),
      'password='.repeat(20_000),
      `-----BEGIN ${'PRIVATE'} KEY-----\n`.repeat(2_000),
      '://a:'.repeat(40_000),
    ]
    for (const text of texts) expect(typeof (await redact(text))).toBe('string')
  })
})
