import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server'

/** Why a request is not let in, as HTTP says it. */
export interface Refusal {
  readonly status: 401 | 403
  readonly message: string
}

/** Whether a machine other than this one can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host)
}

/**
 * Decides who is let in. A page in a browser can send requests to any address, this machine's own included, and by
 * DNS rebinding under a name of its own: so `Host` must be a name that this server is known by, `Origin`, which only
 * browsers send, too, and where there is a token it must be there.
 */
export function createAccessCheck(
  host: string,
  token: string | undefined,
  allowedHosts: readonly string[],
): (request: IncomingMessage) => Refusal | undefined {
  const names = [...new Set([...localhostAllowedHostnames(), ...namesOf(host), ...allowedHosts.map(inBrackets)])]
  return ({ headers }) => {
    const named = validateHostHeader(headers.host, names)
    if (!named.ok) return { status: 403, message: named.message }
    const origin = validateOriginHeader(headers.origin, names)
    if (!origin.ok) return { status: 403, message: origin.message }
    if (token === undefined || isToken(headers.authorization, token)) return undefined
    return { status: 401, message: 'A token is required: Authorization: Bearer …' }
  }
}

/** By which names an address is reached; of those that mean every address, all that this machine has. */
function namesOf(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [inBrackets(host)]
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  return [hostname(), ...addresses.map(inBrackets)]
}

/** IPv6 addresses as they stand in headers. */
function inBrackets(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** Compares digests, so that the time it takes tells nothing. */
function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/iu.exec(authorization ?? '')?.[1] ?? ''
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
