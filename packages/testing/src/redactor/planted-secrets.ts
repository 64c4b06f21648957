/** A fictitious secret, as people leave it in a text. */
export interface PlantedSecret {
  readonly kind: string
  /** The secret, no part of which may remain. */
  readonly secret: string
  /** A line of code or configuration that contains it. */
  readonly line: string
}

const DIGITS = '0123456789'
const HEX = '0123456789abcdef'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const WORD = UPPER + LOWER + DIGITS
const BASE64 = `${WORD}+/`
const URL64 = `${WORD}_-`

type Draw = (alphabet: string, length: number) => string

/** Assembled from parts, so that secret scanners do not report this file. */
const KINDS: Readonly<Record<string, (draw: Draw) => readonly [secret: string, line: (secret: string) => string]>> = {
  'aws access key id': (draw) => [`AK${'IA'}${draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`, bare],
  'aws secret access key': (draw) => [draw(BASE64, 40), (secret) => `aws_secret_access_key = "${secret}"`],
  'github token': (draw) => [`gh${'p_'}${draw(WORD, 36)}`, quoted('GITHUB_TOKEN')],
  'github fine-grained token': (draw) => [`github${'_pat_'}${draw(WORD, 22)}_${draw(WORD, 59)}`, bare],
  'gitlab token': (draw) => [`gl${'pat-'}${draw(WORD, 20)}`, quoted('token')],
  'slack token': (draw) => [`xo${'xb-'}${draw(DIGITS, 12)}-${draw(DIGITS, 12)}-${draw(WORD, 24)}`, bare],
  'slack webhook': (draw) => [
    `https://hooks.slack.com/serv${'ices/'}T${draw(UPPER, 8)}/B${draw(UPPER, 8)}/${draw(WORD, 24)}`,
    bare,
  ],
  'openai key': (draw) => [`sk-${'proj-'}${draw(WORD, 48)}`, quoted('OPENAI_API_KEY')],
  'anthropic key': (draw) => [`sk-${'ant-api03-'}${draw(URL64, 93)}AA`, environment('ANTHROPIC_API_KEY')],
  'google api key': (draw) => [`AI${'za'}${draw(URL64, 34)}x`, (secret) => `key: '${secret}'`],
  'stripe key': (draw) => [`sk${'_live_'}${draw(WORD, 24)}`, bare],
  'sendgrid key': (draw) => [`S${'G.'}${draw(WORD, 22)}.${draw(WORD, 43)}`, bare],
  'npm token': (draw) => [`np${'m_'}${draw(WORD, 36)}`, (secret) => `//registry.npmjs.org/:_authToken=${secret}`],
  'pypi token': (draw) => [`py${'pi-AgE'}IcHlwaS5vcmc${draw(URL64, 70)}`, quoted('password')],
  'private key': (draw) => [
    draw(BASE64, 64),
    (secret) => `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${secret}\n${secret}\n-----END RSA ${'PRIVATE'} KEY-----`,
  ],
  'private key without an end': (draw) => [
    draw(BASE64, 64),
    (secret) => `-----BEGIN ${'PRIVATE'} KEY-----\n${secret}\n`,
  ],
  'json web token': (draw) => [
    `ey${'JhbGciOiJIUzI1NiJ9'}.ey${'J'}${draw(URL64, 30)}.${draw(URL64, 43)}`,
    (secret) => `Authorization: Bearer ${secret}`,
  ],
  'bearer token': (draw) => [draw(WORD, 40), (secret) => `"Authorization": "Bearer ${secret}"`],
  'password in a url': (draw) => [
    `${draw(WORD, 16)}7`,
    (secret) => `DATABASE_URL=postgres://app:${secret}@db.internal:5432/app`,
  ],
  'password of a registry': (draw) => [
    `${draw(WORD, 16)}7`,
    (secret) => `https://deploy:${secret}@packages.internal/simple`,
  ],
  'azure account key': (draw) => [
    `${draw(BASE64, 86)}==`,
    (secret) =>
      `DefaultEndpointsProtocol=https;AccountName=store;Account${'Key'}=${secret};EndpointSuffix=core.windows.net`,
  ],
  'telegram token': (draw) => [`1${draw(DIGITS, 8)}:A${'A'}${draw(WORD, 33)}`, bare],
  'twilio key': (draw) => [`S${'K'}${draw(HEX, 32)}`, bare],
  'digitalocean token': (draw) => [`do${'p_v1_'}${draw(HEX, 64)}`, bare],
  'hugging face token': (draw) => [`h${'f_'}${draw(LOWER + UPPER, 34)}`, quoted('HF_TOKEN')],
  'named password': (draw) => [`${draw(WORD, 14)}!9x`, quoted('db_password')],
  'named secret in json': (draw) => [`${draw(WORD, 30)}4`, (secret) => `  "clientSecret": "${secret}",`],
  'named key in an environment file': (draw) => [
    `${draw(LOWER, 8)}${draw(UPPER, 8)}${draw(DIGITS, 8)}`,
    environment('ENCRYPTION_KEY'),
  ],
}

function bare(secret: string): string {
  return secret
}

function quoted(name: string): (secret: string) => string {
  return (secret) => `const ${name} = '${secret}'`
}

function environment(name: string): (secret: string) => string {
  return (secret) => `${name}=${secret}`
}

/** Returns secrets of the common kinds, one kind after another. The same seed returns the same secrets. */
export function plantedSecrets(count: number, seed: number = 1): readonly PlantedSecret[] {
  const kinds = Object.entries(KINDS)
  const draw = createDraw(seed)
  return Array.from({ length: count }, (_, number) => {
    const [kind, make] = kinds[number % kinds.length] as (typeof kinds)[number]
    const [secret, line] = make(draw)
    return { kind, secret, line: line(secret) }
  })
}

/** Returns a function that draws characters from an alphabet, with the 32-bit generator mulberry32. */
function createDraw(seed: number): Draw {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (alphabet, length) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)] ?? '').join('')
}
