/**
 * Returns the base URL of a host's API. The host is a name, with a port if needed, or a URL with a path
 * (`https://example.org/gitlab`). Plain HTTP is only allowed for this machine, because others could read the token on
 * the way. `undefined` if the host is neither.
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
  // Enterprise with data residency has its API on an `api.` subdomain, like github.com.
  if (/^[\w-]+\.ghe\.com$/.test(url.host)) return `https://api.${url.host}`
  return root.endsWith('/api/v3') || url.host === 'api.github.com' ? root : `${root}/api/v3`
}
