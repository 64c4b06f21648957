export { CASE_SOURCES } from './cases/evaluation-case.ts'
export type { CaseSource, EvaluationCase, GoldSymbol } from './cases/evaluation-case.ts'
export type { CaseFormat, CaseRecord } from './cases/case-format.ts'
export { isCodePath, isSourcePath, isTestPath } from './cases/is-source-path.ts'
export { CASE_FORMATS, readEvaluationCases } from './cases/read-cases.ts'
export type { CaseError, CaseProblem } from './cases/read-cases.ts'
export { parsePatch } from './patch/parse-patch.ts'
export type { PatchedFile, PatchError } from './patch/parse-patch.ts'
export { touchedUnits } from './patch/touched-units.ts'
export { completeCase } from './cases/complete-case.ts'
export type { CompleteCase, CompleteCaseError } from './cases/complete-case.ts'
export { withoutLaterHistory } from './run/without-later-history.ts'
export { runEvaluation } from './run/run-evaluation.ts'
export type {
  CaseResult,
  EvaluationDependencies,
  EvaluationError,
  EvaluationOptions,
  EvaluationRun,
  SystemResults,
  UnusableCase,
} from './run/run-evaluation.ts'
export type {
  PackedContext,
  PackedLines,
  RankedFile,
  RankedSymbol,
  RetrievalOptions,
  RetrievalSystem,
  RetrievalTask,
  RetrievedContext,
} from './run/retrieval-system.ts'
export { bm25OverFiles, createFileBaseline, pathMatch } from './baselines/file-baseline.ts'
export type { FileBaselineOptions } from './baselines/file-baseline.ts'
export { pipelineSystem } from './systems/pipeline-system.ts'
export type { PipelineSystemOptions } from './systems/pipeline-system.ts'
export { createTaskKnowledge } from './systems/task-knowledge.ts'
export type { TaskKnowledge } from './systems/task-knowledge.ts'
export { withoutSignal } from './systems/without-signal.ts'
export type { CaseMeasures } from './metrics/measure-case.ts'
export { summarise } from './metrics/summarise.ts'
export type { MeasureMean, ResultSummary } from './metrics/summarise.ts'
export { createSeededRandom, shuffle } from './seeded-random.ts'
export { clusteredBootstrap } from './significance/clustered-bootstrap.ts'
export type { BootstrapInterval, BootstrapOptions, ClusteredValue } from './significance/clustered-bootstrap.ts'
export { compareSystems } from './significance/compare-systems.ts'
export type { MeasureComparison, SystemComparison } from './significance/compare-systems.ts'
export { exactMcNemar } from './significance/mcnemar.ts'
export type { DiscordantPairs } from './significance/mcnemar.ts'
export { mineCases } from './mine/mine-cases.ts'
export type { MinedCases, MineOptions } from './mine/mine-cases.ts'
export type { MiningRejection } from './mine/reject-commit.ts'
export { taskText } from './mine/task-text.ts'
export { evaluationDocument } from './report/evaluation-document.ts'
export type { ReportFormatOptions } from './report/report-tables.ts'
export { createReport } from './report/evaluation-report.ts'
export type { EvaluationReport, ReportOptions, SourcedComparison, SystemReport } from './report/evaluation-report.ts'
export { formatReportHtml } from './report/format-html.ts'
export { formatReportMarkdown } from './report/format-markdown.ts'
