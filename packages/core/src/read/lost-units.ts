export { findNewPlace } from './find-new-place.ts'
export { findRemoval } from './find-removal.ts'
