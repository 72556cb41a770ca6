declare const of: unique symbol

/**
 * JSON as text, with the type of what it says. What is locked (an offering, the items of a gift) is
 * kept and sent as the text it was first written as: reading it and writing it again could change its bytes.
 */
export type JsonText<T> = string & { readonly [of]: T }

export const jsonText = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>
export const readJson = <T>(text: JsonText<T>): T => JSON.parse(text) as T
