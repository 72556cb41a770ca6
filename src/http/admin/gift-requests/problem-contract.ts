import { type Static, Type } from 'typebox'
import {
  problemKinds,
  problemLimits,
  problemResolutions,
  problemStates,
} from '#contract/problem-reports'
import { operation } from '../lib/operation.ts'
import { boundedText, oneOfTexts, orNull, strict, Timestamp } from '../lib/schemas.ts'

/* Problems that recipients report after the order. */

/** A report with its photos and the answers of the sender. */
export const ProblemReport = Type.Object({
  id: Type.String(),
  problem: oneOfTexts(...problemKinds),
  state: oneOfTexts(...problemStates),
  text: Type.String(),
  photos: Type.Array(
    Type.Object({ id: Type.String(), width: Type.Integer(), height: Type.Integer() }),
  ),
  answers: Type.Array(
    Type.Object({
      id: Type.String(),
      author: Type.String(),
      text: Type.String(),
      created_at: Timestamp,
    }),
    { description: 'Oldest first.' },
  ),
  created_at: Timestamp,
  resolved_at: orNull(Timestamp),
  resolution: orNull(oneOfTexts(...problemResolutions)),
})
export type ProblemReport = Static<typeof ProblemReport>

/** How a gift with a problem can be replaced. */
export const Replacements = Type.Object({
  can_send_again: Type.Boolean(),
  parcels: Type.Array(Type.Object({ id: Type.String(), number: Type.Integer() }), {
    description: 'The parcels whose items can be shipped again.',
  }),
})

export const answerProblem = operation('POST', '/gift-requests/:id/problems/:problem/answer', {
  role: 'sender',
  summary: 'answer a problem report by email',
  body: Type.Object({ text: boundedText(problemLimits.maxAnswerLength) }, strict),
})

export const resolveProblem = operation('POST', '/gift-requests/:id/problems/:problem/resolve', {
  role: 'sender',
  summary: 'close a problem report',
})

export const replaceGift = operation('POST', '/gift-requests/:id/problems/:problem/replace', {
  role: 'sender',
  summary: 'send a replacement after a problem report, and close the report',
  body: Type.Object(
    { parcel_id: Type.Optional(Type.String({ description: 'The parcel to ship again.' })) },
    strict,
  ),
  reply: Type.Object({
    kind: oneOfTexts('sent_again', 'shipped_again'),
    gift_request_id: Type.String({ description: 'The new gift request, or the same one.' }),
    reference: Type.String(),
  }),
})

export const showProblemPhoto = operation('GET', '/gift-requests/:id/problem-photos/:photo', {
  role: 'sender',
  summary: 'show a photo of a problem report',
  mediaTypes: ['image/jpeg', 'image/png', 'image/webp'],
})
