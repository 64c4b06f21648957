import type { Signature } from '../contracts/git-backend.ts'

/**
 * Parses the value of a commit's `author` or `committer` header as git does: the name ends at the first `<`, the
 * address at the next `>`, and the date follows the last `>`. Everything is empty or 0 without an address.
 */
export function parseSignature(value: string): Signature {
  const open = value.indexOf('<')
  const close = value.indexOf('>', open)
  if (open < 0 || close < 0) return { name: '', email: '', time: 0, zone: 0 }
  const date = /^\s*(-?\d+)(?: ([+-])(\d{2})(\d{2}))?/.exec(value.slice(value.lastIndexOf('>') + 1)) ?? []
  const [, time = '0', sign = '+', hours = '00', minutes = '00'] = date
  const zone = Number(hours) * 60 + Number(minutes)
  return {
    name: value.slice(0, open).replace(/(?<![ \t\r])[ \t\r]+$/, ''),
    email: value.slice(open + 1, close),
    time: Number(time),
    zone: sign === '-' && zone !== 0 ? -zone : zone,
  }
}
