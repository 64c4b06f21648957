/** A JSON Schema of draft 2020-12, as data. The same is in the package as `json/<name>.schema.json`. */
export type JsonSchema = Readonly<Record<string, unknown>>
