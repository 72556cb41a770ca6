import { type Static, Type } from 'typebox'
import { NewAddress, NewGiftRequest, NewRecipient } from './new-gift-request.ts'
import { id } from './normalize.ts'
import { defineBody, defineChanges } from './request-body.ts'
import { strict } from './request-parts.ts'

/* The bodies of operations on an existing gift request. */

const { email_message, expires_at, send_at, metadata } = NewGiftRequest.properties
const { email } = NewRecipient.properties

/** The body of `PATCH /gift_requests/{id}`. */
export const GiftRequestChanges = Type.Object(
  {
    send_at: Type.Optional({
      ...send_at,
      description: 'In the future, within a year. Only while the gift request is not sent.',
    }),
    expires_at: Type.Optional({
      ...expires_at,
      description: 'In the future and after send_at. Only until the recipient redeems.',
    }),
    email_message: Type.Optional({
      ...email_message,
      description: 'Only until the recipient redeems. An email that was sent does not change.',
    }),
    metadata: Type.Optional({ ...metadata, description: 'Replaces all pairs.' }),
  },
  strict,
)
export type GiftRequestChanges = Static<typeof GiftRequestChanges>
export const giftRequestChanges = defineChanges(GiftRequestChanges)

/** The body of `POST /gift_requests/{id}/extend`. */
export const Extension = Type.Object(
  {
    expires_at: Type.Optional({ ...expires_at, description: 'The new expiry, in the future.' }),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'The number of days to add to the current expiry.',
      }),
    ),
  },
  strict,
)
export const extension = defineBody(Extension)

/** The body of `POST /gift_requests/{id}/correct_email`. */
export const EmailCorrection = Type.Object({ email }, strict)
export const emailCorrection = defineBody(EmailCorrection)

/** The body of `POST /gift_requests/{id}/change_address`. */
export const AddressChange = Type.Object({ shipping_address: NewAddress }, strict)
export const addressChange = defineBody(AddressChange)

const { name, line_1, country } = NewAddress.properties
const orBlank = (schema: object) => Type.Optional(Type.String({ ...schema, minLength: 0 }))

/**
 * An address in which required members may be missing or blank. The country's rules report those together with every
 * other error, so that a form shows all of them at once.
 */
const AddressDraft = Type.Object(
  {
    ...NewAddress.properties,
    name: orBlank(name),
    line_1: orBlank(line_1),
    country: orBlank(country),
  },
  strict,
)
export const addressChangeAppBody = defineBody(
  Type.Object({ shipping_address: AddressDraft }, strict),
)

/** The body of `POST /gift_requests/{id}/send_again`. Everything else is as in the old gift request. */
export const NewReissue = Type.Object(
  {
    email: Type.Optional({ ...email, description: 'Another email address of the recipient.' }),
    email_message: Type.Optional({
      ...email_message,
      description: 'Left out: the message of the old gift request.',
    }),
    expires_at: Type.Optional({
      ...expires_at,
      description: 'Left out: the days that the campaign says, from now on.',
    }),
  },
  strict,
)
export const newReissue = defineBody(NewReissue)

/** The body of `POST /gift_requests/{id}/ship_again`. */
export const Reshipment = Type.Object(
  {
    parcel_id: Type.String({ ...id, description: 'A parcel that is lost, returned or cancelled.' }),
  },
  strict,
)
export const reshipment = defineBody(Reshipment)

/** The body of `POST /gift_requests/{id}/resend_emails`. */
export const EmailSelection = Type.Object(
  {
    email_ids: Type.Optional(
      Type.Array(Type.String(id), {
        minItems: 1,
        maxItems: 20,
        description: 'Left out: of each kind, the latest email if it failed or bounced.',
      }),
    ),
  },
  strict,
)
export const emailSelection = defineBody(EmailSelection)

/** The body of an operation without members. */
export const NoMembers = Type.Object({}, strict)
export const noMembers = defineBody(NoMembers)
