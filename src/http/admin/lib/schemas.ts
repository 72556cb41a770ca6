import { Type } from 'typebox'

/** Bodies hold what they may hold, and nothing else. */
export const strict = { additionalProperties: false } as const

/** Text that says something, of so many characters at most. */
export const boundedText = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const roleSchema = Type.String({ enum: ['admin', 'sender'] })
