declare const valueType: unique symbol

/**
 * JSON text with the type of its value. Locked data (an offering, the items of a gift) is stored and sent as the
 * text that was first serialized, because parsing and serializing could change its bytes.
 */
export type RawJson<T> = string & { readonly [valueType]: T }

export const toRawJson = <T>(value: T): RawJson<T> => JSON.stringify(value) as RawJson<T>
export const parseRawJson = <T>(text: RawJson<T>): T => JSON.parse(text) as T
