/**
 * Returns the address of a host's API. The host may be a name, with a port, or an address with a path below which the
 * host is (`https://example.org/gitlab`). Plain HTTP is for this machine alone, because a token would be readable on the
 * way. `undefined`: it is neither.
 */
export function apiBaseUrl(kind: 'github' | 'gitlab', host: string): string | undefined {
  const address = /^https?:\/\//i.test(host) ? host : `https://${host}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const isLocal = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if ((url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.search !== '' || url.hash !== '') {
    return undefined
  }
  const root = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  if (kind === 'gitlab') return root.endsWith('/api/v4') ? root : `${root}/api/v4`
  if (url.host === 'github.com') return 'https://api.github.com'
  // Enterprise with data residency has its API where github.com has it.
  if (/^[\w-]+\.ghe\.com$/.test(url.host)) return `https://api.${url.host}`
  return root.endsWith('/api/v3') || url.host === 'api.github.com' ? root : `${root}/api/v3`
}
