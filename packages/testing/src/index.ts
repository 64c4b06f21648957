// Laws that every implementation of a seam must obey, as tests of the surrounding suite. `…Properties` returns the same
// laws as values, for other test runners.
export { scorerLaws } from './scorer/scorer-laws.ts'
export type { ScorerLawOptions } from './scorer/scorer-laws.ts'
export { signalLaws, signalProperties } from './signal/signal-laws.ts'
export type { SignalLaw } from './signal/signal-laws.ts'
export { rankingProfileLaws, rankingProfileProperties } from './signal/ranking-profile-laws.ts'
export type { RankedBy, RankingProfileLaw } from './signal/ranking-profile-laws.ts'
export type { OpenedScene, RankingSignal, SignalLawOptions, SignalScene, SignalScores } from './signal/law-scene.ts'
export { trimmerLaws, trimmerProperties } from './trimmer/trimmer-laws.ts'
export type { TokenMeasure, TrimmerLawOptions, Trimming } from './trimmer/trimmer-laws.ts'
export { formatterLaws, formatterProperties } from './formatter/formatter-laws.ts'
export type { FormatterLawOptions } from './formatter/formatter-laws.ts'
export { anchorLaws } from './anchors/anchor-laws.ts'
export type { AnchorMatcher } from './anchors/anchor-laws.ts'
export { redactorLaws } from './redactor/redactor-laws.ts'
export { plantedSecrets } from './redactor/planted-secrets.ts'
export type { PlantedSecret } from './redactor/planted-secrets.ts'
export { mergeLaws, mergeProperties } from './schema/merge-laws.ts'
export type { AnnotationMerge } from './schema/merge-laws.ts'
export type { Law } from './law.ts'
export { correctionMergeLaws, correctionMergeProperties } from './schema/correction-laws.ts'
export type { CorrectionsMerge } from './schema/correction-laws.ts'
export { noteRoundTripLaws, noteRoundTripProperties } from './schema/note-round-trip-laws.ts'
export type { NoteReader, NoteWriter } from './schema/note-round-trip-laws.ts'
export { survivalLaws, survivalProperties } from './survival/survival-laws.ts'
export type { HistoryLaw, RecordedReader, SurvivalContract } from './survival/survival-laws.ts'

// Contract suites: one for each seam that accesses the outside world, with real git as the oracle.
export { testGitBackend } from './git-backend/test-git-backend.ts'
export type { GitBackendContract } from './git-backend/contract-tools.ts'
export { blameByGit, linesOfHunks, withoutHunks } from './git-backend/blamed-lines.ts'
export type { BlamedLine } from './git-backend/blamed-lines.ts'
export { notesByGit } from './git-backend/check-notes.ts'
export { testAstParser } from './ast-parser/test-ast-parser.ts'
export type { AstParserContract, AstSample } from './ast-parser/test-ast-parser.ts'
export { testLanguageModel } from './language-model/test-language-model.ts'
export type { LanguageModelContract, OpenedModel } from './language-model/test-language-model.ts'
export { testEmbeddingModel } from './embedding-model/test-embedding-model.ts'
export type { EmbeddingModelContract, OpenedEmbeddingModel } from './embedding-model/test-embedding-model.ts'
export { testAnnotationIndex } from './annotation-index/test-annotation-index.ts'
export type { AnnotationIndexContract } from './annotation-index/test-annotation-index.ts'
export { answersOf, createIndexWorkbench, PLANNED_REFS } from './annotation-index/index-workbench.ts'
export type { IndexWorkbench } from './annotation-index/index-workbench.ts'
export { askEverything, scanNotes } from './annotation-index/index-answers.ts'
export type { CommitTimes, IndexAnswers, PlannedNotes } from './annotation-index/index-answers.ts'
export { testAnnotationSource } from './annotation-source/test-annotation-source.ts'
export type { AnnotationSourceContract } from './annotation-source/test-annotation-source.ts'
export { testKnowledgeStore } from './knowledge-store/test-knowledge-store.ts'
export type { KnowledgePlace, KnowledgeStoreContract } from './knowledge-store/test-knowledge-store.ts'

// Fakes that pass the contract suites.
export { createMemoryGit } from './git-backend/create-memory-git.ts'
export type { MemoryCommit, MemoryGit, MemoryGitDescription } from './git-backend/create-memory-git.ts'
export { createLineParser } from './ast-parser/line-parser.ts'
export type { LineParserOptions } from './ast-parser/line-parser.ts'
export { scriptedModel } from './language-model/scripted-model.ts'
export type { ScriptedModel, ScriptedModelOptions } from './language-model/scripted-model.ts'
export { scriptedEmbeddingModel } from './embedding-model/scripted-embedding-model.ts'
export type { ScriptedEmbeddingModel, ScriptedEmbeddingOptions } from './embedding-model/scripted-embedding-model.ts'
export type { EmbeddingRequest, EmbeddingStep } from './embedding-model/embedding-step.ts'
export type { ModelAnswer, ModelCall, ModelFailure, ModelStep, ModelTurn } from './language-model/model-step.ts'

// Arbitraries for properties of your own.
export { notePlanArbitrary, noteStepsArbitrary, plannedNote } from './annotation-index/note-plan.ts'
export type { NoteEdit, NotePlan } from './annotation-index/note-plan.ts'
export { anyCodePoint } from './text/any-code-point.ts'
export { annotationArbitrary, annotationText } from './schema/annotation-arbitrary.ts'
export type { AnnotationArbitraryOptions } from './schema/annotation-arbitrary.ts'
export { correctionArbitrary } from './schema/correction-arbitrary.ts'
export { storedNoteArbitrary } from './schema/stored-note-arbitrary.ts'
export type { StoredNote } from './schema/stored-note-arbitrary.ts'
export { hostileNoteArbitrary } from './schema/hostile-note-arbitrary.ts'
export { liveAnnotationArbitrary } from './schema/live-annotation-arbitrary.ts'
export { readOutputArbitrary } from './read-output/read-output-arbitrary.ts'
export type { ReadOutputArbitraryOptions } from './read-output/read-output-arbitrary.ts'
export type { RecordedContent } from './read-output/recorded-text.ts'
export { taskArbitrary } from './signal/task-arbitrary.ts'
export { regionFacts } from './scorer/region-facts-arbitrary.ts'
export { anchorName } from './anchors/anchor-laws.ts'
export { historyArbitrary } from './fixture/history-plan.ts'
export type { FileEdit, HistoryArbitraryOptions, HistoryPlan, HistoryStep } from './fixture/history-plan.ts'

// Repositories as data, for `createMemoryGit`.
export { RANKED_REPOSITORY } from './signal/ranked-repository.ts'

// Fixture repositories: real git, fixed dates, the same ids everywhere.
export { createFixtureRepository, FIXTURE_EPOCH, FIXTURE_IDENTITY } from './fixture/fixture-repository.ts'
export type {
  FixtureCommitOptions,
  FixtureFile,
  FixtureOptions,
  FixtureRepository,
} from './fixture/fixture-repository.ts'
export { buildHistory } from './fixture/build-history.ts'
export type { BuiltHistory } from './fixture/build-history.ts'
export { createLinearHistory, importCommits, notePath, plantNotes } from './fixture/fast-import.ts'
export type {
  ImportChange,
  ImportCommit,
  LinearHistoryOptions,
  NotesLayout,
  PlantNotesOptions,
} from './fixture/fast-import.ts'

// Time measurements that are reliable on a busy machine.
export { processorTime } from './fixture/processor-time.ts'
