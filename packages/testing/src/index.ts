// Laws: what every implementation of a seam obeys, as tests of the surrounding suite.
export { scorerLaws } from './scorer/scorer-laws.ts'
export type { ScorerLawOptions } from './scorer/scorer-laws.ts'
export { anchorLaws } from './anchors/anchor-laws.ts'
export type { AnchorMatcher } from './anchors/anchor-laws.ts'

// Contract suites: one for each seam that touches the world, with real git as the oracle.
export { testGitBackend } from './git-backend/test-git-backend.ts'
export type { GitBackendContract } from './git-backend/contract-tools.ts'
export { blameByGit, linesOfHunks, withoutHunks } from './git-backend/blamed-lines.ts'
export type { BlamedLine } from './git-backend/blamed-lines.ts'
export { notesByGit } from './git-backend/check-notes.ts'

export { testAnnotationIndex } from './annotation-index/test-annotation-index.ts'
export type { AnnotationIndexContract } from './annotation-index/test-annotation-index.ts'
export { answersOf, createIndexWorkbench, PLANNED_REFS } from './annotation-index/index-workbench.ts'
export type { IndexWorkbench } from './annotation-index/index-workbench.ts'
export { askEverything, scanNotes } from './annotation-index/index-answers.ts'
export type { CommitTimes, IndexAnswers, PlannedNotes } from './annotation-index/index-answers.ts'

// Arbitraries for properties of your own.
export { notePlanArbitrary, noteStepsArbitrary, plannedNote } from './annotation-index/note-plan.ts'
export type { NoteEdit, NotePlan } from './annotation-index/note-plan.ts'
export { regionFacts } from './scorer/region-facts-arbitrary.ts'
export { anchorName } from './anchors/anchor-laws.ts'
export { historyArbitrary } from './fixture/history-plan.ts'
export type { FileEdit, HistoryArbitraryOptions, HistoryPlan, HistoryStep } from './fixture/history-plan.ts'

// Fixture repositories: real git, pinned dates, the same ids everywhere.
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
