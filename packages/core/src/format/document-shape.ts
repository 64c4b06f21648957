import keyOrders from './key-orders.json' with { type: 'json' }
import type { FieldShape, ObjectShape } from './object-shape.ts'

/** A generated key of a document: `name`, `?` if optional, the number of decimals, the name of its object, `[]`. */
const KEY = /^(\$?\w+)(\?)?(?:\.(\d))?(?::(\w+))?(\[\])?$/

const shapes = new Map<string, ObjectShape>()

/**
 * Returns the keys of a document of `@chronicle/schema`, or of a part of one, in writing order: that of the interface,
 * from which they are generated (`npm run documents`).
 */
export function documentShape(name: keyof typeof keyOrders): ObjectShape {
  return shapeOf(name, keyOrders)
}

function shapeOf(name: string, orders: Readonly<Record<string, string>>): ObjectShape {
  const known = shapes.get(name)
  if (known !== undefined) return known
  const shape = (orders[name] ?? '').split(' ').map((written) => {
    const [, key = '', optional, decimals, keys, list] = KEY.exec(written) ?? []
    const field: FieldShape = {
      ...(optional === undefined && { required: true }),
      ...(list !== undefined && { list: true }),
      ...(decimals !== undefined && { decimals: Number(decimals) }),
      ...(keys !== undefined && { keys: shapeOf(keys, orders) }),
    }
    return [key, field] as const
  })
  shapes.set(name, shape)
  return shape
}
