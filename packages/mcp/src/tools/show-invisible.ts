// Clients pass documents to models as text, and text recorded by others must not hide there.
export { escapeUnsafeIn as showInvisible } from '@chronicle/core/text'
