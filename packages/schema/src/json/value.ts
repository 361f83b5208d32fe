/** Any value that JSON text can carry without loss. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** A JSON object: ordinary, own enumerable string keys only. */
export type JsonObject = { [key: string]: JsonValue }

/** Whether a number is one that JSON text gives back: finite, and not negative zero. */
export const isJsonNumber = (value: number): boolean => (value === 0 ? 1 / value > 0 : value - value === 0)
