import ts from 'typescript'
import { productionFiles, type Checkout } from './checkout-sources.ts'

/** Number of uses of each way to handle a failure in the sources of the published packages. */
export interface FailureStyles {
  /** `if (x.isErr()) return err(x.error)`, or `return errAsync(x.error)`, or `return x`. */
  readonly returnedByHand: number
  /** Number of calls of `safeTry`. */
  readonly safeTry: number
  readonly tryCatch: number
  readonly throws: number
  /** Functions named `attempt…` that turn exceptions into results. */
  readonly attempts: readonly string[]
  /** `condition ? { field } : {}`, or with the branches swapped. */
  readonly emptyObjectBranches: number
}

export function countFailureStyles(checkout: Checkout): FailureStyles {
  let returnedByHand = 0
  let safeTry = 0
  let tryCatch = 0
  let throws = 0
  let emptyObjectBranches = 0
  const attempts: string[] = []
  for (const file of productionFiles(checkout)) {
    if (file.packageName === 'workspace' || !file.path.endsWith('.ts')) continue
    const visit = (node: ts.Node): void => {
      if (ts.isIfStatement(node) && returnsError(node)) returnedByHand++
      if (ts.isCallExpression(node) && node.expression.getText() === 'safeTry') safeTry++
      if (ts.isTryStatement(node) && node.catchClause !== undefined) tryCatch++
      if (ts.isThrowStatement(node)) throws++
      if (ts.isFunctionDeclaration(node) && /^attempt/u.test(node.name?.text ?? '')) attempts.push(file.path)
      if (ts.isConditionalExpression(node) && [node.whenTrue, node.whenFalse].some(isEmptyObject)) emptyObjectBranches++
      ts.forEachChild(node, visit)
    }
    visit(file.tree())
  }
  return { returnedByHand, safeTry, tryCatch, throws, attempts, emptyObjectBranches }
}

/** Whether an `if` only returns the failure that its condition tests. */
function returnsError({ expression, thenStatement }: ts.IfStatement): boolean {
  const tested = /^(.+)\.isErr\(\)$/su.exec(expression.getText())?.[1]
  if (tested === undefined) return false
  const statement =
    ts.isBlock(thenStatement) && thenStatement.statements.length === 1 ? thenStatement.statements[0] : thenStatement
  if (statement === undefined || !ts.isReturnStatement(statement)) return false
  const returned = statement.expression?.getText()
  return returned === tested || returned === `err(${tested}.error)` || returned === `errAsync(${tested}.error)`
}

function isEmptyObject(node: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(node) && node.properties.length === 0
}
