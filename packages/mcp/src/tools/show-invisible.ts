// Clients hand documents to models as text, and what was recorded by others must not hide there.
export { escapeUnsafeIn as showInvisible } from '@chronicle/core/text'
