import { fileRole, isThirdParty } from '@chronicle/core/text'
import type { StatedKind } from './linguist-attributes.ts'
import type { FileClass } from '@chronicle/schema'

const GENERATED =
  /(?:^|\/)generated\/|\.min\.\w+$|[._-](?:pb|pb2|generated|gen)\.\w+$|\.pb\.go$|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|go\.sum|[\w.-]+\.lock)$|\.map$|[-.]v?\d+\.\d+(?:\.\d+)?\.(?:js|css)$|(?:^|\/)(?:jquery|underscore|bootstrap|modernizr|lodash)(?:[-.][\w.-]+)?\.(?:js|css)$/i
const FIXTURE =
  /(?:^|\/)(?:fixtures?|__fixtures__|__snapshots__|testdata|test[-_]data|cassettes)\/|(?:^|(?:^|\/)(?:tests?|__tests__|specs?)\/(?:[^/]+\/)*)(?:snapshots?|golden|roots)\//i
const DOC =
  /\.(?:md|mdx|rst|adoc|txt|tex)$|(?:^|\/)(?:docs?|documentation|man|website)\/|(?:^|\/)(?:change(?:s|log)?|history|news|authors|contributors|license|readme|contributing)(?:\.\w+)?$/i

/** Returns the class of a file. `stated`: its kind according to the repository's attributes, or otherwise its text. */
export function fileClass(path: string, stated: StatedKind | undefined): FileClass {
  if (stated === 'generated' || (stated === undefined && (isThirdParty(path) || GENERATED.test(path))))
    return 'generated'
  if (FIXTURE.test(path)) return 'fixture'
  if (/\.d\.[cm]?ts$/.test(path)) return 'declaration'
  const role = fileRole(path)
  if (role === 'test') return 'test'
  if (role === 'code') return 'source'
  if (DOC.test(path)) return /\.(?:[cm]?[jt]sx?|py|go|rs|rb)$/i.test(path) ? 'test' : 'doc'
  return role === 'config' ? 'config' : 'other'
}
