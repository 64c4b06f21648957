import type { AnnotationOrigin } from '../contracts/annotation-source.ts'

export type { AnnotationOrigin } from '../contracts/annotation-source.ts'

/** Every origin that a question can ask for. */
export const ANNOTATION_ORIGINS: readonly AnnotationOrigin[] = ['notes', 'history']
