import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server'

/** Why a request is rejected, as an HTTP status and message. */
export interface Refusal {
  readonly status: 401 | 403
  readonly message: string
}

/** Whether an address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host)
}

/**
 * Creates the access check. A web page can send requests to any address, including this machine's, and with DNS
 * rebinding under its own host name. So `Host` must be a known name of this server, and so must `Origin`, which only
 * browsers send. If a token is configured, the request must contain it.
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

/** Returns the host names of an address. For wildcard addresses, returns all addresses of this machine. */
function namesOf(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [inBrackets(host)]
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  return [hostname(), ...addresses.map(inBrackets)]
}

/** Formats an IPv6 address as in headers. */
function inBrackets(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** Compares digests, so that timing reveals nothing. */
function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/iu.exec(authorization ?? '')?.[1] ?? ''
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
