import { Type } from 'typebox'
import { singleLine } from './normalize.ts'
import { defineBody } from './request-body.ts'

/* The bodies of operations on recipients. */

const email = Type.String({ minLength: 1, maxLength: 254, format: 'email', ...singleLine })

/** An email address: the correct one of a recipient, or the one of a person to erase. */
export const recipientEmailBody = defineBody(
  Type.Object({ email }, { additionalProperties: false }),
)
