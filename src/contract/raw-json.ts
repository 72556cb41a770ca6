declare const valueType: unique symbol

/**
 * JSON as text, with the type of what it says. What is locked (an offering, the items of a gift) is
 * kept and sent as the text it was first written as: reading it and writing it again could change its bytes.
 */
export type RawJson<T> = string & { readonly [valueType]: T }

export const toRawJson = <T>(value: T): RawJson<T> => JSON.stringify(value) as RawJson<T>
export const parseRawJson = <T>(text: RawJson<T>): T => JSON.parse(text) as T
