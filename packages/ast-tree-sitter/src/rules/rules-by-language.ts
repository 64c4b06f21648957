import type { LanguageId } from '@chronicle/core/contracts'
import { bashRules } from './bash.ts'
import { cppRules, cRules } from './c.ts'
import { csharpRules } from './csharp.ts'
import { goRules } from './go.ts'
import { javaRules } from './java.ts'
import { javascriptRules, typescriptRules } from './javascript.ts'
import { kotlinRules } from './kotlin.ts'
import { phpRules } from './php.ts'
import { pythonRules } from './python.ts'
import { rubyRules } from './ruby.ts'
import type { LanguageRules } from './rule.ts'
import { rustRules } from './rust.ts'
import { scalaRules } from './scala.ts'
import { swiftRules } from './swift.ts'

/** The rules of every language that has a grammar. */
export const RULES: Readonly<Record<LanguageId, LanguageRules>> = {
  bash: bashRules,
  c: cRules,
  cpp: cppRules,
  csharp: csharpRules,
  go: goRules,
  java: javaRules,
  javascript: javascriptRules,
  kotlin: kotlinRules,
  php: phpRules,
  python: pythonRules,
  ruby: rubyRules,
  rust: rustRules,
  scala: scalaRules,
  swift: swiftRules,
  tsx: typescriptRules,
  typescript: typescriptRules,
}
