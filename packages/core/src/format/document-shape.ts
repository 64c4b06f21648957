import keyOrders from './key-orders.json' with { type: 'json' }
import type { FieldShape, ObjectShape } from './object-shape.ts'

/** One generated key of a document. A nested object is referred to by name. */
type KeyOrder = Omit<FieldShape, 'keys'> & { readonly keys?: string }

const shapes = new Map<string, ObjectShape>()

/**
 * Returns the keys of a document of `@chronicle/schema`, or of a part of one, in writing order: that of the interface,
 * from which they are generated (`npm run documents`).
 */
export function documentShape(name: keyof typeof keyOrders): ObjectShape {
  return shapeOf(name, keyOrders as unknown as Readonly<Record<string, Readonly<Record<string, KeyOrder>>>>)
}

function shapeOf(name: string, orders: Readonly<Record<string, Readonly<Record<string, KeyOrder>>>>): ObjectShape {
  const known = shapes.get(name)
  if (known !== undefined) return known
  const shape = Object.entries(orders[name] ?? {}).map(
    ([key, { keys, ...field }]) =>
      [key, keys === undefined ? field : { ...field, keys: shapeOf(keys, orders) }] as const,
  )
  shapes.set(name, shape)
  return shape
}
