/*
 * What a query of the history needs: the writer without a model, and the source that uses it. Loading the whole package
 * would take longer than most of these queries.
 */
export type { AnnotationWriter, WriterError, WriterOutcome } from '../annotation-writer.ts'
export type { ChangedFile, CommitContext, FileText, OutlineOrProblem, RecentAnnotation } from '../commit-context.ts'
export { createHeuristicWriter } from '../heuristic/create-heuristic-writer.ts'
export type { HeuristicWriterOptions } from '../heuristic/create-heuristic-writer.ts'
export { createHistorySource } from './create-history-source.ts'
export type { HistorySourceOptions } from './create-history-source.ts'
export type { CheckAnnotation } from './ask-writer.ts'
