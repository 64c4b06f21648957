import { expect, it } from 'vitest'
import { apiBaseUrl } from './api-base-url.ts'

it.each([
  ['github', 'github.com', 'https://api.github.com'],
  ['github', 'acme.ghe.com', 'https://api.acme.ghe.com'],
  ['github', 'git.example.org:8443', 'https://git.example.org:8443/api/v3'],
  ['github', 'https://git.example.org/api/v3/', 'https://git.example.org/api/v3'],
  ['github', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000/api/v3'],
  ['gitlab', 'gitlab.com', 'https://gitlab.com/api/v4'],
  ['gitlab', 'https://example.org/gitlab/', 'https://example.org/gitlab/api/v4'],
  ['gitlab', 'http://localhost:80', 'http://localhost/api/v4'],
] as const)('%s at %s', (kind, host, url) => {
  expect(apiBaseUrl(kind, host)).toBe(url)
})

it.each(['http://git.example.org', 'https://user:secret@git.example.org', 'git example', 'https://x?y=1', ''])(
  'refuses %j',
  (host) => {
    expect(apiBaseUrl('github', host)).toBeUndefined()
  },
)
