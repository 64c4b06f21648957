import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutWrittenParts } from '../docs/generated-section.ts'
import type { Checkout } from './checkout-sources.ts'

/** A kind of addition that is often made, and an existing example, by which the affected files are found. */
interface Recipe {
  readonly what: string
  readonly example: string
  /** A pattern in the files that had to be changed for the example. */
  readonly mentions: RegExp
  /** A pattern for paths of files that contain it for another reason, or are generated. */
  readonly except: RegExp
}

const GENERATED =
  /\/man\/|\/cli\/package\.json$|\/json\/[\w-]+\.schema\.json$|\/(?:key-orders|input-definitions)\.json$|\/schema\/src\/(?:json\/json|validate\/output)-schemas\.ts$|\/exports\/|\.snap$|\/bench\//u

const RECIPES: readonly Recipe[] = [
  {
    what: 'a method of GitBackend',
    example: 'notesTip',
    // Matches declarations and implementations, but not calls.
    mentions: /^\s*(?:async )?(?:readonly )?notesTip(?:\(|:|,$)/mu,
    except: /\/context\/src\/evaluate\//u,
  },
  {
    what: 'an option of read',
    example: 'minConfidence',
    mentions: /\bmin[_-]?confidence\b/iu,
    except: /check|touched-regions|with-summary/u,
  },
  {
    what: 'a field of a document',
    example: 'gone_units',
    mentions: /\bgone_units\b/u,
    except: /results/u,
  },
  {
    what: 'a command',
    example: 'index',
    mentions: /createIndexCommand|\brunIndex\b|git chronicle index/u,
    except: /results/u,
  },
  {
    what: 'a command that asks a new question',
    example: 'grep',
    mentions:
      /createGrepCommand|\bfindGrep\b|GREP_ANSWER|GREP_OUTPUT_SCHEMA|GrepQuery\b|GrepOutput\b|\.\.\.\[.*'grep'|grepOutputSchema|git-chronicle-grep|grep-output|git chronicle grep/u,
    except: /log-entries|parse-place-argument|recorded-kind/u,
  },
  {
    what: 'a language',
    example: 'kotlin',
    mentions: /kotlin/iu,
    except: /copying\//u,
  },
  {
    what: 'a retrieval signal',
    example: 'coChangeAffinity',
    mentions: /cochange-?affinity/iu,
    except: /results/u,
  },
]

export interface TouchedFiles {
  readonly what: string
  readonly example: string
  /** Hand-written sources, manifests and pages. */
  readonly byHand: readonly string[]
  /** Tests that mention the example. */
  readonly tests: readonly string[]
}

/** Lists the files that mention one example of each kind of addition. */
export function listTouchedFiles({ dir }: Checkout): readonly TouchedFiles[] {
  const files = textFiles(dir)
  return RECIPES.map(({ what, example, mentions, except }) => {
    const touched = files.filter(({ path, text }) => !except.test(path) && !GENERATED.test(path) && mentions.test(text))
    const isTest = (path: string): boolean => /\.test(-d)?\.ts$|\/test\//u.test(path)
    const paths = touched.map(({ path }) => path)
    return { what, example, byHand: paths.filter((path) => !isTest(path)), tests: paths.filter(isTest) }
  })
}

function textFiles(dir: string): readonly { readonly path: string; readonly text: string }[] {
  const folders = ['packages', 'docs', 'examples'].filter((folder) => existsSync(join(dir, folder)))
  return folders
    .flatMap((folder) => walk(join(dir, folder)))
    .filter((file) => /\.(?:ts|mjs|cjs|json|md)$/u.test(file) && !file.endsWith('CHANGELOG.md'))
    .map((file) => ({
      path: file.slice(dir.length + 1).replaceAll('\\', '/'),
      text: withoutWrittenParts(readFileSync(file, 'utf8')),
    }))
    .filter(({ path }) => !path.startsWith('packages/workspace/src/measure/'))
}

const SKIPPED = new Set(['node_modules', 'dist', 'samples', 'demo', 'fixtures', 'retrieval-results', 'confidence'])

function walk(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(join(folder, entry.name))
    return entry.isFile() ? [join(folder, entry.name)] : []
  })
}
