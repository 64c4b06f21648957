// How every engine understands names and shows paths, so that one spelling means the same thing everywhere.
export { anchorSegments, matchAnchor, nearestNames } from '../read/match-anchor.ts'
export type { AnchorMatches, AnchorMatchKind } from '../read/match-anchor.ts'
export { nearestPaths } from '../read/nearest-paths.ts'
export { neutralise, neutraliseLines, neutralisePath } from '../format/neutralise-text.ts'
export { escapeUnsafe, isPlain, unsafeCharactersOf } from './escape-unsafe.ts'
export { escapeUnsafeIn } from './escape-unsafe-in.ts'
export { hashText } from '../cache/hash-text.ts'
export { bytesPerFour } from '../tokens/bytes-per-four.ts'
