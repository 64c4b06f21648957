/**
 * Returns the groups of nodes that reach each other, largest first: the cycles of a directed graph. A node with an edge
 * only to itself is not a group. Uses Tarjan's algorithm.
 */
export function strongComponents(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const groups: string[][] = []

  const visit = (node: string): number => {
    const number = order.size
    order.set(node, number)
    let low = number
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (onStack.has(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === number) {
      const group = stack.splice(stack.indexOf(node))
      for (const member of group) onStack.delete(member)
      if (group.length > 1) groups.push(group.sort())
    }
    return low
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return groups.sort((a, b) => b.length - a.length)
}
