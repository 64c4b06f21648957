// The published shape. It is defined where the other formats are.
export type {
  ContextBase,
  ContextPackage,
  Detail,
  LeftOut,
  PackedFile,
  PackedPart,
  PackingReport,
  ContextProvenance,
  RecordedNote,
  ScopedFile,
  ScopedSymbol,
  TestExpectation,
  TestExpectations,
  Tier,
} from '@chronicle/schema'
