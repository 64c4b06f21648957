import { omitEmpty, omitUndefined, type RepoPath } from '@chronicle/schema'
import { isUtf8 } from '../files/line-index.ts'
import type { OpenFile } from '../files/open-file.ts'
import type { SourceRequest } from '../request/source-request.ts'
import type { Degradation, SourceMeta, SourceResponse } from '../source-response.ts'
import type { Page } from './cut-page.ts'

/** The parts of an answer other than its page. */
export interface Answer {
  readonly target: string
  readonly file: RepoPath
  readonly at: SourceMeta['at']
  readonly degradedBy?: readonly Degradation[]
  readonly facts?: Partial<SourceMeta>
  /** Set if the lines of the page are not those of the file. */
  readonly lines?: Page['lines']
}

/** Assembles an answer. */
export function respond(mode: SourceRequest['mode'], page: Page, answer: Answer): SourceResponse {
  const degradedBy = [...page.degradedBy, ...(answer.degradedBy ?? [])]
  const { truncated, token_estimate, ...rest } = page.meta
  const lines = 'lines' in answer ? answer.lines : page.lines
  return {
    ok: true,
    mode,
    target: answer.target,
    ...omitUndefined({ text: page.text }),
    location: { file: answer.file, line: lines?.start ?? null, end_line: lines?.end ?? null },
    meta: {
      truncated,
      token_estimate,
      preview_degraded: degradedBy.length > 0,
      ...omitEmpty({ degraded_by: degradedBy }),
      ...rest,
      at: answer.at,
      ...answer.facts,
    },
  }
}

/** Returns the metadata that every read of a file contains. */
export function fileFacts({ content }: OpenFile): Partial<SourceMeta> {
  return { blob: content.id, ...omitEmpty({ not_utf8: !isUtf8(content.bytes) }) }
}
