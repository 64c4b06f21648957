import type { WireCall } from './wire/wire.ts'

/** A commit for a model to annotate: its only file, the contents before and after, and its message. */
export const FILE = 'src/session.py'
export const BEFORE = 'class Session:\n    def load(self, token):\n        return decode(token, self.key)\n'
export const AFTER: string =
  'class Session:\n    def load(self, token):\n' +
  '        # Tokens of the last key stay valid for a day: clients refresh at night.\n' +
  '        return decode(token, self.key) or decode(token, self.last_key)\n'
export const MESSAGE = 'Accept the last key\n\nRotation logged everybody out at midnight.'

/** A valid annotation of it by a model. */
export const EMISSION: WireCall = {
  name: 'emit_annotation',
  json: JSON.stringify({
    file: FILE,
    ast_anchor: { name: 'load' },
    intent: 'Nobody is logged out when keys rotate at midnight.',
    evidence: [{ kind: 'commit_message', quote: 'Rotation logged everybody out at midnight.' }],
  }),
}
