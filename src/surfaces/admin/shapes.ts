import { Type } from 'typebox'

/** Bodies hold what they may hold, and nothing else. */
export const noExtra = { additionalProperties: false } as const

/** Text that says something, of so many characters at most. */
export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const role = Type.String({ enum: ['admin', 'sender'] })
