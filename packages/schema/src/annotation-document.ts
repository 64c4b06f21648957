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
  type UnknownKeys,
} from './annotation.ts'
import { isJsonObject, sortKeys, type JsonObject } from './canonical-json.ts'

/**
 * An annotation as the `chronicle/v1` document that is stored: keys in a fixed order, then unknown keys in code unit
 * order; absent texts and empty lists left out, `regions` always there.
 */
export function annotationDocument(annotation: Annotation): JsonObject {
  const document = assemble(
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
  return document
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
      constraints: some(region.constraints.map(({ text, source, ...rest }) => entry({ text, source }, rest))),
      semantic_dependencies: some(
        region.semantic_dependencies.map(({ file, anchor, nature, ...rest }) => entry({ file, anchor, nature }, rest)),
      ),
      related_annotations: some(
        region.related_annotations.map(({ commit, anchor, relationship, ...rest }) =>
          entry({ commit, anchor, relationship }, rest),
        ),
      ),
      tags: some(region.tags),
      risk_notes: region.risk_notes,
      rejected_alternatives: some(
        region.rejected_alternatives.map(({ approach, reason, ...rest }) => entry({ approach, reason }, rest)),
      ),
      evidence: some(region.evidence.map(evidenceDocument)),
      held_by_tests: some(
        (region.held_by_tests ?? []).map(({ title, file, line, ...rest }) => entry({ title, file, line }, rest)),
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
  const { kind, quote, file, lines, url, author } = evidence
  return assemble(
    { kind, quote, file, lines: lines && linesDocument(lines, evidence.unknown_keys?.['lines']), url, author },
    evidence.unknown_keys,
  )
}

function concernDocument(concern: CrossCuttingConcern): JsonObject {
  return assemble(
    {
      description: concern.description,
      regions: some(concern.regions),
      nature: concern.nature,
      tags: some(concern.tags),
    },
    concern.unknown_keys,
  )
}

function provenanceDocument(provenance: Provenance): JsonObject {
  return assemble(
    {
      operation: provenance.operation,
      derived_from: some(provenance.derived_from),
      original_annotations_preserved: provenance.original_annotations_preserved,
      synthesis_notes: provenance.synthesis_notes,
      recorded: provenance.recorded && recordingDocument(provenance.recorded),
    },
    provenance.unknown_keys,
  )
}

function recordingDocument({ by, email, at, with: tool, unknown_keys }: StoredRecording): JsonObject {
  return assemble({ by, email, at, with: tool }, unknown_keys)
}

function entry(known: JsonObject, rest: { readonly unknown_keys?: UnknownKeys }): JsonObject {
  return assemble(known, rest.unknown_keys)
}

/** Known keys in the order given, then unknown ones. A key in `known` is never taken from `unknown`, even if absent. */
function assemble(known: JsonObject, unknown: UnknownKeys | undefined): JsonObject {
  const document: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(known)) if (value !== undefined) document[key] = value
  if (unknown === undefined) return document
  for (const key of Object.keys(unknown).sort()) {
    if (key !== '__proto__' && !Object.hasOwn(known, key)) document[key] = sortKeys(unknown[key])
  }
  return document
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

function present(text: string): string | undefined {
  return text === '' ? undefined : text
}
