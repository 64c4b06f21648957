import type { Rule } from 'eslint'
import type { Type } from 'typescript'

const RESULT_TYPES: ReadonlySet<string> = new Set(['Ok', 'Err', 'Result', 'ResultAsync'])

/** Reports a statement that computes a `Result` or `ResultAsync` and ignores it, and so any failure in it. */
export const noIgnoredResult: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { ignored: 'This Result is dropped, and the failure it may hold with it. Handle it or return it.' },
  },
  create(context) {
    const services = context.sourceCode.parserServices as { readonly getTypeAtLocation: (node: unknown) => Type }
    return {
      ExpressionStatement(statement) {
        const { expression } = statement
        if (expression.type !== 'AssignmentExpression' && isResult(services.getTypeAtLocation(expression))) {
          context.report({ node: statement, messageId: 'ignored' })
        }
      },
    }
  },
}

function isResult(type: Type): boolean {
  if (type.isUnion()) return type.types.some(isResult)
  const symbol = type.aliasSymbol ?? type.getSymbol()
  return (
    symbol !== undefined &&
    RESULT_TYPES.has(symbol.name) &&
    (symbol.declarations ?? []).some((declaration) => declaration.getSourceFile().fileName.includes('/neverthrow/'))
  )
}
