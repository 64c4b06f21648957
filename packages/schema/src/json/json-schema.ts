/** A JSON Schema of draft 2020-12, as data. The package also contains it as `json/<name>.schema.json`. */
export type JsonSchema = Readonly<Record<string, unknown>>
