import { expect, it } from 'vitest'
import { replyKind } from './reply-kind.ts'

it.each([
  ['Done.', 'accepts'],
  ['Good catch, moved close() into the finally block.', 'accepts'],
  ['Ah, you’re right. Fixed in 1a2b3c4.', 'accepts'],
  ['Makes sense!', 'accepts'],
  ['Ah. Back to 60 s then', 'accepts'],
  ['Not taking this one.', 'refuses'],
  ['The code has been updated to fail in that case.', 'accepts'],
  ['LGTM 🚀', 'thanks'],
  ['Thanks, I see.', 'thanks'],
  ['Good point, but let us do that in a follow-up.', 'defers'],
  ['Filed an issue for it.', 'defers'],
  ['Hm, I don’t think so.', 'refuses'],
  ["I'd rather keep it as it is.", 'refuses'],
  ['No, the lock is held by the caller.', 'refuses'],
  ['The callback runs on the render thread, which must never block.', 'answers'],
] as const)('%s %s', (text, kind) => {
  expect(replyKind(text)).toBe(kind)
})
