import { type Static, type TSchema, Type } from 'typebox'

/* The parts that the schemas of responses share. */

const describe = (description: string | undefined) =>
  description === undefined ? {} : { description }

export const text = (description?: string) => Type.String(describe(description))
export const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...describe(description) })
export const id = (description?: string) =>
  Type.String({ format: 'uuid', ...describe(description) })
export const uri = (description?: string) =>
  Type.String({ format: 'uri', ...describe(description) })
/** Declares a time in ISO 8601, in UTC, with milliseconds. */
export const timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...describe(description) })
/** Declares a text with a fixed set of values. */
export const enumOf = <const Value extends string>(
  values: readonly Value[],
  description?: string,
) => Type.Unsafe<Value>(Type.String({ enum: [...values], ...describe(description) }))

/** Declares a value that can be null. */
export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Unsafe<Static<Schema> | null>(Type.Union([schema, Type.Null()], describe(description)))
