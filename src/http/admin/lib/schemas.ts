import { Type } from 'typebox'

/** Rejects unknown members of a body. */
export const strict = { additionalProperties: false } as const

/** Builds the schema of a non-empty text with a maximum length. */
export const boundedText = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const roleSchema = Type.String({ enum: ['admin', 'sender', 'packer'] })
