import {
  ANNOTATION_SCHEMA,
  type Annotation,
  type AstAnchor,
  type CrossCuttingConcern,
  type Evidence,
  type LineRange,
  type Provenance,
  type Region,
  type StoredRecording,
} from './annotation.ts'
import { assemble } from './assemble-document.ts'
import { isJsonObject, sortKeys, type JsonObject } from './canonical-json.ts'

/**
 * Returns the stored `chronicle/v1` document of an annotation: known keys in a fixed order, then unknown keys in code
 * unit order. Absent texts and empty lists are omitted; `regions` is always present.
 */
export function annotationDocument(annotation: Annotation): JsonObject {
  return assemble(
    {
      $schema: ANNOTATION_SCHEMA,
      schema: undefined,
      commit: annotation.commit,
      timestamp: present(annotation.timestamp),
      task: annotation.task,
      summary: annotation.summary,
      context_level: annotation.context_level,
      regions: annotation.regions.map(regionDocument),
      cross_cutting: some(annotation.cross_cutting.map(concernDocument)),
      provenance: provenanceDocument(annotation.provenance),
    },
    annotation.unknown_keys,
  )
}

function regionDocument(region: Region): JsonObject {
  return assemble(
    {
      file: region.file,
      ast_anchor: region.ast_anchor && anchorDocument(region.ast_anchor),
      lines: region.lines && linesDocument(region.lines, region.unknown_keys?.['lines']),
      intent: region.intent,
      context_level: region.context_level,
      recorded: region.recorded && recordingDocument(region.recorded),
      reasoning: region.reasoning,
      constraints: some(
        region.constraints.map(({ text, source, unknown_keys }) => assemble({ text, source }, unknown_keys)),
      ),
      semantic_dependencies: some(
        region.semantic_dependencies.map(({ file, anchor, nature, unknown_keys }) =>
          assemble({ file, anchor, nature }, unknown_keys),
        ),
      ),
      related_annotations: some(
        region.related_annotations.map(({ commit, anchor, relationship, unknown_keys }) =>
          assemble({ commit, anchor, relationship }, unknown_keys),
        ),
      ),
      tags: some(region.tags),
      risk_notes: region.risk_notes,
      rejected_alternatives: some(
        region.rejected_alternatives.map(({ approach, reason, unknown_keys }) =>
          assemble({ approach, reason }, unknown_keys),
        ),
      ),
      evidence: some(region.evidence.map(evidenceDocument)),
      held_by_tests: some(
        (region.held_by_tests ?? []).map(({ title, file, line, unknown_keys }) =>
          assemble({ title, file, line }, unknown_keys),
        ),
      ),
      corrections: some(region.corrections.map(sortKeys)),
    },
    region.unknown_keys,
  )
}

function anchorDocument(anchor: AstAnchor): JsonObject {
  const { type, name, signature } = anchor
  return assemble({ type, unit_type: undefined, name, signature }, anchor.unknown_keys)
}

function linesDocument(lines: LineRange, extra: unknown): JsonObject {
  return assemble({ start: lines.start, end: lines.end }, isJsonObject(extra) ? extra : undefined)
}

function evidenceDocument(evidence: Evidence): JsonObject {
  const { kind, quote, commit, file, lines, url, author } = evidence
  return assemble(
    { kind, quote, commit, file, lines: lines && linesDocument(lines, evidence.unknown_keys?.['lines']), url, author },
    evidence.unknown_keys,
  )
}

function concernDocument({ description, regions, nature, tags, unknown_keys }: CrossCuttingConcern): JsonObject {
  return assemble({ description, regions: some(regions), nature, tags: some(tags) }, unknown_keys)
}

function provenanceDocument({ derived_from: commits, recorded, unknown_keys, ...rest }: Provenance): JsonObject {
  return assemble(
    {
      operation: rest.operation,
      derived_from: some(commits),
      original_annotations_preserved: rest.original_annotations_preserved,
      scrubbed: rest.scrubbed,
      synthesis_notes: rest.synthesis_notes,
      recorded: recorded && recordingDocument(recorded),
    },
    unknown_keys,
  )
}

function recordingDocument({ by, email, at, with: tool, unknown_keys }: StoredRecording): JsonObject {
  return assemble({ by, email, at, with: tool }, unknown_keys)
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

function present(text: string): string | undefined {
  return text === '' ? undefined : text
}
