export { createContextPipeline } from './create-context-pipeline.ts'
export { DEFAULT_BUDGET } from './context-pipeline.ts'
export type {
  ContextPipeline,
  ContextPipelineOptions,
  ContextRequest,
  IndexReport,
  RecordFinder,
} from './context-pipeline.ts'
export type { ContextError } from './context-error.ts'
export { MIN_BUDGET } from './assemble/build-package.ts'
export type {
  ContextBase,
  ContextPackage,
  ContextProvenance,
  Detail,
  LeftOut,
  PackedFile,
  PackedPart,
  PackingReport,
  RecordedNote,
  ScopedFile,
  ScopedSymbol,
  TestExpectation,
  TestExpectations,
  Tier,
} from '@chronicle/schema'
export { renderPackage } from './render/render-package.ts'
export { DEFAULT_TEMPLATE } from './render/render-context.ts'
export type { RenderFormat } from './render/render-package.ts'

export { analyseTask } from './task/analyse-task.ts'
export { assistTask } from './task/assist-task.ts'
export type { AssistedTask, AssistOptions, TaskAssistance } from './task/assist-task.ts'
export type { StackFrame, TaskQuery, TaskType } from '@chronicle/schema'

export { FUSED_SIGNALS, fusedProfile } from './rank/fused-profile.ts'
export { DEFAULT_WEIGHTS } from './rank/signal-weights.ts'
export type { WeightedSignal } from './rank/signal-weights.ts'
export { WEIGHTED_SIGNALS, weightedProfile } from './rank/weighted-profile.ts'
export type { WeightedProfileOptions } from './rank/weighted-profile.ts'
export { namedProfile, PROFILE_NAMES } from './rank/named-profile.ts'
export type { ProfileName } from './rank/named-profile.ts'
export { fuse } from './rank/fuse.ts'
export type { Breakdown, RankedFile, RankingProfile } from './rank/profile.ts'
export { embeddingSignal } from './signals/embedding/embedding-signal.ts'
export type { EmbeddingSignalOptions } from './signals/embedding/embedding-signal.ts'
export { createSignalContext } from './signals/create-signal-context.ts'
export { signal } from './signals/signal.ts'
export type { FileScores, Signal, SignalContext } from './signals/signal.ts'
export type { PathTerms, TermMatches } from './signals/term-matches.ts'

export type { FileFacts, StringFacts, SymbolFacts, SymbolReferences } from './facts/file-facts.ts'
export type { ImportFacts } from './imports/import-facts.ts'
export { createImportResolver } from './imports/resolve/create-import-resolver.ts'
export type { ImportResolver, ImportResolverOptions } from './imports/resolve/create-import-resolver.ts'
export { extractImports } from './imports/extract/extract-imports.ts'
export { createKnowledgeBase } from './knowledge/create-knowledge-base.ts'
export type { KnowledgeBase } from './knowledge/create-knowledge-base.ts'
export type { FilePosting, KnowledgeSnapshot, KnownCommits } from './knowledge/knowledge-snapshot.ts'
export type { CommitFacts } from './knowledge/index-commits.ts'
export type { FileIndexer } from './knowledge/index-files.ts'
export type { IndexedFile } from './knowledge/indexed-file.ts'
export type { FileClass } from '@chronicle/schema'
export type { ImportGraph } from './knowledge/import-graph.ts'
export type { ResolveImport } from './knowledge/resolve-import.ts'
export type { ChangedUnits } from './knowledge/changed-units.ts'

export { createMemoryKnowledgeStore } from './store/memory-knowledge-store.ts'
export { createCachedKnowledgeStore } from './store/cached-knowledge-store.ts'

export { createEnrichment } from './enrich/create-enrichment.ts'
export type { Enrichment, EnrichScope } from './enrich/create-enrichment.ts'
export { enrichFiles } from './enrich/enrich-files.ts'
export type { EnrichableSnapshot } from './enrich/enrich-files.ts'
export type { EnrichedFile, EnrichOptions, EnrichReport } from './enrich/enrich-report.ts'
export { promoteMetadata } from './enrich/promote-metadata.ts'
export type { PromoteOptions, PromoteReport } from './enrich/promote-metadata.ts'
export { fileMetadata } from './enrich/file-metadata.ts'
export type { FileMetadata, MetadataSnapshot } from './enrich/file-metadata.ts'
