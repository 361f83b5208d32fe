/** Any value that JSON text can carry without loss. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** A JSON object: ordinary, own enumerable string keys only. */
export type JsonObject = { [key: string]: JsonValue }
