import type { TObject } from 'typebox'

/** Drops the nulls of those members that may be left out: both ways say the same. */
export function nullsLeftOut(schema: TObject): (body: unknown) => unknown {
  const required: readonly string[] = schema.required ?? []
  const mayBeLeftOut = new Set(
    Object.keys(schema.properties).filter((name) => !required.includes(name)),
  )
  return (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    return Object.fromEntries(
      Object.entries(body).filter(([name, value]) => value !== null || !mayBeLeftOut.has(name)),
    )
  }
}
