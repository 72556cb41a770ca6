import { type Static, Type } from 'typebox'
import {
  maxCharityUrlLength,
  maxDonationAmountMinor,
  maxDonationCap,
  maxRegistrationNumberLength,
} from './catalogue-limits.ts'
import { clearable } from './nullable.ts'
import { integer, line, optional, strict } from './request-parts.ts'

/* The members that only donations have, in the bodies of products and variants. */

/** What a variant of a donation gives. */
export const Donation = Type.Object(
  {
    amount: optional(
      Type.Object(
        { amount: integer(1, maxDonationAmountMinor, 'In the smallest unit.'), currency: line(3) },
        { ...strict, description: 'Required for a new variant. Applies to later confirmations.' },
      ),
    ),
    cap: optional(
      clearable(
        integer(1, maxDonationCap, 'How often recipients can choose the variant. Null: no limit.'),
      ),
    ),
  },
  { ...strict, description: 'Only for variants of donations.' },
)

export const Charity = Type.Object(
  {
    registration_number: optional(clearable(line(maxRegistrationNumberLength))),
    url: optional(clearable(line(maxCharityUrlLength, 'An https link.'))),
  },
  { ...strict, description: 'Only for donations.' },
)
export type Charity = Static<typeof Charity>
