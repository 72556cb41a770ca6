import { Type } from 'typebox'
import { id } from './normalize.ts'
import { clearable } from './nullable.ts'
import { defineBody } from './request-body.ts'
import { enumOf, nullable } from './schema-parts.ts'

/* The greeting of a campaign or a gift request: its card, and a photo or video of the sender. */

/** The drawings, in the order of the picker. To add a card, add its SVG to the greetings module and its label to the web app. */
export const cardDesigns = [
  'birthday',
  'thank-you',
  'welcome',
  'congratulations',
  'great-work',
  'anniversary',
  'wedding',
  'new-baby',
  'get-well',
  'sympathy',
  'holidays',
  'just-because',
] as const

export type CardDesign = (typeof cardDesigns)[number]

/** The body of `PUT /gift_requests/{id}/greeting` and `PUT /campaigns/{id}/greeting`. */
export const NewGreeting = Type.Object(
  {
    card: clearable(
      Type.Unsafe<CardDesign>({
        type: 'string',
        enum: [...cardDesigns],
        description: 'The card. The message of the gift is its text. Null: no card.',
      }),
    ),
    media_id: Type.Optional(
      Type.String({
        ...id,
        description:
          'A photo or video that a user uploaded in the web app. Left out: no photo and no video.',
      }),
    ),
  },
  { additionalProperties: false },
)
export const newGreeting = defineBody(NewGreeting)

const GreetingMedia = Type.Object({
  id: Type.String({ format: 'uuid' }),
  content_type: Type.String({ description: 'Such as image/jpeg or video/mp4.' }),
  size: Type.Integer({ minimum: 0, description: 'In bytes.' }),
  alt: Type.String({ description: 'What the photo or the video shows.' }),
})

const Greeting = Type.Object({
  card: nullable(enumOf(cardDesigns), 'Null without a card.'),
  media: nullable(GreetingMedia, 'The photo or video of the sender.'),
  is_own: Type.Boolean({
    description: 'False if the gift request shows the greeting of its campaign.',
  }),
})

export const greetingSchemas = { greetings: Greeting } as const

/** Named schemas of the documents. */
export const namedGreetings = { GreetingMedia, Greeting } as const
