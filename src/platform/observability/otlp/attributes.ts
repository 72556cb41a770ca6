/*
 * The JSON encoding of OTLP 1.x has field names in camelCase, 64-bit integers as strings, and times in
 * nanoseconds. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */

type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { doubleValue: number }
  | { intValue: string }
  | { arrayValue: { values: AnyValue[] } }
  | { kvlistValue: { values: OtlpAttribute[] } }

export interface OtlpAttribute {
  key: string
  value: AnyValue
}

/** Encodes the members of an object. Leaves out members without a value. */
export const toAttributes = (members: Readonly<Record<string, unknown>>): OtlpAttribute[] =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ({ key, value: toAnyValue(value) }))

function toAnyValue(value: unknown): AnyValue {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toAnyValue) } }
  if (typeof value === 'object' && value !== null)
    return { kvlistValue: { values: toAttributes(value as Record<string, unknown>) } }
  return { stringValue: String(value) }
}

export const toNanoseconds = (ms: number): string => `${BigInt(Math.round(ms)) * 1_000_000n}`
