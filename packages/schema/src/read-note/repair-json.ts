import { stringEnd } from './nesting.ts'

/**
 * Repairs JSON whose strings contain control characters or escapes unknown to JSON, as hand-made templates leave them.
 * Control characters keep their meaning; an unknown escape becomes literal text.
 */
export function repairJson(text: string): string {
  const pieces: string[] = []
  let position = 0
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', position)) {
    const end = stringEnd(text, start)
    pieces.push(withoutControls(text.slice(position, start)), repairString(text.slice(start, end)))
    position = end + 1
    if (end < text.length) pieces.push('"')
  }
  pieces.push(withoutControls(text.slice(position)))
  return pieces.join('')
}

const UNSAFE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})|\\[\0-\x1f]?|[\0-\x1f]/g

function repairString(text: string): string {
  return text.replace(UNSAFE, (found) => {
    if (found.length > 1 && found.charCodeAt(1) >= 0x20) return found
    if (found === '\\') return '\\\\'
    return JSON.stringify(found.at(-1)).slice(1, -1)
  })
}

const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\uFEFF]/g

function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ')
}
