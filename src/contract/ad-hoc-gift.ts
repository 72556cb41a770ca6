import { Type } from 'typebox'
import { NewGiftRequest } from './new-gift-request.ts'
import { compileValidator } from './validator.ts'

const { campaign_id: _, email_message, ...members } = NewGiftRequest.properties

/** A gift that a user sends from the web app without a campaign. The gift has its own message. */
export const adHocGiftValidator = compileValidator(
  Type.Object(
    {
      ...members,
      email_message: Type.Object(email_message.properties, { additionalProperties: false }),
    },
    { additionalProperties: false },
  ),
)
