import keyOrders from './key-orders.json' with { type: 'json' }
import type { FieldShape, ObjectShape } from './object-shape.ts'

/** How one key is written, as it is generated: an object in it is named. */
type KeyOrder = Omit<FieldShape, 'keys'> & { readonly keys?: string }

const shapes = new Map<string, ObjectShape>()

/**
 * The keys of a document of `@chronicle/schema`, or of a part of one, in the order in which they are written: that of
 * the interface. It is generated from there (`npm run documents`).
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
