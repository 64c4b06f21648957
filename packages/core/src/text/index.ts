// How every engine understands names and shows paths, so that one spelling means the same thing everywhere.
export { anchorSegments, matchAnchor, nearestNames } from '../read/match-anchor.ts'
export type { AnchorMatches, AnchorMatchKind } from '../read/match-anchor.ts'
export { nearestPaths } from '../read/nearest-paths.ts'
export { neutralise, neutralisePath } from '../format/neutralise-text.ts'
export { hashText } from '../cache/hash-text.ts'
export { bytesPerFour } from '../tokens/bytes-per-four.ts'
export { parsePlaceArgument } from './parse-place-argument.ts'
export type { PlaceArgument } from './parse-place-argument.ts'
