import { Type } from 'typebox'
import { singleLine } from './normalize.ts'

/* The parts that the schemas of request bodies share. */

/** The option of objects that reject unknown members. */
export const strict = { additionalProperties: false } as const

export const optional = Type.Optional

/** Declares a text of one line that is not empty. */
export const line = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...singleLine, ...(description && { description }) })

export const integer = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, ...(description && { description }) })
