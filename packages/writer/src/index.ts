export type { AnnotationWriter, WriterError, WriterOutcome } from './annotation-writer.ts'
export type { ChangedFile, CommitContext, FileText, OutlineOrProblem, RecentAnnotation } from './commit-context.ts'
export type { AuthorContext, AuthorNote } from './author-context/author-context.ts'
